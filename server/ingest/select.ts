import { fault } from '../../core/model/problem.ts';
import type { ListFilter } from '../catalogue/ports.ts';
import { Refusal } from '../http/problem.ts';
import type { Ports, ProfileRow } from '../ports.ts';
import { timeOf } from './key.ts';

/** A query of Pyroscope's pages: `app{label="value"}` in a span of time. */
export interface Selection {
  readonly query: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly from: number;
  readonly until: number;
}

const MATCHER = /\s*([A-Za-z][A-Za-z0-9_.-]{0,63})\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)/y;

/** Reads the parameters of one side. Only equality is known: `!=`, `=~` and `!~` are refused, never ignored. */
export function selectionOf(query: string, from: string, until: string, now: number): Selection {
  const wrong = () => new Refusal(fault('ingest-query', { seen: query.slice(0, 200) }));
  const [, app = '', inside = ''] = /^\s*([^{}]*?)\s*(?:\{([^]*)\})?\s*$/.exec(query) ?? [];
  const labels = new Map<string, string>();
  if (app !== '') labels.set('app', app);
  for (let at = 0; inside.slice(at).trim() !== ''; at = MATCHER.lastIndex) {
    MATCHER.lastIndex = at;
    const [, name, value] = MATCHER.exec(inside) ?? [];
    if (name === undefined || value === undefined) throw wrong();
    labels.set(name, value.replace(/\\(.)/g, '$1'));
  }
  const [first, last] = [timeOf(from, now), timeOf(until, now)];
  if (labels.size === 0 || first === null || last === null) throw wrong();
  return { query, labels, from: first, until: last };
}

const PAGE = 200;
/** Profiles that are looked at: a span far back lies behind what was stored since. */
const MOST_PAGES = 100;

/** Profiles with all of the labels that were recorded in the span; newest first, at most `most`: more are refused. */
export async function selected(
  { query, labels, from, until }: Selection,
  project: string | undefined,
  most: number,
  { catalogue }: Pick<Ports, 'catalogue'>,
): Promise<readonly ProfileRow[]> {
  const filter: ListFilter = { project, labels, words: [], deleted: false };
  const found: ProfileRow[] = [];
  let after: { readonly createdAt: number; readonly id: string } | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const rows: readonly ProfileRow[] = await catalogue.profilePage({ limit: PAGE, after }, filter);
    found.push(...rows.filter((row) => isWithin(row, from, until)));
    if (found.length > most)
      throw new Refusal(fault('request-too-large', { facts: { what: 'profiles in that time' } }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = { createdAt: last.createdAt, id: last.id };
  }
  if (found.length === 0) throw new Refusal(fault('ingest-nothing', { facts: { query: query.slice(0, 200) } }));
  return found;
}

/** By when it was recorded, which a push says; else by when it was stored. */
function isWithin({ labels, createdAt }: ProfileRow, from: number, until: number): boolean {
  const recorded = Date.parse(labels.get('time') ?? '');
  const time = Number.isNaN(recorded) ? createdAt : recorded;
  return time >= from && time <= until;
}

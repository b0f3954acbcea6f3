import { fault } from '../../core/model/problem.ts';
import { LABEL_LENGTH, LABEL_NAME } from '../contract.ts';
import { Refusal } from '../http/problem.ts';

/** The parameter `name` of a push: an application with the labels of its agent. */
export interface Key {
  readonly app: string;
  readonly labels: ReadonlyMap<string, string>;
}

const MOST_CHARACTERS = 20_000;

/** Reads `app.type{k=v,…}`. Labels that begin with two underscores are the agent's own business and are left out. */
export function keyOf(text: string): Key {
  const wrong = () => new Refusal(fault('ingest-name', { seen: text.slice(0, 200) }));
  if (text.length > MOST_CHARACTERS) throw wrong();
  const open = text.indexOf('{');
  const app = (open < 0 ? text : text.slice(0, open)).trim();
  if (app === '') throw wrong();
  if (open < 0) return { app, labels: new Map() };
  if (!text.trimEnd().endsWith('}')) throw wrong();
  const pairs: [string, string][] = [];
  for (const pair of text.slice(open + 1, text.lastIndexOf('}')).split(',')) {
    if (pair.trim() === '') continue;
    const at = pair.indexOf('=');
    if (at < 1) throw wrong();
    pairs.push([pair.slice(0, at).trim(), pair.slice(at + 1).trim()]);
  }
  return { app, labels: labelsOf(pairs) };
}

/** Names and values as our labels may have them: what a name may not hold becomes `_`, long values are cut. */
export function labelsOf(pairs: Iterable<readonly [name: string, value: string]>): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const [given, value] of pairs) {
    if (given.startsWith('__') || value === '') continue;
    const letters = given.replace(/[^A-Za-z0-9_.-]/g, '_').replace(/^[^A-Za-z]+/, '');
    const name = letters.slice(0, 64);
    if (LABEL_NAME.test(name)) labels.set(name, value.slice(0, LABEL_LENGTH));
  }
  return labels;
}

/** `from` and `until`: seconds, milliseconds, microseconds or nanoseconds since 1970 by their size; `now`, `now-90m`. */
export function timeOf(text: string, now: number): number | null {
  const [, back, unit = ''] = /^now(?:-(\d{1,9})([smhdw]))?$/.exec(text) ?? [];
  if (text.startsWith('now')) {
    if (text !== 'now' && back === undefined) return null;
    return now - Number(back ?? 0) * (UNITS.get(unit) ?? 0);
  }
  if (!/^\d{1,20}$/.test(text)) return null;
  const value = Number(text);
  const scale = value < 1e11 ? 1e3 : value < 1e14 ? 1 : value < 1e17 ? 1e-3 : 1e-6;
  const time = Math.floor(value * scale);
  return time <= MOST_TIME ? time : null;
}

const UNITS = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
]);

/** The last moment that a Date can hold. */
const MOST_TIME = 8.64e15;

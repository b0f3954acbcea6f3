/** What the list is narrowed to: kept in the address, sent to the server. */
import { computed } from '@preact/signals';
import type { Kind } from '../api/catalogue.ts';
import { query, setQuery } from '../state/route.ts';

export interface Filter {
  readonly kind: Kind;
  readonly text: string;
  readonly project: string;
  readonly branch: string;
  readonly commit: string;
  /** `NAME=VALUE`. */
  readonly label: string;
  /** Dates of the person's own calendar, both included. */
  readonly from: string;
  readonly to: string;
  readonly deleted: 'no' | 'only';
}

const NONE: Filter = {
  kind: 'profiles',
  text: '',
  project: '',
  branch: '',
  commit: '',
  label: '',
  from: '',
  to: '',
  deleted: 'no',
};

export const filter = computed<Filter>(() => filterOf(new URLSearchParams(query.value)));

/** Whether anything narrows the list; the kind of list does not. */
export const isNarrowed = computed(() => {
  const { kind: _kind, deleted: _deleted, ...fields } = filter.value;
  return Object.values(fields).some((value) => value !== '');
});

export function setFilter(change: Partial<Filter>): void {
  const next = { ...filter.peek(), ...change };
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(next) as [keyof Filter, string][]) {
    if (value !== NONE[name]) address.set(name, value);
  }
  const text = address.toString();
  // Another list is a step for the back button; typing is not.
  setQuery(text === '' ? '' : `?${text}`, change.kind === undefined ? 'replace' : 'push');
}

export function clearFilter(): void {
  const { kind, deleted } = filter.peek();
  setFilter({ ...NONE, kind, deleted });
}

/** What the server is asked for; a label that is not finished yet narrows nothing. */
export function listQueryOf(wanted: Filter): URLSearchParams {
  const asked = new URLSearchParams();
  for (const name of ['project', 'branch', 'commit'] as const) {
    if (wanted[name].trim() !== '') asked.set(name, wanted[name].trim());
  }
  if (wanted.text.trim() !== '') asked.set('text', wanted.text.slice(0, 200));
  if (/^[A-Za-z][A-Za-z0-9_.-]{0,63}=/.test(wanted.label)) asked.set('label', wanted.label);
  const since = dayOf(wanted.from, 0);
  const before = dayOf(wanted.to, 1);
  if (since !== null) asked.set('since', since);
  if (before !== null) asked.set('before', before);
  if (wanted.deleted === 'only') asked.set('deleted', 'only');
  return asked;
}

/** Midnight at which a day begins, `later` days later, where the person is. */
function dayOf(date: string, later: number): string | null {
  const [year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  return new Date(year, month - 1, day + later).toISOString();
}

function filterOf(given: URLSearchParams): Filter {
  const text = (name: keyof Filter) => given.get(name) ?? '';
  return {
    kind: given.get('kind') === 'comparisons' ? 'comparisons' : 'profiles',
    text: text('text'),
    project: text('project'),
    branch: text('branch'),
    commit: text('commit'),
    label: text('label'),
    from: text('from'),
    to: text('to'),
    deleted: given.get('deleted') === 'only' ? 'only' : 'no',
  };
}

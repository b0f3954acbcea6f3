/**
 * Where the page is: the path names the page, the query holds the view (DESIGN 6: state in the URL). Reading and writing
 * the address happens here and nowhere else, so that the back button always works.
 */
import { computed, signal } from '@preact/signals';
import type { LayoutMode } from '../../core/layout/flame-layout.ts';
import { PALETTES } from '../../core/colour/colour.ts';
import type { Palette } from '../../core/colour/colour.ts';

export type Page =
  | { readonly name: 'start' }
  | { readonly name: 'comparison'; readonly id: string }
  | { readonly name: 'unknown' };

export type Direction = 'icicle' | 'flame';
export type SortColumn = (typeof SORT_COLUMNS)[number];

const LAYOUTS: readonly LayoutMode[] = ['union', 'base', 'head'];
const DIRECTIONS: readonly Direction[] = ['icicle', 'flame'];
const SORT_COLUMNS = [
  'name',
  'baseTotal',
  'headTotal',
  'totalPoints',
  'totalRatio',
  'baseSelf',
  'headSelf',
  'selfPoints',
  'selfRatio',
  'state',
] as const;

export interface View {
  /** Reference to the node that fills the graph, see `model/reference.ts`; null shows everything. */
  readonly focus: string | null;
  /** Reference to a function whose frames are marked. */
  readonly mark: string | null;
  readonly layout: LayoutMode;
  readonly direction: Direction;
  readonly palette: Palette;
  readonly search: string;
  /** Words that the function table is narrowed to. */
  readonly filter: string;
  readonly sort: SortColumn;
  readonly order: 'up' | 'down';
}

const DEFAULTS: View = {
  focus: null,
  mark: null,
  layout: 'union',
  direction: 'icicle',
  palette: 'safe',
  search: '',
  filter: '',
  sort: 'totalPoints',
  order: 'down',
};

const address = signal(current());

export const page = computed<Page>(() => pageOf(address.value.path));
export const view = computed<View>(() => viewOf(address.value.query));

window.addEventListener('popstate', () => {
  address.value = current();
});

/** Goes to another page of ours, with the default view. */
export function navigate(path: string): void {
  history.pushState(null, '', path);
  address.value = current();
  window.scrollTo(0, 0);
}

/** Changes the view. `push` makes a step for the back button, `replace` does not (typing, sorting). */
export function setView(change: Partial<View>, step: 'push' | 'replace' = 'replace'): void {
  const next = { ...view.peek(), ...change };
  const query = queryOf(next);
  if (query === address.peek().query) return;
  const { path } = address.peek();
  try {
    if (step === 'push') history.pushState(null, '', `${path}${query}`);
    else history.replaceState(null, '', `${path}${query}`);
  } catch {
    // Browsers allow so many changes of the address a second; the view changes all the same.
  }
  address.value = { path, query };
}

/** The address of another comparison, with what of the present view still makes sense there. */
export function comparisonPath(id: string, keep: 'view' | 'nothing' = 'nothing'): string {
  const path = `/c/${encodeURIComponent(id)}`;
  return keep === 'view' ? `${path}${queryOf({ ...view.peek(), focus: null, mark: null })}` : path;
}

function current(): { readonly path: string; readonly query: string } {
  return { path: location.pathname, query: location.search };
}

function pageOf(path: string): Page {
  if (path === '/') return { name: 'start' };
  const id = /^\/c\/([0-9A-Za-z_-]+)\/?$/.exec(path)?.[1];
  return id === undefined ? { name: 'unknown' } : { name: 'comparison', id };
}

function viewOf(query: string): View {
  const given = new URLSearchParams(query);
  return {
    focus: given.get('focus'),
    mark: given.get('mark'),
    layout: oneOf(LAYOUTS, given.get('layout'), DEFAULTS.layout),
    direction: oneOf(DIRECTIONS, given.get('direction'), DEFAULTS.direction),
    palette: oneOf(PALETTES, given.get('palette'), DEFAULTS.palette),
    search: given.get('search') ?? '',
    filter: given.get('filter') ?? '',
    sort: oneOf(SORT_COLUMNS, given.get('sort'), DEFAULTS.sort),
    order: oneOf(['up', 'down'] as const, given.get('order'), DEFAULTS.order),
  };
}

/** Only what differs from the default, so that a plain permalink stays plain. */
function queryOf(wanted: View): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted) as [keyof View, string | null][]) {
    if (value !== null && value !== DEFAULTS[name]) query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function oneOf<T extends string>(allowed: readonly T[], given: string | null, otherwise: T): T {
  return allowed.find((value) => value === given) ?? otherwise;
}

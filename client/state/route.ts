/**
 * Where the page is: the path names the page, the query holds the view (DESIGN 6: state in the URL). Reading and writing
 * the address happens here and nowhere else, so that the back button always works.
 */
import { computed, signal } from '@preact/signals';
import type { LayoutMode } from '../../core/layout/flame-layout.ts';
import { PALETTES } from '../../core/colour/colour.ts';
import type { Palette } from '../../core/colour/colour.ts';
import { PERS } from '../../core/diff/per.ts';
import { COLOURINGS } from '../flame/paint.ts';
import { COLUMN_IDS } from '../model/columns.ts';
import type { ColumnId } from '../model/columns.ts';
import { RECURSIONS } from '../../core/tree/collapse-recursion.ts';

export type Page =
  | { readonly name: 'start' }
  | { readonly name: 'comparison'; readonly id: string }
  | { readonly name: 'library' }
  | { readonly name: 'sign-in' }
  /** A comparison that only this tab has. */
  | { readonly name: 'local'; readonly number: number }
  | { readonly name: 'unknown' };

export type Direction = 'icicle' | 'flame';

/**
 * What the graph shows: the difference, one side alone, both sides above each other, the difference with leaves first,
 * callers and callees of one function, or the difference as rows of a tree.
 */
export const SHOWS = ['diff', 'good', 'bad', 'both', 'inverted', 'callers', 'rows'] as const;
export type Show = (typeof SHOWS)[number];
/** `auto` is by points for two sides and by name for one. */
const COLOUR_CHOICES = ['auto', ...COLOURINGS] as const;
export const DRAWERS = ['canvas', 'svg'] as const;
export const TEXT_SIZES = ['small', 'medium', 'large'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];
/** How the text of a search or a filter is meant. */
export const MATCHINGS = ['text', 'pattern'] as const;
export type Matching = (typeof MATCHINGS)[number];
export const RECURSION_CHOICES = ['keep', ...RECURSIONS] as const;

export const PER_CHOICES = ['share', ...PERS] as const;

const LAYOUTS: readonly LayoutMode[] = ['union', 'base', 'head'];
const DIRECTIONS: readonly Direction[] = ['icicle', 'flame'];

export interface View {
  readonly show: Show;
  /** Reference to the node that fills the graph, see `model/reference.ts`; null shows everything. */
  readonly focus: string | null;
  /** Reference to a function whose frames are marked. */
  readonly mark: string | null;
  /** Place of the explanation whose frames are framed; empty for none. */
  readonly explained: string;
  readonly layout: LayoutMode;
  readonly direction: Direction;
  readonly palette: Palette;
  readonly colour: (typeof COLOUR_CHOICES)[number];
  readonly drawer: (typeof DRAWERS)[number];
  readonly size: TextSize;
  /** What widths, colours and numbers are about: shares, or absolute cost where it is known. */
  readonly per: (typeof PER_CHOICES)[number];
  /** Part of the focus in sight, `0.25-0.5`; null for all of it. */
  readonly part: string | null;
  /** Smallest share that is drawn, in percent; 0 draws what can be seen. */
  readonly min: string;
  readonly search: string;
  readonly match: Matching;
  /** Stacks with these functions alone; stacks without those; frames that are hidden. Empty for no such wish. */
  readonly only: string;
  readonly without: string;
  readonly hide: string;
  /** How these three are meant. */
  readonly filters: Matching;
  readonly recursion: (typeof RECURSION_CHOICES)[number];
  /** Places in the alignment of the pairs that are shown as one frame: `0.3`. */
  readonly joined: string;
  /** Ids of the chosen columns of the function table, with dots between; null for the usual ones. */
  readonly columns: string | null;
  /** Words that the function table is narrowed to. */
  readonly filter: string;
  readonly sort: ColumnId;
  readonly order: 'up' | 'down';
}

const DEFAULTS: View = {
  show: 'diff',
  focus: null,
  mark: null,
  explained: '',
  layout: 'union',
  direction: 'icicle',
  palette: 'safe',
  colour: 'auto',
  drawer: 'canvas',
  size: 'medium',
  per: 'share',
  part: null,
  min: '0',
  search: '',
  match: 'text',
  only: '',
  without: '',
  hide: '',
  filters: 'text',
  recursion: 'keep',
  joined: '',
  columns: null,
  filter: '',
  sort: 'totalPoints',
  order: 'down',
};

const address = signal(current());

export const page = computed<Page>(() => pageOf(address.value.path));
/** Of pages with a query of their own. */
export const query = computed(() => address.value.query);
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
  setQuery(queryOf(next), step);
}

/** Changes the query alone: empty, or from the question mark on. */
export function setQuery(query: string, step: 'push' | 'replace' = 'replace'): void {
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
  return keeping(`/c/${encodeURIComponent(id)}`, keep);
}

/** The same for a comparison that only this tab has. */
export function localPath(number: number, keep: 'view' | 'nothing' = 'nothing'): string {
  return keeping(`/local/${number}`, keep);
}

function keeping(path: string, keep: 'view' | 'nothing'): string {
  return keep === 'view'
    ? `${path}${queryOf({ ...view.peek(), focus: null, mark: null, explained: '', part: null, joined: '' })}`
    : path;
}

function current(): { readonly path: string; readonly query: string } {
  return { path: location.pathname, query: location.search };
}

function pageOf(path: string): Page {
  if (path === '/') return { name: 'start' };
  if (path === '/library') return { name: 'library' };
  if (path === '/sign-in') return { name: 'sign-in' };
  const number = /^\/local\/(\d{1,9})$/.exec(path)?.[1];
  if (number !== undefined) return { name: 'local', number: Number(number) };
  const id = /^\/c\/([0-9A-Za-z_-]+)\/?$/.exec(path)?.[1];
  return id === undefined ? { name: 'unknown' } : { name: 'comparison', id };
}

function viewOf(query: string): View {
  const given = new URLSearchParams(query);
  return {
    show: oneOf(SHOWS, given.get('show'), DEFAULTS.show),
    focus: given.get('focus'),
    mark: given.get('mark'),
    explained: given.get('explained') ?? '',
    layout: oneOf(LAYOUTS, given.get('layout'), DEFAULTS.layout),
    direction: oneOf(DIRECTIONS, given.get('direction'), DEFAULTS.direction),
    palette: oneOf(PALETTES, given.get('palette'), DEFAULTS.palette),
    colour: oneOf(COLOUR_CHOICES, given.get('colour'), DEFAULTS.colour),
    drawer: oneOf(DRAWERS, given.get('drawer'), DEFAULTS.drawer),
    size: oneOf(TEXT_SIZES, given.get('size'), DEFAULTS.size),
    per: oneOf(PER_CHOICES, given.get('per'), DEFAULTS.per),
    part: given.get('part'),
    min: given.get('min') ?? DEFAULTS.min,
    search: given.get('search') ?? '',
    match: oneOf(MATCHINGS, given.get('match'), DEFAULTS.match),
    only: given.get('only') ?? '',
    without: given.get('without') ?? '',
    hide: given.get('hide') ?? '',
    filters: oneOf(MATCHINGS, given.get('filters'), DEFAULTS.filters),
    recursion: oneOf(RECURSION_CHOICES, given.get('recursion'), DEFAULTS.recursion),
    joined: given.get('joined') ?? '',
    columns: given.get('columns'),
    filter: given.get('filter') ?? '',
    sort: oneOf(COLUMN_IDS, given.get('sort'), DEFAULTS.sort),
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

/** What the graph shows: the comparison's tree as filters and the chosen view want it, and what is found in it. */
import { computed } from '@preact/signals';
import { perScale } from '../../core/diff/per.ts';
import { callersAndCallees } from '../../core/tree/callers-callees.ts';
import { invertedTree } from '../../core/tree/invert.ts';
import { narrowedTree } from '../../core/tree/narrow.ts';
import type { Narrowing } from '../../core/tree/narrow.ts';
import { DEFAULT_BUILD_LIMITS } from '../../core/model/builder.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { LayoutMode } from '../../core/layout/flame-layout.ts';
import type { UnionTree } from '../../core/tree/union.ts';
import type { Result } from '../../core/result.ts';
import type { Analysis } from '../model/analysis.ts';
import { joinedAliases, joinedPairs } from '../model/alignment.ts';
import { NameSearch, stacksWith } from '../model/search.ts';
import type { NameMatch, StacksFound } from '../model/search.ts';
import { analysis, markedFunction } from './comparison.ts';
import { patternEngine } from './patterns.ts';
import type { PaneId } from './pointed.ts';
import { view } from './route.ts';
import type { Matching } from './route.ts';

/** One graph of the view. */
export interface Pane {
  readonly id: PaneId;
  readonly analysis: Analysis;
  readonly layout: LayoutMode;
  /** One side alone, not a difference. */
  readonly isSingle: boolean;
  /** Node that fills the graph unless another one is chosen. */
  readonly top: number;
}

export type Scene =
  | { readonly kind: 'panes'; readonly panes: readonly [Pane, ...Pane[]]; readonly narrowed: Analysis }
  /** What was asked for needs the whole comparison, which is on its way. */
  | { readonly kind: 'waiting' }
  /** The view cannot be made, for instance because it would have too many nodes. */
  | { readonly kind: 'fault'; readonly fault: Fault };

/** Nodes that an inverted tree may have: it can be many times as large as the tree. */
const MOST_NODES = 8_000_000;

const per = computed(() => view.value.per);

/** Scale of the absolute view that was chosen, or why there is none; null for shares. */
export const scale = computed(() => {
  const given = analysis.value;
  return given === null || per.value === 'share' ? null : perScale(given.comparison, per.value);
});

/** The comparison as it was computed, with absolute cost where that is wanted and known. */
export const shownAnalysis = computed(() => {
  const given = analysis.value;
  return given !== null && scale.value?.ok === true ? given.withScale(scale.value.value) : given;
});

const names = computed(() => {
  const comparison = analysis.value?.comparison;
  return comparison === undefined ? null : new NameSearch(comparison.tree.functions.names, comparison.functionTags);
});

function matchOf(text: string, matching: Matching): NameMatch {
  const search = names.value;
  if (search === null || text.trim() === '') return { kind: 'none' };
  return matching === 'text' ? search.text(text) : search.pattern(text, patternEngine());
}

// One by one: a change of one part of the address must not compute again what depends on the others.
const searchText = computed(() => view.value.search);
const searchMatching = computed(() => view.value.match);
const filterMatching = computed(() => view.value.filters);
const onlyText = computed(() => view.value.only);
const withoutText = computed(() => view.value.without);
const hideText = computed(() => view.value.hide);
const recursion = computed(() => view.value.recursion);
const joinedText = computed(() => view.value.joined);
const show = computed(() => view.value.show);
const layout = computed(() => view.value.layout);

export const searchMatch = computed(() => matchOf(searchText.value, searchMatching.value));
const only = computed(() => matchOf(onlyText.value, filterMatching.value));
const without = computed(() => matchOf(withoutText.value, filterMatching.value));
const hidden = computed(() => matchOf(hideText.value, filterMatching.value));
export const filterMatches = { only, without, hide: hidden } as const;

/** Places of the pairs of the alignment that are shown as one frame. */
export const joined = computed<ReadonlySet<number>>(() => joinedPairs(joinedText.value));

const narrowing = computed<Narrowing | null>(() => {
  const mask = (match: NameMatch) => (match.kind === 'found' ? match.functions : null);
  const given = analysis.value;
  if (given === null) return null;
  const wish: Narrowing = {
    only: mask(only.value),
    without: mask(without.value),
    hidden: mask(hidden.value),
    recursion: recursion.value === 'keep' ? null : recursion.value,
    alias: joinedAliases(given.comparison, joined.value),
  };
  return Object.values(wish).every((part) => part === null) ? null : wish;
});

/** Whether the graph leaves anything out or changes it. */
export const isNarrowed = computed(() => narrowing.value !== null);

const narrowed = computed<Result<Analysis, Fault> | null>(() => {
  const given = shownAnalysis.value;
  if (given === null) return null;
  const wish = narrowing.value;
  return wish === null ? { ok: true, value: given } : derived(given, narrowedTree(given.comparison.tree, wish));
});

/** Function in the middle of callers and callees: the marked one, else the one that explains most, else the heaviest. */
export const centre = computed<number | null>(() => {
  const given = analysis.value;
  if (given === null) return null;
  if (markedFunction.value !== null) return markedFunction.value;
  const { explanations, functions } = given.comparison;
  const best = explanations[0]?.func;
  if (best !== undefined) return best;
  let heaviest = -1;
  for (const [func, total] of functions.headTotal.entries())
    if (heaviest < 0 || total > (functions.headTotal[heaviest] ?? 0)) heaviest = func;
  return heaviest < 0 ? null : heaviest;
});

const inverted = computed(() => {
  const from = narrowed.value;
  return from === null || !from.ok ? from : derived(from.value, invertedTree(from.value.comparison.tree, limits()));
});

const aroundCentre = computed((): Result<readonly [Analysis, Analysis], Fault> | null => {
  const from = narrowed.value;
  if (from === null || centre.value === null) return null;
  if (!from.ok) return from;
  const made = callersAndCallees(from.value.comparison.tree, centre.value, limits());
  if (!made.ok) return made;
  const { callers, callees } = made.value;
  return { ok: true, value: [from.value.withTree(callers), from.value.withTree(callees)] };
});

/** Whether the view can be drawn from a first picture, exactly as it will be from the whole. */
const isPlain = computed(() => {
  const { per, focus, mark, part, search, colour } = view.value;
  return (
    ['diff', 'good', 'bad', 'both'].includes(show.value) &&
    per === 'share' &&
    (focus ?? mark ?? part) === null &&
    search === '' &&
    [onlyText, withoutText, hideText, joinedText].every(({ value }) => value === '') &&
    recursion.value === 'keep' &&
    colour !== 'subsystem' &&
    colour !== 'module'
  );
});

export const scene = computed<Scene | null>(() => {
  const isPicture = analysis.value !== null && analysis.value.picture !== null;
  if (isPicture && !isPlain.value) return { kind: 'waiting' };
  const from = narrowed.value;
  if (from === null) return null;
  if (!from.ok) return { kind: 'fault', fault: from.error };
  const pane = (one: Analysis, more: Partial<Pane> = {}): Pane => ({
    id: 'only',
    analysis: one,
    layout: layout.value,
    isSingle: false,
    top: 0,
    ...more,
  });
  const panes = (first: Pane, ...others: readonly Pane[]): Scene => ({
    kind: 'panes',
    panes: [first, ...others],
    narrowed: from.value,
  });
  const base = pane(from.value, { id: 'base', layout: 'base', isSingle: true });
  const head = pane(from.value, { id: 'head', layout: 'head', isSingle: true });
  switch (show.value) {
    case 'good':
      return panes(base);
    case 'bad':
      return panes(head);
    case 'both':
      return panes(base, head);
    case 'inverted': {
      const made = inverted.value;
      if (made === null) return null;
      return made.ok ? panes(pane(made.value)) : { kind: 'fault', fault: made.error };
    }
    case 'callers': {
      const made = aroundCentre.value;
      if (made === null) return null;
      if (!made.ok) return { kind: 'fault', fault: made.error };
      const [callers, callees] = made.value;
      const top = callers.comparison.tree.length > 1 ? 1 : 0;
      return panes(pane(callers, { id: 'callers', top }), pane(callees, { id: 'callees', top }));
    }
    case 'diff':
    case 'rows':
  }
  return panes(pane(from.value));
});

/** Functions that stand out in the graph: the marked one, else those that the search finds; null when there are none. */
export const marks = computed<{ readonly functions: Uint8Array; readonly count: number } | null>(() => {
  const given = analysis.value;
  const marked = markedFunction.value;
  // In the view of its callers the function is in the middle already.
  if (given !== null && marked !== null && show.value !== 'callers') {
    const functions = new Uint8Array(given.comparison.tree.functions.length);
    functions[marked] = 1;
    return { functions, count: 1 };
  }
  return searchMatch.value.kind === 'found' ? searchMatch.value : null;
});

/** Where the marked functions are in the tree of the first pane, and how many of all shown stacks have them. */
export const found = computed<StacksFound | null>(() => {
  if (scene.value?.kind !== 'panes' || marks.value === null) return null;
  const { panes, narrowed: whole } = scene.value;
  const { functions } = marks.value;
  const here = stacksWith(panes[0].analysis.comparison.tree, functions);
  // Callers of one function are a part of the stacks: walked over here, but counted among all.
  return panes[0].top === 0 ? here : { ...stacksWith(whole.comparison.tree, functions), hits: here.hits };
});

/** Node of the first pane's tree that fills the graph. */
export const focus = computed(() => {
  if (scene.value?.kind !== 'panes') return 0;
  const [{ analysis: shown, top }] = scene.value.panes;
  // Callers and callees are two trees, and a node of one means nothing in the other.
  return top > 0 ? top : shown.resolveNode(view.value.focus);
});

function derived(from: Analysis, tree: Result<UnionTree, Fault>): Result<Analysis, Fault> {
  return tree.ok ? { ok: true, value: from.withTree(tree.value) } : tree;
}

function limits() {
  return { ...DEFAULT_BUILD_LIMITS, maxNodes: MOST_NODES };
}

import type { SideSummary } from '../diff/comparison.ts';
import { problem } from '../model/problem.ts';
import type { Problem } from '../model/problem.ts';

/** Shares of nameless frames may differ by this much before a difference can hide in them (DIFF-SPEC 11). */
const UNKNOWN_GAP = 0.02;
/** Durations and sampling periods further apart than this are worth a word. */
const DURATION_FACTOR = 2;
const PERIOD_FACTOR = 1.01;

export interface SideRecording extends SideSummary {
  /** Weight of one sample of each run; null where it is not known. */
  readonly periods: readonly (number | null)[];
}

/**
 * What makes two sides hard to compare, said in words and never silently corrected (DESIGN 5). Refusals, where the
 * arithmetic itself would be wrong, are `chosenRuns`'s business.
 */
export function comparabilityProblems(base: SideRecording, head: SideRecording): readonly Problem[] {
  return [
    ...differentEvents(base, head),
    ...differentPeriods(base, head),
    ...differentDurations(base, head),
    ...differentUnknowns(base, head),
    ...poorSymbols(base, 'base'),
    ...poorSymbols(head, 'head'),
    ...differentDrawings(base, head),
    ...differentLabels(base, head),
  ];
}

function differentEvents(base: SideSummary, head: SideSummary): readonly Problem[] {
  const [b, h] = [distinct(base, (run) => run.event), distinct(head, (run) => run.event)];
  if (b.length === 0 || h.length === 0 || sameLists(b, h)) return [];
  return [problem('warning', 'events-differ', { facts: { base: b, head: h } })];
}

function differentPeriods(base: SideRecording, head: SideRecording): readonly Problem[] {
  const [b, h] = [base.periods[0] ?? null, head.periods[0] ?? null];
  if (b === null || h === null || Math.max(b / h, h / b) <= PERIOD_FACTOR) return [];
  return [problem('note', 'periods-differ', { facts: { base: b, head: h } })];
}

function differentDurations(base: SideSummary, head: SideSummary): readonly Problem[] {
  const [b, h] = [longest(base), longest(head)];
  if (b === null || h === null || Math.max(b / h, h / b) < DURATION_FACTOR) return [];
  return [problem('note', 'durations-differ', { facts: { base: b, head: h } })];
}

function longest(side: SideSummary): number | null {
  const durations = side.runs.map((run) => run.durationSeconds).filter((seconds) => seconds !== null && seconds > 0);
  return durations.length === 0 ? null : Math.max(...durations.map(Number));
}

/** Below this share of values with a known name, what is found is worth less than what is not. */
const KNOWN_ENOUGH = 0.9;

function poorSymbols({ runs }: SideSummary, side: 'base' | 'head'): readonly Problem[] {
  const scores = runs.map(({ symbols }) => symbols?.score ?? 1);
  const worst = Math.min(...scores);
  return worst >= KNOWN_ENOUGH ? [] : [problem('note', 'symbols-poor', { facts: { side, known: worst } })];
}

function differentUnknowns(base: SideSummary, head: SideSummary): readonly Problem[] {
  const gap = Math.abs(base.unknownShare - head.unknownShare);
  if (!(gap > UNKNOWN_GAP)) return [];
  return [
    problem('warning', 'unknown-frames-differ', { facts: { base: base.unknownShare, head: head.unknownShare, gap } }),
  ];
}

function differentDrawings(base: SideSummary, head: SideSummary): readonly Problem[] {
  const [b, h] = [base.pruned, head.pruned];
  if (b === null && h === null) return [];
  const side = b === null ? 'head' : h === null ? 'base' : null;
  if (side !== null) return [problem('warning', 'one-side-pruned', { facts: { side } })];
  const [wb, wh] = [(b?.weight ?? 0) / Number(base.total), (h?.weight ?? 0) / Number(head.total)];
  if (Math.max(wb / wh, wh / wb) < DURATION_FACTOR) return [];
  return [problem('note', 'drawing-limits-differ', { facts: { base: wb, head: wh } })];
}

/** Labels that name the place of a recording; different ones mean that not only the commit changed. */
const PLACES = ['host', 'kernel', 'cpu', 'benchmark'] as const;

function differentLabels(base: SideSummary, head: SideSummary): readonly Problem[] {
  return PLACES.flatMap((label) => {
    const [b, h] = [distinct(base, (run) => run.labels.get(label)), distinct(head, (run) => run.labels.get(label))];
    if (b.length === 0 || h.length === 0 || sameLists(b, h)) return [];
    return [problem('warning', 'labels-differ', { facts: { label, base: b, head: h } })];
  });
}

function distinct(side: SideSummary, of: (run: SideSummary['runs'][number]) => string | null | undefined): string[] {
  return [...new Set(side.runs.map(of).filter((value) => typeof value === 'string'))].sort();
}

function sameLists(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

import type { AlignedPair, Comparison, RunDisagreement, SideSummary } from '../diff/comparison.ts';
import { placesToHide } from '../diff/intervals.ts';
import { grouped, percent, plural, points } from './numbers.ts';
import { nameOf } from './parts.ts';

/** CPUs busy may fall by this much before most of head's time is outside an on-CPU profile (DIFF-SPEC 2). */
const WAITING = 0.7;
const COUNTS: readonly string[] = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** "head used 0.17 CPUs, base 4.2. Most of head's time is not in this profile (waiting)…"; null unless it fell by 30 %. */
export function waitingOf({ cpusBusy }: Comparison): string | null {
  if (cpusBusy === null || !(cpusBusy.head < WAITING * cpusBusy.base)) return null;
  const cpus = (value: number) => grouped(Number(value.toPrecision(2)));
  return `head used ${cpus(cpusBusy.head)} CPUs, base ${cpus(cpusBusy.base)}. Most of head's time is not in this profile (waiting). Record an off-CPU profile.`;
}

/** Sentences beside the headline, in the order of their weight. */
export function notesOf(comparison: Comparison): readonly string[] {
  const { base, head, coverage, evidence } = comparison;
  return [
    ...evidence.disagreements.map((one) => disagreementWords(comparison, one)),
    ...(coverage === null ? [] : [`The explanations cover ${percent(coverage)} of the difference beyond noise.`]),
    ...drawingWords('base', base, head),
    ...drawingWords('head', head, base),
  ];
}

/** "The three runs of head differ among themselves by up to 2.4 times (wr_wait)." */
function disagreementWords(comparison: Comparison, { side, func, isSelf, ratio, runs }: RunDisagreement): string {
  const name = `${isSelf ? 'own time of ' : ''}${nameOf(comparison, func)}`;
  return `The ${COUNTS[runs] ?? grouped(runs)} runs of ${side} differ among themselves by up to ${ratio.toFixed(1)} times (${name}).`;
}

/** What a drawing leaves out, and what it would take to hide something in it. */
function drawingWords(name: 'base' | 'head', { pruned, total }: SideSummary, other: SideSummary): string[] {
  if (pruned === null) return [];
  const share = percent(pruned.weight / Number(total));
  const places = placesToHide(Number(total), pruned.weight);
  const estimated = pruned.estimated ? ' (estimated)' : '';
  const hide =
    places === null ? '' : ` To hide 1 point of a function it would need ${plural(places, 'separate place')}.`;
  const coarser = pruned.weight / Number(total) > 2 * ((other.pruned?.weight ?? 0) / Number(other.total));
  const advice = coarser
    ? ' What only the other side shows may have been too narrow here; compared at the coarser width (--same-width; on the page under What is compared), it is left out of both.'
    : '';
  return [
    `${name} was drawn with frames under ${share}${estimated} removed: functions have at least what is shown.${hide}${advice}`,
  ];
}

/** A sentence for each suggested rename, inlining and outlining, parallel to `comparison.alignment` (DIFF-SPEC 6). */
export function alignmentWords(comparison: Comparison): readonly string[] {
  return comparison.alignment.map((pair) => pairWords(comparison, pair));
}

/** "renamed? a -> b (similarity 0.89). Counted as gone + new; delta +20.0 points if they are the same." */
function pairWords(comparison: Comparison, { kind, base, head, score }: AlignedPair): string {
  const { functions, tree } = comparison;
  const [from, to] = [nameOf(comparison, base), nameOf(comparison, head)];
  if (kind === 'inline')
    return `inlined? ${from} into ${to} (similarity ${score.toFixed(2)}). Counted as gone; its callees moved up.`;
  if (kind === 'outline') return `split off? ${to} out of ${from} (similarity ${score.toFixed(2)}). Counted as new.`;
  const before = functions.baseTotal[base]! / (tree.sides[0]?.sum ?? 1);
  const after = functions.headTotal[head]! / (tree.sides[1]?.sum ?? 1);
  return `renamed? ${from} -> ${to} (similarity ${score.toFixed(2)}). Counted as gone + new; delta ${points(after - before)} if they are the same.`;
}

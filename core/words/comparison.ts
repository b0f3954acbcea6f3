import type { Comparison, Explanation, SideSummary } from '../diff/comparison.ts';
import { metricsWords } from './metrics.ts';
import type { MetricsWords } from './metrics.ts';
import { grouped, percent, plural, points, probability, times } from './numbers.ts';
import { alignmentWords, notesOf, waitingOf } from './notes.ts';
import { isBeyondNoise } from '../diff/labels.ts';
import { changeOf, nameOf, nodeNameOf, runsOf, spreadOf, weightName } from './parts.ts';

/**
 * The sentences about a comparison (DIFF-SPEC 13). Every face prints these and none makes its own, so the page, a
 * ticket and the terminal never say different things. "faster" and "slower" do not occur: shares cannot tell.
 *
 * Names in them are made visible (no control or direction characters), not escaped: that is the business of the format.
 */
export interface ComparisonWords {
  /** The one sentence to remember. */
  readonly headline: string;
  /** Both totals, the factor between them, and what can be compared. */
  readonly sides: string;
  /** How differences were told from noise. */
  readonly evidence: string;
  /** Said before everything else when head mostly waited: an on-CPU profile cannot show where. Null else. */
  readonly waiting: string | null;
  /** What else a reader must know: what the explanations cover, runs that disagree, drawings. */
  readonly notes: readonly string[];
  /** Parallel to `comparison.alignment`. */
  readonly alignment: readonly string[];
  /** Parallel to `comparison.explanations`. */
  readonly explanations: readonly ExplanationWords[];
  readonly metrics: MetricsWords;
}

export interface ExplanationWords {
  /** Name of the region: `row_purge`, `own time of f`, `calls of g from f`. */
  readonly title: string;
  /** The chain that the region stands for, when samples cannot tell its frames apart. */
  readonly chain: string | null;
  /** What happened: both shares, points, ratio. */
  readonly change: string;
  /** The shares that `change` names: of the frame that `title` names. */
  readonly shares: { readonly base: number; readonly head: number };
  /** What the change is once the explanations above are taken out, when that is another one; part of `change` too. */
  readonly beside: string | null;
  /** Whether to believe it, and why. */
  readonly verdict: string;
  /** Cost shift or caller change, when two explanations are one statement. */
  readonly shift: string | null;
}

export function comparisonWords(comparison: Comparison): ComparisonWords {
  const explanations = comparison.explanations.map((one) => explanationWords(comparison, one));
  const titles = explanations.map(({ title }) => title);
  return {
    headline: headlineOf(comparison),
    sides: sidesOf(comparison),
    evidence: evidenceOf(comparison),
    waiting: waitingOf(comparison),
    notes: notesOf(comparison),
    alignment: alignmentWords(comparison),
    explanations,
    metrics: metricsWords(comparison.metrics, titles),
  };
}

function headlineOf(comparison: Comparison): string {
  const [first] = comparison.explanations;
  if (first === undefined) {
    return isUnchanged(comparison)
      ? 'No difference: both sides have the same stacks in the same shares.'
      : noChange(comparison);
  }
  const { title, change } = explanationWords(comparison, first);
  const sentence = `${title} ${change}.`;
  if (first.label === 'confirmed') {
    const others = comparison.explanations.filter((one) => one.label === 'confirmed').length - 1;
    return others > 0 ? `${sentence} ${plural(others, 'other region')} changed too.` : sentence;
  }
  if (comparison.evidence.level === 'none') {
    return `Largest difference: ${sentence} How sure that is cannot be said: the number of samples is not known.`;
  }
  const within = `within what runs of the same build do (${spreadOf(comparison.evidence)})`;
  return `${sentence} Largest difference, but ${within}. Not evidence.`;
}

function noChange({ evidence }: Comparison): string {
  const reach = evidence.detectable?.reaches;
  const seen =
    reach === undefined ? '' : ` With these runs a 5 % function would have to reach ${percent(reach)} to be seen.`;
  return `No change beyond noise.${seen}`;
}

/** True when every node has the same share on both sides, to the last bit. */
function isUnchanged({ tree }: Comparison): boolean {
  const [base, head] = tree.sides;
  if (base === undefined || head === undefined) return true;
  for (let node = 0; node < tree.length; node++) {
    if (base.self[node]! * head.sum !== head.self[node]! * base.sum) return false;
  }
  return true;
}

function sidesOf({ base, head, valueType }: Comparison): string {
  const factor = Number(base.total) / Number(head.total);
  const [from, to] = [`base ${amountOf(base, valueType.unit)}`, `head ${amountOf(head, valueType.unit)}`];
  const shares = `Shares of ${weightName(valueType)}.`;
  const apart = Math.max(factor, 1 / factor);
  if (!(apart > 1.005)) return `${shares} ${from}, ${to}: equal totals.`;
  const size = `${times(apart)} ${factor > 1 ? 'fewer' : 'more'}`;
  return `${shares} ${from}, ${to}: ${size}. Counts are not comparable, shares are.`;
}

/** "250,000 samples (5 runs)"; for weighted input the samples behind the total where they are known. */
function amountOf(side: SideSummary, unit: string): string {
  const runs = side.runs.length > 1 ? [`${side.runs.length} runs`] : [];
  const total = Number(side.total);
  const isWeighted = unit !== 'samples' || (side.samples !== null && Math.abs(side.samples - total) > total * 1e-9);
  const amount =
    unit === 'samples' && !isWeighted
      ? plural(total, 'sample')
      : `${grouped(side.total)} ${unit === 'samples' ? 'in all' : unit}`;
  const samples = isWeighted && side.samples !== null ? [plural(Math.round(side.samples), 'sample')] : [];
  const details = [...samples, ...runs].join(', ');
  return details === '' ? amount : `${amount} (${details})`;
}

function evidenceOf(comparison: Comparison): string {
  const { level, baseRuns, headRuns } = comparison.evidence;
  if (level === 'none') {
    const isKnown = comparison.base.samples !== null && comparison.head.samples !== null;
    return isKnown
      ? 'Too few samples in a run to tell a change from noise.'
      : 'The number of samples is not known, so nothing can be told from noise.';
  }
  if (level === 'measured') {
    return `${runsOf(baseRuns, headRuns)}: run-to-run spread measured, ${spreadOf(comparison.evidence)}.`;
  }
  if (level === 'calibrated')
    return `Run-to-run spread taken from stored runs of one build, ${spreadOf(comparison.evidence)}.`;
  return assumedWords(comparison);
}

/** What fewer than three runs on a side can claim, and what five could. */
function assumedWords({ evidence }: Comparison): string {
  const { baseRuns, headRuns, tauBase, detectable } = evidence;
  const isSingle = baseRuns === 1 && headRuns === 1;
  const runs = isSingle ? 'One run per side' : runsOf(baseRuns, headRuns);
  const said = `${runs}: run-to-run spread is assumed (${Math.round(tauBase * 100)} %), not measured.`;
  if (detectable === null) return said;
  const factor = Number((detectable.reaches / 0.05).toPrecision(1));
  return `${said} Only changes above about ${factor} times can be claimed. 5 runs per side at that spread would detect 5 % -> ${percent(detectable.withFiveRuns)}.`;
}

function explanationWords(comparison: Comparison, one: Explanation): ExplanationWords {
  const shares = shownShares(comparison, one);
  const change =
    undrawnChange(comparison, one) ?? changeOf(comparison, shares.base, shares.head, placeOf(comparison, one));
  const beside = besideOthers(one);
  return {
    title: titleOf(comparison, one),
    chain: chainOf(comparison, one),
    change: beside === null ? change : `${change}; ${beside}`,
    shares,
    beside,
    verdict: verdictOf(comparison, one),
    shift: shiftOf(comparison, one),
  };
}

/**
 * Shares to show for the title: of the innermost frame of a chain, whose name the title is, not of the frame of nearly the
 * same weight that the scan happened to pick.
 */
function shownShares({ tree }: Comparison, one: Explanation): ExplanationWords['shares'] {
  const [base, head] = tree.sides;
  if (one.kind !== 'N' || base === undefined || head === undefined) {
    return { base: one.baseShare, head: one.headShare };
  }
  return { base: base.total[one.focus]! / base.sum, head: head.total[one.focus]! / head.sum };
}

/** A region that a drawing may have left out is neither new nor gone. */
function undrawnChange(comparison: Comparison, one: Explanation): string | null {
  if (one.undrawn === null) return null;
  const other = one.undrawn === 'base' ? 'head' : 'base';
  const share = one.undrawn === 'base' ? one.headShare : one.baseShare;
  return `is not drawn in ${one.undrawn}, where it may be too narrow; in ${other} it has ${percent(share)} of ${weightName(comparison.valueType)}`;
}

function titleOf(comparison: Comparison, one: Explanation): string {
  const name = one.kind === 'N' ? nodeNameOf(comparison, one.focus) : nameOf(comparison, one.func);
  const titles: Readonly<Record<Explanation['kind'], string>> = {
    N: name,
    S: `own time of ${name} on this path`,
    F: `${name}, on all paths,`,
    G: `own time of ${name}`,
    E: `${name} called from ${nameOf(comparison, one.caller)}`,
  };
  return titles[one.kind];
}

/** "called here only through entry; samples cannot tell which of the 4 frames changed". */
function chainOf(comparison: Comparison, one: Explanation): string | null {
  if (one.kind !== 'N' || one.entry === one.focus) return null;
  const frames = comparison.tree.depth[one.focus]! - comparison.tree.depth[one.entry]! + 1;
  return `called here only through ${nodeNameOf(comparison, one.entry)}; samples cannot tell which of the ${grouped(frames)} frames changed`;
}

/** " on this path" for a path that is new or gone while its function is not. */
function placeOf({ functions }: Comparison, { kind, func, baseShare, headShare }: Explanation): '' | ' on this path' {
  if (kind !== 'N') return '';
  const isElsewhere =
    baseShare === 0 ? functions.baseTotal[func]! > 0 : headShare === 0 && functions.headTotal[func]! > 0;
  return isElsewhere ? ' on this path' : '';
}

/** Explanations after the first are found with the ones above taken out, and their own change may only show there. */
function besideOthers({ base, head, baseShare, headShare, undrawn, undrawnMost }: Explanation): string | null {
  const differs = Math.abs(base - baseShare) > 0.001 || Math.abs(head - headShare) > 0.001;
  if (!differs) return null;
  // What is not drawn is not 0 %: it has a bound, or none is known.
  const most = undrawnMost === null ? 'an unknown share' : `at most ${percent(undrawnMost)}`;
  const [from, to] = [undrawn === 'base' ? most : percent(base), undrawn === 'head' ? most : percent(head)];
  return `with the changes above taken out, from ${from} to ${to}`;
}

/** True when noise and runs would confirm it, and only what a drawing leaves out does not (`heldToDrawings`). */
function isHeldByDrawing({ base, head }: Comparison, { z, q }: Explanation): boolean {
  return (base.pruned !== null || head.pruned !== null) && isBeyondNoise(z, q);
}

function verdictOf(comparison: Comparison, one: Explanation): string {
  const { evidence } = comparison;
  if (evidence.level === 'none') return 'No evidence either way.';
  if (one.label === 'confirmed') {
    const tested = one.q === null ? `${one.z.toFixed(1)} standard errors, ${spreadOf(evidence)}` : probability(one.q);
    return `Confirmed: ${runsOf(evidence.baseRuns, evidence.headRuns)}, ${tested}.`;
  }
  if (one.label === 'suspected' && isHeldByDrawing(comparison, one)) {
    return `Suspected, not confirmed: ${one.z.toFixed(1)} standard errors, but frames too narrow to be drawn may explain it.`;
  }
  if (one.label === 'suspected') return `Suspected: ${one.z.toFixed(1)} standard errors, ${spreadOf(evidence)}.`;
  return `Within what runs of the same build do (${spreadOf(evidence)}). Not evidence.`;
}

function shiftOf(comparison: Comparison, one: Explanation): string | null {
  const { shift, shiftWith } = one;
  const other = shiftWith === null ? undefined : comparison.explanations[shiftWith];
  if (shift === null || other === undefined) return null;
  const [from, to] = one.headShare < one.baseShare ? [one, other] : [other, one];
  const moved = points(shift.moved).replace('+', '');
  if (shift.kind === 'siblings') {
    const parent = shift.at === 0 ? 'the root' : nodeNameOf(comparison, shift.at);
    const share = percent((comparison.tree.sides[0]?.total[shift.at] ?? 0) / (comparison.tree.sides[0]?.sum ?? 1));
    return `${moved} moved from ${titleOf(comparison, from)} to ${titleOf(comparison, to)} under ${parent}; ${parent} itself is unchanged (${share})`;
  }
  const name = nameOf(comparison, shift.at);
  const caller = (region: Explanation) =>
    region.kind === 'E'
      ? nameOf(comparison, region.caller)
      : nodeNameOf(comparison, comparison.tree.parent[region.entry] ?? 0);
  return `${name} is unchanged in total, but ${moved} now come from ${caller(to)} instead of ${caller(from)}`;
}

/** What the colours and marks of the picture mean, for every face that draws it. */
export const LEGEND = {
  grew: 'larger share in head (bad)',
  shrank: 'smaller share in head (bad)',
  same: 'same share, or moved only because the rest did',
  new: 'new: only in head',
  gone: 'gone: only in base (drawn with its base width)',
} as const;

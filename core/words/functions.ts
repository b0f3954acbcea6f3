import { STATES } from '../diff/comparison.ts';
import type { Comparison, SideSummary } from '../diff/comparison.ts';
import type { Interval, ShareBounds } from '../diff/intervals.ts';
import { BASE, HEAD } from '../tree/union.ts';
import { percent, plural, points, probability, times } from './numbers.ts';
import { changeOf } from './parts.ts';

/**
 * What became of one function, and how sure that is: a clause that stands behind its name (DIFF-SPEC 13). `bounds`: where a
 * side was drawn with narrow frames left out; null when both sides show all.
 */
export function functionWords(comparison: Comparison, func: number, bounds: ShareBounds | null = null): string {
  const { functions, tree } = comparison;
  const [baseSum, headSum] = [tree.sides[BASE]?.sum ?? 0, tree.sides[HEAD]?.sum ?? 0];
  if (!(baseSum > 0 && headSum > 0)) return 'n/a: a side has no samples';
  const [B, H] = [functions.baseTotal[func]! / baseSum, functions.headTotal[func]! / headSum];
  const state = STATES[functions.state[func]!] ?? 'undecided';
  const isOpen = bounds !== null && (bounds.base.lo !== bounds.base.hi || bounds.head.lo !== bounds.head.hi);
  if (isOpen && state !== 'undecided' && state !== 'diluted') return boundedWords(comparison, B, H, bounds, 'proven');
  switch (state) {
    case 'same':
      return `unchanged at ${percent(B)}`;
    case 'undecided':
      return boundedWords(comparison, B, H, bounds, 'undecided');
    case 'new':
      return `${oneSided('new', H, comparison.head, 'base', comparison.base)}${tested(comparison, func)}`;
    case 'gone':
      return `${oneSided('gone', B, comparison.base, 'head', comparison.head)}${tested(comparison, func)}`;
    case 'unseen':
      return B === 0 ? unseenWords('base', comparison.base) : unseenWords('head', comparison.head);
    case 'diluted':
      return dilutedWords(comparison, B, H);
    case 'shrank':
      return `${comparison.dilution < 1 ? besideDilution(comparison, B, H) : changeOf(comparison, B, H)}${tested(comparison, func)}`;
    default:
      return `${changeOf(comparison, B, H)}${tested(comparison, func)}`;
  }
}

/** ", q = 0.0003, 95 % interval +4.1 to +6.0 points": empty where the function was not tested. */
function tested({ functions }: Comparison, func: number): string {
  const q = functions.q?.[func] ?? Number.NaN;
  if (Number.isNaN(q)) return '';
  const [low, high] = [functions.low[func]!, functions.high[func]!];
  return `, ${probability(q)}, 95 % interval ${points(low).replace(' points', '')} to ${points(high)}`;
}

/** "new: 412 samples, not one in base (base share below 0.03 %)": below 3 / n with 95 % (DIFF-SPEC 7). */
function oneSided(
  word: 'new' | 'gone',
  share: number,
  here: SideSummary,
  where: 'base' | 'head',
  there: SideSummary,
): string {
  const size = here.samples === null ? percent(share) : plural(Math.round(share * here.samples), 'sample');
  const most = there.samples === null ? '' : ` (${where} share below ${percent(3 / there.samples)})`;
  return `${word}: ${size}, not one in ${where}${most}`;
}

/** "not seen in base, could be up to 0.30 %". */
function unseenWords(where: 'base' | 'head', { samples }: SideSummary): string {
  return `not seen in ${where}${samples === null ? '' : `, could be up to ${percent(Math.min(1, 3 / samples))}`}`;
}

/** "fell from 93.0 % to 15.0 % only because other work grew." and what is known of its own cost. */
function dilutedWords(comparison: Comparison, B: number, H: number): string {
  const grew = H > B;
  const moved = `${grew ? 'grew' : 'fell'} from ${percent(B)} to ${percent(H)} only because other work ${grew ? 'shrank' : 'grew'}.`;
  const split = comparison.metrics?.split ?? null;
  if (split === null) return `${moved} Its own cost may be unchanged, lower or higher.`;
  const cost = (H / B) * split.costRatio;
  if (Math.abs(Math.log(cost)) < 0.01) return `${moved} Per ${unitOfWork(split.throughput)} it costs the same.`;
  return `${moved} Per ${unitOfWork(split.throughput)} it costs ${cost > 1 ? times(cost) : times(1 / cost)} ${cost > 1 ? 'MORE' : 'LESS'}.`;
}

function unitOfWork(throughput: string): string {
  return throughput === 'tps' ? 'transaction' : throughput === 'qps' ? 'query' : 'event';
}

/** "fell more than dilution explains: from 20 % to 4 %, 10 % expected."; "less" when its own cost grew beside the rest. */
function besideDilution({ dilution }: Comparison, B: number, H: number): string {
  const expected = B * dilution;
  return `fell ${H < expected ? 'more' : 'less'} than dilution explains: from ${percent(B)} to ${percent(H)}, ${percent(expected)} expected`;
}

/** "shrank by 0.71 to 1.20 points (base 1.2 %; head was drawn …)"; "undecided: too narrow to be drawn on one side". */
function boundedWords(
  { base, head }: Comparison,
  B: number,
  H: number,
  bounds: ShareBounds | null,
  verdict: 'proven' | 'undecided',
): string {
  if (bounds === null) return 'undecided: too narrow to be drawn on one side';
  const said = (name: 'base' | 'head', side: SideSummary, share: number, { lo, hi }: Interval) =>
    lo === hi
      ? `${name} ${percent(share)}`
      : `${name} was drawn with frames under ${percent((side.pruned?.weight ?? 0) / Number(side.total))} removed: at least ${percent(lo)}, at most ${percent(hi)} where it is drawn`;
  const detail = `${said('base', base, B, bounds.base)}; ${said('head', head, H, bounds.head)}`;
  if (verdict === 'undecided') return `undecided: too narrow to be drawn on one side (${detail})`;
  const [low, high] = [bounds.head.lo - bounds.base.hi, bounds.head.hi - bounds.base.lo];
  const [least, most] = low > 0 ? [low, high] : [-high, -low];
  const size = `${(least * 100).toFixed(2)} to ${(most * 100).toFixed(2)} points`;
  return `${low > 0 ? 'grew' : 'shrank'} by ${size} (${detail})`;
}

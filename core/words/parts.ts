import type { Comparison } from '../diff/comparison.ts';
import { visible } from '../text/visible.ts';
import { percent, plural, points, times } from './numbers.ts';

/** Parts of sentences that several kinds of sentences share. */

export function nameOf({ tree }: Comparison, func: number): string {
  return visible(tree.functions.names[func] ?? '');
}

export function nodeNameOf(comparison: Comparison, node: number): string {
  return nameOf(comparison, comparison.tree.func[node] ?? -1);
}

/** "grew from 7.0 % to 85.0 % of samples (+78.0 points, 12.1 times)". */
export function changeOf(
  { valueType }: Pick<Comparison, 'valueType'>,
  base: number,
  head: number,
  place: '' | ' on this path' = '',
): string {
  const weight = weightName(valueType);
  const delta = points(head - base);
  if (base === 0) return `is new${place}: ${percent(head)} of ${weight} (${delta})`;
  if (head === 0) return `is gone${place}: it had ${percent(base)} of ${weight} (${delta})`;
  const verb = head > base ? 'grew' : 'fell';
  return `${verb} from ${percent(base)} to ${percent(head)} of ${weight} (${delta}, ${times(head / base)})`;
}

/** What shares are of: `samples`, `nanoseconds`, `cycles:u (count)`. Drawings abbreviate a unit as its name. */
export function weightName({ name, unit }: Comparison['valueType']): string {
  if (unit === 'samples' || unit === 'count') return name === 'samples' ? 'samples' : `${name} (${unit})`;
  return name === unit || ABBREVIATIONS.get(name) === unit ? unit : `${name} (${unit})`;
}

const ABBREVIATIONS = new Map([
  ['ns', 'nanoseconds'],
  ['us', 'microseconds'],
  ['ms', 'milliseconds'],
  ['s', 'seconds'],
]);

export function runsOf(base: number, head: number): string {
  return base === head ? `${plural(base, 'run')} per side` : `${plural(base, 'run')} of base, ${head} of head`;
}

/** "assumed spread 20 %": tau is the sd of a logit share, near enough the relative sd of a small share. */
export function spreadOf({ level, tauBase, tauHead }: Comparison['evidence']): string {
  const [base, head] = [Math.round(tauBase * 100), Math.round(tauHead * 100)];
  const size = base === head ? `${base} %` : `${base} % and ${head} %`;
  return level === 'measured' ? `spread ${size}` : `${level} spread ${size}`;
}

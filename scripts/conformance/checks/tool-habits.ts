import { frameModule, nodeName } from '../../../core/model/profile.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { totalsOf } from '../../../core/model/totals.ts';
import type { Column } from '../product.ts';

export interface Sums {
  readonly total: number;
  readonly stacks: number;
}

/**
 * Collapsers that count single lines of a report (those without a line below them, or less what stands below), so that
 * lines which are one place in a call tree count differently: what they make of a file says nothing about its profile.
 */
export const COUNT_LINES: ReadonlySet<string> = new Set(['macos-sample', 'vsprof-csv']);

/**
 * Total and number of stacks as the collapsers of inferno count them, from a profile of the same file. They choose one
 * value and round it; null where they count plainly.
 */
export function sumsOfCollapser(format: string, profile: Profile): Sums | null {
  // Seconds become whole milliseconds, line by line.
  if (format === 'vtune-csv') return sumsOf(profile.values[0], (value) => Math.round(value / 1e6));
  const isShares = profile.valueTypes[0]?.unit === 'percent';
  if (format === 'ghc-prof' && isShares) return sumsOf(profile.values[0], (value) => Math.round(value * 10));
  return null;
}

function sumsOf(values: Float64Array | undefined, counted: (value: number) => number): Sums {
  let [total, stacks] = [0, 0];
  for (const value of values ?? []) {
    const count = counted(value);
    total += count;
    if (count !== 0) stacks++;
  }
  return { total, stacks };
}

/** Self values by leaf, spelled as stackcollapse.pl does for DTrace: with the module, without arguments of `::` names. */
export function dtraceSelfByName({ profile, valueType }: Column): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [node, self] of (profile.values[valueType] ?? []).entries()) {
    if (self === 0) continue;
    const module = frameModule(profile, profile.nodes.frame[node] ?? -1);
    const whole = `${module === null ? '' : `${module}\``}${nodeName(profile, node)}`;
    const name = whole.replace(/(::.*)[(<].*/s, '$1');
    sums.set(name, (sums.get(name) ?? 0) + self);
  }
  return sums;
}

/** What pmcstat did not print stands under roots of its own, which other readers leave out. */
export function printedTotal({ profile, valueType }: Column): number {
  const totals = totalsOf(profile.nodes.parent, profile.values[valueType] ?? new Float64Array());
  let total = 0;
  for (const [node, parent] of profile.nodes.parent.entries()) {
    if (parent === 0 && !nodeName(profile, node).endsWith(' not printed]')) total += totals[node] ?? 0;
  }
  return total;
}

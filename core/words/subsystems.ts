import type { Comparison } from '../diff/comparison.ts';

/** What a drawing does to shares of subsystems; null when no side is one (DIFF-SPEC 7). */
export function subsystemsCaution({ base, head }: Pick<Comparison, 'base' | 'head'>): string | null {
  if (base.pruned === null && head.pruned === null) return null;
  const sides =
    base.pruned !== null && head.pruned !== null
      ? 'Both sides are drawings'
      : `${base.pruned === null ? 'head' : 'base'} is a drawing`;
  return `${sides} that left narrow frames out: those count for the frames above them, so these shares are approximate and may even have the wrong sign.`;
}

/** Pairs of the alignment that are shown as one frame (DIFF-SPEC 6). Display only: no number outside the graph changes. */
import type { AlignedPair, Comparison } from '../../core/diff/comparison.ts';

/** `0.3` in the address: places in the alignment. */
export function joinedPairs(text: string): ReadonlySet<number> {
  return new Set(
    text
      .split('.')
      .filter((part) => /^\d{1,6}$/.test(part))
      .map(Number),
  );
}

export function joinedText(places: ReadonlySet<number>): string {
  return [...places].sort((a, b) => a - b).join('.');
}

/** A renamed function has two names; what was inlined or outlined is no frame of its own on one side. */
export function canJoin({ kind }: AlignedPair): boolean {
  return kind === 'rename';
}

/** By function, the one that stands in its place in the graph: a rename is drawn under the name that head has. Null: none. */
export function joinedAliases(
  { alignment, tree }: Pick<Comparison, 'alignment' | 'tree'>,
  places: ReadonlySet<number>,
): Int32Array | null {
  const alias = Int32Array.from(tree.functions.names.keys());
  let isAny = false;
  for (const place of places) {
    const pair = alignment[place];
    if (pair === undefined || !canJoin(pair)) continue;
    alias[pair.base] = pair.head;
    isAny = true;
  }
  return isAny ? alias : null;
}

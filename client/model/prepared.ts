/** A comparison with what the page asks of it first: made in a thread, so that the page does not stand still. */
import { STATES } from '../../core/diff/comparison.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import { nodeStates } from '../../core/diff/node-states.ts';
import { layoutWeights } from '../../core/layout/flame-layout.ts';
import { comparisonWords } from '../../core/words/comparison.ts';
import type { ComparisonWords } from '../../core/words/comparison.ts';
import { withShortNames } from '../../core/words/short-names.ts';

export interface Prepared {
  readonly comparison: Comparison;
  readonly words: ComparisonWords;
  /** Index into STATES, by node. */
  readonly states: Uint8Array;
  /** Of `layoutWeights`, union layout. */
  readonly weights: Float64Array;
}

export function prepared(comparison: Comparison): Prepared {
  const stateOf = nodeStates(comparison);
  const index = new Map(STATES.map((state, at) => [state, at]));
  const states = new Uint8Array(comparison.tree.length);
  for (let node = 0; node < states.length; node++) states[node] = index.get(stateOf(node)) ?? 0;
  const { tree } = comparison;
  return {
    comparison,
    words: comparisonWords(withShortNames(comparison)),
    states,
    weights: layoutWeights(tree, 'union'),
  };
}

/** The memory of all columns, to be handed over to another thread instead of copied. */
export function columnsOf({ comparison, states, weights }: Prepared): readonly ArrayBuffer[] {
  const { tree, functions } = comparison;
  const columns = [
    states,
    weights,
    tree.parent,
    tree.end,
    tree.depth,
    tree.func,
    tree.outermost,
    ...tree.sides.flatMap(({ self, total, runs }) => [self, total, ...runs]),
    ...Object.values(functions),
  ] as readonly { readonly buffer: ArrayBufferLike }[];
  // Columns may be views of one file, and one column stands in two places.
  return [...new Set(columns.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}

import { BASE, HEAD } from '../tree/union.ts';
import type { Comparison, SideSummary, State } from './comparison.ts';
import { hiddenOf } from './intervals.ts';
import { edgesOf } from './regions.ts';
import { statesOf } from './states.ts';

/** What became of each node, by the rules and the evidence of the comparison (DIFF-SPEC 1 and 7). */
export function nodeStates(comparison: Comparison): (node: number) => State {
  const { tree, evidence, explanations, dilution } = comparison;
  const [base, head] = [tree.sides[BASE], tree.sides[HEAD]];
  if (base === undefined || head === undefined) return () => 'undecided';
  const prunedOf = ({ runs }: SideSummary) => runs.map((run) => run.pruned);
  const states = statesOf(tree, {
    base: { samples: comparison.base.samples, tau: evidence.tauBase, runs: base.runs.length },
    head: { samples: comparison.head.samples, tau: evidence.tauHead, runs: head.runs.length },
    baseHidden: hiddenOf(tree, base, prunedOf(comparison.base)),
    headHidden: hiddenOf(tree, head, prunedOf(comparison.head)),
    explanations,
    edges: edgesOf(tree),
    dilution,
  });
  return (node) => states.ofNode(node);
}

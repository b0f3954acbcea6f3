import type { EvidenceLevel, Explanation, FunctionCounts } from './comparison.ts';
import { coverageOf } from './coverage.ts';
import { explainDecided } from './decidable.ts';
import { dilutionOf } from './dilution.ts';
import { functionValues } from './functions.ts';
import { heldToDrawings } from './drawing-limits.ts';
import { hiddenOf } from './intervals.ts';
import type { Hidden } from './intervals.ts';
import type { RegionTest } from './run-shares.ts';
import type { SideNoise } from './shares.ts';
import { statesOf } from './states.ts';
import type { States } from './states.ts';
import type { Pruned } from '../model/profile.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';

/** What is known of one side beside its counts. */
export interface SideFacts {
  /** Samples of all its runs, null when the files hold only weights (DIFF-SPEC 1, 3.2a). */
  readonly samples: number | null;
  /** Run-to-run sd on the logit scale: measured, calibrated or assumed. */
  readonly tau: number;
  /** Parallel to the runs: the drawing limit of each, null for a run that is not a drawing. */
  readonly pruned: readonly (Pruned | null)[];
}

export interface CompareFacts {
  readonly base: SideFacts;
  readonly head: SideFacts;
  readonly level: EvidenceLevel;
  /** Without the growth preference: the exact mirror of the swapped comparison (DIFF-SPEC 5). */
  readonly neutral?: boolean;
  /** q of the picked regions over the runs (DIFF-SPEC 3.3). Without it labels go by z alone. */
  readonly regionTest?: RegionTest;
}

export interface TreeComparison {
  readonly functions: FunctionCounts;
  readonly explanations: readonly Explanation[];
  readonly dilution: number;
  /** Part of the difference beyond noise that the explanations account for; null when there is none (DIFF-SPEC 5). */
  readonly coverage: number | null;
  /** States of the functions, and of nodes one by one: a view shows few of them. */
  readonly states: States;
  /** What drawings may hide of each node, for intervals (DIFF-SPEC 7). */
  readonly baseHidden: Hidden;
  readonly headHidden: Hidden;
}

/** Everything that the counts of base (`sides[0]`) and head (`sides[1]`) say by themselves. O(nodes + edges). */
export function compareTrees(tree: UnionTree, facts: CompareFacts): TreeComparison {
  const base = noiseOf(tree, BASE, facts.base);
  const head = noiseOf(tree, HEAD, facts.head);
  const baseHidden = hiddenOf(tree, tree.sides[BASE]!, facts.base.pruned);
  const headHidden = hiddenOf(tree, tree.sides[HEAD]!, facts.head.pruned);
  const {
    explanations: found,
    rest,
    edges,
  } = explainDecided(tree, baseHidden, headHidden, {
    base,
    head,
    level: facts.level,
    ...(facts.neutral === undefined ? {} : { neutral: facts.neutral }),
    ...(facts.regionTest === undefined ? {} : { regionTest: facts.regionTest }),
  });
  const explanations = heldToDrawings(
    found,
    tree,
    { hidden: baseHidden, pruned: facts.base.pruned, noise: base },
    { hidden: headHidden, pruned: facts.head.pruned, noise: head },
  );
  const dilution = dilutionOf(explanations);
  const states = statesOf(tree, { base, head, baseHidden, headHidden, explanations, edges, dilution });
  const [baseValues, headValues] = functionValues(tree);
  return {
    functions: {
      baseSelf: baseValues!.self,
      headSelf: headValues!.self,
      baseTotal: baseValues!.total,
      headTotal: headValues!.total,
      state: states.functions,
    },
    explanations,
    dilution,
    coverage: rest === null || explanations.length === 0 ? null : coverageOf(tree, rest, base, head),
    states,
    baseHidden,
    headHidden,
  };
}

function noiseOf(tree: UnionTree, side: number, { samples, tau }: SideFacts): SideNoise {
  return { samples, tau, runs: tree.sides[side]?.runs.length ?? 0 };
}

import type { AlignedPair } from '../diff/comparison.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';
import { dissolved } from './dissolve.ts';
import { renames } from './rename.ts';
import { OutermostNodes, SideView, nearestCommon } from './side.ts';

/** Functions below this share are not looked at. */
const LEAST_SHARE = 0.001;
/** From this score on the aligned view puts the two rows together. */
const JOIN = 0.7;

export interface AlignOptions {
  /** d of DIFF-SPEC 1: what did not change is expected at this ratio. */
  readonly dilution: number;
  /** Pairs that somebody said are not the same, by function of base and of head. */
  readonly rejected: (base: number, head: number) => boolean;
}

export interface Alignment {
  /** Strongest first. */
  readonly pairs: readonly AlignedPair[];
  /** Functions that were left out because the trees are too deep for all of them; 0 but for strange profiles. */
  readonly unexamined: number;
}

/**
 * Suggested renames, inlinings and outlinings (DIFF-SPEC 6). Candidates are functions on one side only with 0.1 % of it;
 * a function present on both is never touched. Display only: no total, gate or explanation depends on it.
 * O(n + candidates · log candidates).
 */
export function align(tree: UnionTree, { dilution, rejected }: AlignOptions): Alignment {
  const nodes = new OutermostNodes(tree);
  const base = new SideView(tree, BASE, nodes);
  const head = new SideView(tree, HEAD, nodes);
  if (!(base.total > 0) || !(head.total > 0)) return { pairs: [], unexamined: 0 };

  const functions = tree.functions.length;
  const common = Uint8Array.from({ length: functions }, (_, f) => +(base.inclusive[f]! > 0 && head.inclusive[f]! > 0));
  const gone = candidates(tree, nodes, base, head);
  const made = candidates(tree, nodes, head, base);
  const surroundings = { base, head, common, nearest: nearestCommon(tree, common), names: tree.functions.names };

  const renamed = renames(gone.kept, made.kept, surroundings, dilution, rejected);
  const oldNames = new Set(renamed.map(({ base: f }) => f));
  const newNames = new Set(renamed.map(({ head: g }) => g));
  const inlined = dissolved(
    gone.kept.filter((f) => !oldNames.has(f)),
    { from: base, to: head, fromFactor: dilution, toFactor: 1 },
    surroundings,
  ).filter(({ func, caller }) => !rejected(func, caller));
  const outlined = dissolved(
    made.kept.filter((g) => !newNames.has(g)),
    { from: head, to: base, fromFactor: 1, toFactor: dilution },
    surroundings,
  ).filter(({ func, caller }) => !rejected(caller, func));

  const pairs: AlignedPair[] = [
    ...renamed.map(({ base: f, head: g, score }) => pair('rename', f, g, score)),
    ...inlined.map(({ func, caller, score }) => pair('inline', func, caller, score)),
    ...outlined.map(({ func, caller, score }) => pair('outline', caller, func, score)),
  ];
  return { pairs: pairs.sort(byScore(tree.functions.names)), unexamined: gone.left + made.left };
}

/** How many functions `align` leaves out, without looking for pairs. O(n) for all but strange profiles. */
export function unexaminedIn(tree: UnionTree): number {
  let nesting = 0;
  for (let node = 0; node < tree.length; node++) nesting += tree.end[node]! - node;
  if (nesting <= budgetOf(tree)) return 0;
  const nodes = new OutermostNodes(tree);
  const base = new SideView(tree, BASE, nodes);
  const head = new SideView(tree, HEAD, nodes);
  if (!(base.total > 0) || !(head.total > 0)) return 0;
  return candidates(tree, nodes, base, head).left + candidates(tree, nodes, head, base).left;
}

function pair(kind: AlignedPair['kind'], base: number, head: number, score: number): AlignedPair {
  return { kind, base, head, score, joined: score >= JOIN };
}

/** Nodes that the subtrees of all candidates together may have, per node of the tree: real stacks nest far less. */
const MOST_NESTING = 64;
const LEAST_BUDGET = 1_000_000;

function budgetOf(tree: UnionTree): number {
  return MOST_NESTING * tree.length + LEAST_BUDGET;
}

/** Functions of `here` only, heaviest first, as many as can be looked at in linear time. */
function candidates(tree: UnionTree, nodes: OutermostNodes, here: SideView, there: SideView) {
  const { names } = tree.functions;
  const found: number[] = [];
  for (let f = 0; f < names.length; f++) {
    if (there.inclusive[f]! > 0) continue;
    if (here.inclusive[f]! > 0 && here.inclusive[f]! >= LEAST_SHARE * here.total) found.push(f);
  }
  found.sort((a, b) => here.inclusive[b]! - here.inclusive[a]! || (names[a]! < names[b]! ? -1 : 1));
  let budget = budgetOf(tree);
  const kept = found.filter((f) => {
    for (const node of nodes.of(f)) budget -= tree.end[node]! - node;
    return budget >= 0;
  });
  return { kept, left: found.length - kept.length };
}

function byScore(names: readonly string[]) {
  const key = ({ base, head, kind }: AlignedPair) => `${names[base]}\n${names[head]}\n${kind}`;
  return (a: AlignedPair, b: AlignedPair) => b.score - a.score || (key(a) < key(b) ? -1 : 1);
}

import { nodeName } from '../../core/model/profile.ts';
import type { Profile } from '../../core/model/profile.ts';
import type { UnionTree } from '../../core/tree/union.ts';
import type { Column } from './product.ts';

export type Value = number | bigint;

/** Self value of a node, exact where the profile has it exact. */
function selfAt({ profile, valueType }: Column, node: number): Value {
  return profile.exactValues[valueType]?.[node] ?? profile.values[valueType]?.[node] ?? 0;
}

function framesOf(profile: Profile, node: number): readonly string[] {
  const names: string[] = [];
  for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0) names.push(nodeName(profile, at));
  return names.reverse();
}

export interface Stack {
  /** Root first. */
  readonly frames: readonly string[];
  readonly self: Value;
}

/** Stacks with a value: for small files only, since every path is written out. */
export function stacksOf(column: Column): readonly Stack[] {
  const stacks: Stack[] = [];
  for (let node = 0; node < column.profile.nodes.length; node++) {
    const self = selfAt(column, node);
    if (Number(self) !== 0) stacks.push({ frames: framesOf(column.profile, node), self });
  }
  return stacks;
}

/** Self values summed by the name of the leaf; `rootName` is what the root node is called there. */
export function selfByName(column: Column, rootName = ''): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (let node = 0; node < column.profile.nodes.length; node++) {
    const self = Number(selfAt(column, node));
    if (self === 0) continue;
    const name = node === 0 ? rootName : nodeName(column.profile, node);
    sums.set(name, (sums.get(name) ?? 0) + self);
  }
  return sums;
}

/** Sums of the positive and of the negative self values. */
export function signedSums(column: Column): { readonly positive: number; readonly negative: number } {
  let positive = 0;
  let negative = 0;
  for (const value of column.profile.values[column.valueType] ?? []) {
    if (value > 0) positive += value;
    else negative += value;
  }
  return { positive, negative };
}

/** Paths of a union tree, joined by ";", to their nodes; the root is the empty path. */
export function unionPaths(tree: UnionTree): ReadonlyMap<string, number> {
  const path: string[] = [''];
  const nodes = new Map<string, number>([['', 0]]);
  for (let node = 1; node < tree.length; node++) {
    const parent = tree.parent[node] ?? 0;
    const name = tree.functions.names[tree.func[node] ?? 0] ?? '';
    path[node] = parent === 0 ? name : `${path[parent] ?? ''};${name}`;
    nodes.set(path[node] ?? '', node);
  }
  return nodes;
}

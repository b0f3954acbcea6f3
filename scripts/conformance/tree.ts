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

/** Paths of a union tree, joined by ";", to its nodes and back. Nothing is written out before it is asked for: trees may be 100,000 deep. */
export class UnionPaths {
  readonly #tree: UnionTree;

  constructor(tree: UnionTree) {
    this.#tree = tree;
  }

  /** -1 when there is no such path; the root is the empty one. Names may hold ";" themselves, so several ways are tried. */
  nodeOf(path: string): number {
    if (path === '') return 0;
    const { end } = this.#tree;
    const open: { readonly node: number; readonly at: number }[] = [{ node: 0, at: 0 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, at } = next;
      for (let child = node + 1; child < (end[node] ?? 0); child = end[child] ?? Infinity) {
        const name = this.#nameOf(child);
        if (!path.startsWith(name, at)) continue;
        const after = at + name.length;
        if (after === path.length) return child;
        if (path[after] === ';') open.push({ node: child, at: after + 1 });
      }
    }
    return -1;
  }

  pathOf(node: number): string {
    const names: string[] = [];
    for (let at = node; at > 0; at = this.#tree.parent[at] ?? 0) names.push(this.#nameOf(at));
    return names.reverse().join(';');
  }

  #nameOf(node: number): string {
    return this.#tree.functions.names[this.#tree.func[node] ?? 0] ?? '';
  }
}

import fc from 'fast-check';
import { profileOf } from '../model/profile-of.ts';
import type { Profile } from '../model/profile.ts';
import { unionTree } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';

/** One stack of a drawn profile: frames root first, and its count. */
export interface DrawnStack {
  readonly frames: readonly string[];
  readonly count: number;
}

export interface StackShape {
  /** Few names make recursion likely. */
  readonly names?: readonly string[];
  readonly maxDepth?: number;
  readonly maxStacks?: number;
  readonly maxCount?: number;
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Random stacks below one root frame, with direct and mutual recursion; the same stack may come twice. */
export function arbitraryStacks(shape: StackShape = {}): fc.Arbitrary<readonly DrawnStack[]> {
  const { names = NAMES, maxDepth = 6, maxStacks = 24, maxCount = 500 } = shape;
  const frames = fc
    .array(fc.constantFrom(...names), { minLength: 0, maxLength: maxDepth - 1 })
    .map((below) => ['main', ...below]);
  return fc.array(fc.record({ frames, count: fc.integer({ min: 1, max: maxCount }) }), {
    minLength: 1,
    maxLength: maxStacks,
  });
}

/** The text that `profileOf` reads. */
export function textOf(stacks: readonly DrawnStack[]): string {
  return stacks.map(({ frames, count }) => `${frames.join(';')} ${count}`).join('\n');
}

export function arbitraryProfile(shape: StackShape = {}): fc.Arbitrary<Profile> {
  return arbitraryStacks(shape).map((stacks) => profileOf(textOf(stacks)));
}

/** Union tree of sides that each are texts of their runs: `treeOf(['main;a 1'], ['main;a 2', 'main;b 1'])`. */
export function treeOf(...sides: readonly (readonly string[])[]): UnionTree {
  const made = unionTree(sides.map((runs) => runs.map((text) => ({ profile: profileOf(text), valueType: 0 }))));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

/** Functions of a path of `tree`, root first: `main;a;b`. */
export function pathOf(tree: UnionTree, node: number): string {
  const names: string[] = [];
  for (let up = node; up > 0; up = tree.parent[up]!) names.push(tree.functions.names[tree.func[up]!]!);
  return names.reverse().join(';');
}

/** The node of a path written like that; throws when there is none. */
export function nodeOf(tree: UnionTree, path: string): number {
  for (let node = 1; node < tree.length; node++) if (pathOf(tree, node) === path) return node;
  throw new Error(`no node ${path}`);
}

export function functionOf(tree: UnionTree, name: string): number {
  const func = tree.functions.names.indexOf(name);
  if (func === -1) throw new Error(`no function ${name}`);
  return func;
}

import type { ProfileBuilder } from '../../core/model/builder.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex } from '../../core/model/profile.ts';
import type { ReadContext } from '../importer.ts';
import type { JsonObject, Shape } from './shape.ts';
import type { JsonPath } from './walk.ts';

/** A node of a tree of JSON objects that hold their children, with where it stands. */
export interface TreeEntry {
  readonly value: JsonObject;
  readonly parent: TreeEntry | null;
  /** Position among its siblings. */
  readonly index: number;
  readonly depth: number;
  /** Number of entries that were seen before it. */
  readonly order: number;
  /** Children that are to come; the array of the file. */
  readonly children: readonly unknown[];
  /** Node of the profile. */
  readonly node: NodeIndex;
  /** Path of the outermost entry, and key of the children: to say where something stands. */
  readonly tree: TreeOptions;
}

export interface TreeOptions {
  readonly path: JsonPath;
  /** Name of the array of children, such as `children`. */
  readonly childrenKey: string;
}

/**
 * Walks a tree of JSON objects, parents first, without recursion. `frameOf` gives the frame of an entry; null for one
 * that is no frame, whose children then hang at its parent (the root above all stacks). `visit` sees every entry.
 */
export function walkTree(
  root: unknown,
  options: TreeOptions,
  shape: Shape,
  context: ReadContext,
  builder: ProfileBuilder,
  frameOf: (value: JsonObject, entry: Pick<TreeEntry, 'parent' | 'depth' | 'index' | 'tree'>) => FrameIndex | null,
  visit: (entry: TreeEntry) => void,
): void {
  let seen = 0;
  const enter = (value: unknown, parent: TreeEntry | null, index: number): TreeEntry => {
    const place = { parent, index, depth: parent === null ? 0 : parent.depth + 1, tree: options, order: seen++ };
    const object = shape.object(value, ...(shape.ok && !isPlain(value) ? pathOf(place) : []));
    const frame = shape.ok ? frameOf(object, place) : null;
    const above = parent?.node ?? ROOT;
    const children = object[options.childrenKey];
    const entry = {
      ...place,
      value: object,
      node: frame === null ? above : builder.child(above, frame),
      children: Array.isArray(children)
        ? children
        : shape.arrayOrNone(children, ...(children == null ? [] : [...pathOf(place), options.childrenKey])),
    };
    visit(entry);
    return entry;
  };
  const open: { entry: TreeEntry; next: number }[] = [{ entry: enter(root, null, 0), next: 0 }];
  for (let top = open.at(-1); top !== undefined && shape.ok; top = open.at(-1)) {
    const { entry, next } = top;
    if (next === entry.children.length) {
      open.pop();
      continue;
    }
    top.next++;
    const child = enter(entry.children[next], entry, next);
    shape.depth(child.depth, context.limits, ...options.path);
    shape.stop(builder.overflow);
    open.push({ entry: child, next: 0 });
  }
}

/** Path of an entry, then `keys` within it. Costs its depth: only for what is wrong. */
export function pathOf(
  { parent, index, tree }: Pick<TreeEntry, 'parent' | 'index' | 'tree'>,
  ...keys: JsonPath
): JsonPath {
  const path: (string | number)[] = [];
  for (let at: Pick<TreeEntry, 'parent' | 'index'> | null = { parent, index }; at?.parent; at = at.parent) {
    path.push(at.index, tree.childrenKey);
  }
  return [...tree.path, ...path.reverse(), ...keys];
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { ProfileBuilder } from '../../core/model/builder.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex } from '../../core/model/profile.ts';
import type { ReadContext } from '../importer.ts';
import { parentsFirst } from '../json/parents.ts';
import { numberOr, textOr } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';

/** A node as V8 writes it down: the frame is null for the root above all stacks. */
export interface V8Node {
  readonly id: number;
  /** Id of the caller, or null. */
  readonly parent: number | null;
  readonly frame: FrameIndex | null;
  readonly path: JsonPath;
}

/**
 * The frame that V8 describes in `call`, a `callFrame` or an old node: name, script and the line where the function
 * begins (V8 counts lines from 0). Null for `(root)`.
 */
export function v8Frame(builder: ProfileBuilder, shape: Shape, call: JsonObject, path: JsonPath): FrameIndex | null {
  const name = shape.text(call['functionName'], ...path, 'functionName');
  if (name === '(root)') return null;
  const line = numberOr(call['lineNumber'], -1);
  return builder.frame(name === '' ? '(anonymous)' : name, {
    file: textOr(call['url'], null),
    line: Math.max(0, line + 1),
  });
}

/**
 * Puts the nodes into the tree, below `root`; the result gives the node of the profile for each id of the file. A caller
 * that the file does not have is its fault, or, where pieces of a file may be lost, told to `whenLost`.
 */
export function placeNodes(
  nodes: readonly V8Node[],
  builder: ProfileBuilder,
  shape: Shape,
  { limits }: ReadContext,
  root: NodeIndex = ROOT,
  whenLost: ((node: V8Node) => void) | null = null,
): ReadonlyMap<number, NodeIndex> {
  const rows = new Map<number, number>();
  for (const [row, { id, path }] of nodes.entries()) {
    if (rows.has(id)) shape.wrong(id, [...path, 'id'], 'an id that no other node has');
    rows.set(id, row);
  }
  const parents = Int32Array.from(nodes, (node) => {
    if (node.parent === null) return -1;
    const row = rows.get(node.parent);
    if (row !== undefined) return row;
    if (whenLost === null) shape.wrong(node.parent, [...node.path, 'parent'], 'the id of a node');
    else whenLost(node);
    return -1;
  });
  const order = parentsFirst(parents);
  if (order === null) shape.wrong(nodes.length, nodes[0]?.path ?? [], 'nodes that are not their own callers');
  const placed = new Map<number, NodeIndex>();
  if (order === null || !shape.ok) return placed;
  const nodeOf = new Int32Array(nodes.length);
  const depthOf = new Int32Array(nodes.length);
  for (const row of order) {
    const { id, frame, path } = nodes[row]!;
    const parent = parents[row]!;
    const above = (parent < 0 ? root : nodeOf[parent]!) as NodeIndex;
    const node = frame === null ? above : builder.child(above, frame);
    nodeOf[row] = node;
    depthOf[row] = parent < 0 ? 0 : depthOf[parent]! + 1;
    placed.set(id, node);
    shape.depth(depthOf[row] ?? 0, limits, ...path);
    shape.stop(builder.overflow);
    if (!shape.ok) break;
  }
  return placed;
}

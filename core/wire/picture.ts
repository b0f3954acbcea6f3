/**
 * What the page shows first of a comparison that is too large to be had at once: the sentences, the explanations, and
 * the frames that can be seen before anybody zooms. Every number in it is that of the whole comparison.
 */
import { STATES } from '../diff/comparison.ts';
import type { Comparison, Explanation, FunctionColumns } from '../diff/comparison.ts';
import { nodeStates } from '../diff/node-states.ts';
import { layoutWeights, visibleFrames } from '../layout/flame-layout.ts';
import type { LayoutMode, VisibleFrames } from '../layout/flame-layout.ts';
import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { marked } from '../tree/gather.ts';
import type { UnionTree } from '../tree/union.ts';
import { VERSION } from '../version.ts';
import { comparisonWords } from '../words/comparison.ts';
import type { ComparisonWords } from '../words/comparison.ts';
import { withShortNames } from '../words/short-names.ts';
import { withAhead } from './ahead.ts';
import { decodeComparison, encodeComparison } from './comparison.ts';
import { pack, unpack } from './pack.ts';
import type { Column } from './pack.ts';

export interface FirstPicture {
  /**
   * Its tree has the frames below and the places of the explanations, its functions are those that these name. It has
   * one run a side, no outermost node means anything, and pairs of the alignment are left out.
   */
  readonly comparison: Comparison;
  readonly words: ComparisonWords;
  /** Index into STATES, by node. */
  readonly states: Uint8Array;
  /** All of the tree, as `visibleFrames` lays it out. */
  readonly frames: Readonly<Record<LayoutMode, VisibleFrames>>;
  /** Places of its nodes and functions in the whole comparison. */
  readonly nodes: Int32Array;
  readonly functions: Int32Array;
  /** Nodes of the whole tree. */
  readonly wholeNodes: number;
}

const LAYOUTS = ['union', 'base', 'head'] as const;
/** Smaller comparisons are read faster whole. */
const LEAST_NODES = 20_000;
/** As fine as any screen needs: half a pixel of 8,192. */
const MIN_SHARE = 0.5 / 8192;
/** As many frames and rows as the page draws at most. */
const MAX_FRAMES = 5000;
const MAX_DEPTH = 240;

/** Null where the whole is small, or deeper than a picture. O(nodes). */
export function firstPictureOf(comparison: Comparison, leastNodes = LEAST_NODES): FirstPicture | null {
  const { tree } = comparison;
  if (tree.length < leastNodes) return null;
  const window = { focus: 0, minShare: MIN_SHARE, maxFrames: MAX_FRAMES, maxDepth: MAX_DEPTH };
  const seen = LAYOUTS.map((layout) => visibleFrames(tree, layoutWeights(tree, layout), window));
  if (seen.some(({ deeper }) => deeper.includes(1))) return null;
  const nodes = withCallers(tree, [
    0,
    ...seen.flatMap(({ node }) => [...node]),
    ...comparison.explanations.flatMap(placesOf).filter((node) => node >= 0),
  ]);
  const functions = functionsIn(comparison, nodes);
  const [nodeAt, functionAt] = [positions(nodes), positions(functions)];
  const [union, base, head] = seen.map((frames) => ({ ...frames, node: frames.node.map((node) => at(nodeAt, node)) }));
  if (union === undefined || base === undefined || head === undefined) return null;
  const stateOf = nodeStates(comparison);
  return {
    comparison: {
      ...comparison,
      tree: partOf(tree, nodes, functions, functionAt),
      functions: columnsOf(comparison.functions, functions),
      functionTags: Array.from(functions, (func) => comparison.functionTags[func] ?? []),
      explanations: comparison.explanations.map((one) => moved(one, nodeAt, functionAt)),
      evidence: {
        ...comparison.evidence,
        disagreements: comparison.evidence.disagreements.map((one) => ({ ...one, func: at(functionAt, one.func) })),
      },
      alignment: [],
    },
    words: { ...comparisonWords(withShortNames(comparison)), alignment: [] },
    states: Uint8Array.from(nodes, (node) => STATES.indexOf(stateOf(node))),
    frames: { union, base, head },
    nodes,
    functions,
    wholeNodes: tree.length,
  };
}

/** The stored form of a comparison, in pieces: what `decodeComparison` reads, with its first picture ahead if it has one. */
export function encodeWithPicture(comparison: Comparison): readonly Uint8Array[] {
  const picture = firstPictureOf(comparison);
  const whole = encodeComparison(comparison);
  return picture === null ? [whole] : withAhead(encodePicture(picture), whole);
}

export function encodePicture({ comparison, words, states, frames, ...places }: FirstPicture): Uint8Array {
  const columns = new Map<string, Column>([
    ['comparison', encodeComparison(comparison)],
    ['states', states],
    ['nodes', places.nodes],
    ['functions', places.functions],
  ]);
  for (const [side, { total }] of comparison.tree.sides.entries()) columns.set(`total.${side}`, total);
  for (const layout of LAYOUTS) {
    for (const name of FRAME_COLUMNS) columns.set(`${layout}.${name}`, frames[layout][name]);
  }
  const cuts = LAYOUTS.map((layout) => ({
    hiddenNodes: frames[layout].hiddenNodes,
    minShare: frames[layout].minShare,
  }));
  return pack({ version: VERSION, words, cuts, wholeNodes: places.wholeNodes }, columns);
}

const FRAME_COLUMNS = ['node', 'x', 'width', 'depth', 'deeper'] as const;

interface PictureHead {
  /** Of the program that made it: another one might say and draw it in another way. */
  readonly version: string;
  readonly words: ComparisonWords;
  /** In the order of LAYOUTS. */
  readonly cuts: readonly { readonly hiddenNodes: number; readonly minShare: number }[];
  readonly wholeNodes: number;
}

/** Reads what this version of `encodePicture` wrote. */
export function decodePicture(bytes: Uint8Array): Result<FirstPicture, Fault> {
  const unpacked = unpack(bytes);
  if (!unpacked.ok) return unpacked;
  const { columns } = unpacked.value;
  const head = unpacked.value.head as PictureHead;
  if (typeof head !== 'object' || head === null || head.version !== VERSION)
    return err(fault('pack-version', { byte: 8 }));
  const packed = columns.get('comparison');
  const small =
    packed instanceof Uint8Array
      ? decodeComparison(packed)
      : err(fault('pack-column', { facts: { column: 'comparison' } }));
  if (!small.ok) return small;
  const { tree } = small.value;
  const damaged = expectedColumns(tree, columns).find(
    ([name, Type, length]) => !(columns.get(name) instanceof Type) || columns.get(name)?.length !== length,
  );
  if (damaged !== undefined) return err(fault('pack-column', { facts: { column: damaged[0] } }));
  const sides = tree.sides.map((side, i) => {
    const total = columns.get(`total.${i}`) as Float64Array;
    return { ...side, total, sum: total[0] ?? 0 };
  });
  const [union, base, bad] = LAYOUTS.map((layout, i) => framesIn(columns, layout, head.cuts[i]));
  if (union === undefined || base === undefined || bad === undefined) return err(fault('pack-header', { byte: 8 }));
  return ok({
    comparison: { ...small.value, tree: { ...tree, sides } },
    words: head.words,
    states: columns.get('states') as Uint8Array,
    frames: { union, base, head: bad },
    nodes: columns.get('nodes') as Int32Array,
    functions: columns.get('functions') as Int32Array,
    wholeNodes: head.wholeNodes,
  });
}

type ColumnType = Int32ArrayConstructor | Float64ArrayConstructor | Uint8ArrayConstructor;

function expectedColumns(
  { length, functions, sides }: UnionTree,
  columns: ReadonlyMap<string, Column>,
): readonly (readonly [string, ColumnType, number])[] {
  return [
    ['states', Uint8Array, length],
    ['nodes', Int32Array, length],
    ['functions', Int32Array, functions.length],
    ...sides.map((_, i) => [`total.${i}`, Float64Array, length] as const),
    ...LAYOUTS.flatMap((layout) => {
      const frames = columns.get(`${layout}.node`)?.length ?? 0;
      return [
        [`${layout}.node`, Int32Array, frames],
        [`${layout}.x`, Float64Array, frames],
        [`${layout}.width`, Float64Array, frames],
        [`${layout}.depth`, Int32Array, frames],
        [`${layout}.deeper`, Uint8Array, frames],
      ] as const;
    }),
  ];
}

function framesIn(
  columns: ReadonlyMap<string, Column>,
  layout: LayoutMode,
  cut: PictureHead['cuts'][number] | undefined,
): VisibleFrames {
  const column = (name: (typeof FRAME_COLUMNS)[number]) => columns.get(`${layout}.${name}`);
  const node = column('node') as Int32Array;
  return {
    length: node.length,
    node,
    x: column('x') as Float64Array,
    width: column('width') as Float64Array,
    depth: column('depth') as Int32Array,
    deeper: column('deeper') as Uint8Array,
    ancestors: [],
    hiddenNodes: cut?.hiddenNodes ?? 0,
    minShare: cut?.minShare ?? 0,
  };
}

// ---- a part of a comparison ------------------------------------------------------------------------------------------

/** The nodes and all their callers, each once, in preorder. */
function withCallers({ parent, length }: UnionTree, nodes: readonly number[]): Int32Array {
  const isIn = new Uint8Array(length);
  for (const node of nodes) for (let up = node; up >= 0 && isIn[up] === 0; up = parent[up]!) isIn[up] = 1;
  return marked(isIn);
}

function placesOf({ node, entry, focus, shift }: Explanation): readonly number[] {
  return [node, entry, focus, shift?.kind === 'siblings' ? shift.at : -1];
}

/** What the nodes, the explanations and the sentences name. */
function functionsIn({ tree, explanations, evidence }: Comparison, nodes: Int32Array): Int32Array {
  const isIn = new Uint8Array(tree.functions.length);
  const take = (func: number) => {
    if (func >= 0) isIn[func] = 1;
  };
  for (const node of nodes) take(tree.func[node]!);
  for (const { func, caller, shift } of explanations) {
    take(func);
    take(caller);
    if (shift?.kind === 'callers') take(shift.at);
  }
  for (const { func } of evidence.disagreements) take(func);
  return marked(isIn);
}

function positions(taken: Int32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(taken, (whole, here) => [whole, here]));
}

/** -1 stands for none on both sides. */
function at(places: ReadonlyMap<number, number>, whole: number): number {
  return places.get(whole) ?? -1;
}

function partOf(
  tree: UnionTree,
  nodes: Int32Array,
  functions: Int32Array,
  functionAt: ReadonlyMap<number, number>,
): UnionTree {
  const length = nodes.length;
  const nodeAt = positions(nodes);
  const end = new Int32Array(length);
  for (let here = length - 1; here >= 0; here--) {
    // Past all nodes that begin before the whole subtree ends: ends nest, so one step a subtree.
    let next = here + 1;
    while (next < length && nodes[next]! < tree.end[nodes[here]!]!) next = end[next]!;
    end[here] = next;
  }
  return {
    length,
    parent: nodes.map((node) => at(nodeAt, tree.parent[node]!)),
    end,
    depth: nodes.map((node) => tree.depth[node]!),
    func: nodes.map((node) => at(functionAt, tree.func[node]!)),
    outermost: Uint8Array.from(nodes, (node) => tree.outermost[node]!),
    functions: {
      length: functions.length,
      names: Array.from(functions, (func) => tree.functions.names[func] ?? ''),
      modules: Array.from(functions, (func) => tree.functions.modules[func] ?? null),
    },
    sides: tree.sides.map(({ self, total, sum, exactSum }) => {
      const selves = Float64Array.from(nodes, (node) => self[node]!);
      return { self: selves, total: Float64Array.from(nodes, (node) => total[node]!), runs: [selves], sum, exactSum };
    }),
  };
}

function columnsOf(columns: FunctionColumns, functions: Int32Array): FunctionColumns {
  const numbers = (column: Float64Array) => Float64Array.from(functions, (func) => column[func]!);
  return {
    baseSelf: numbers(columns.baseSelf),
    headSelf: numbers(columns.headSelf),
    baseTotal: numbers(columns.baseTotal),
    headTotal: numbers(columns.headTotal),
    state: Uint8Array.from(functions, (func) => columns.state[func]!),
    q: numbers(columns.q),
    selfQ: numbers(columns.selfQ),
    low: numbers(columns.low),
    high: numbers(columns.high),
  };
}

function moved(
  one: Explanation,
  nodeAt: ReadonlyMap<number, number>,
  functionAt: ReadonlyMap<number, number>,
): Explanation {
  const { shift } = one;
  return {
    ...one,
    func: at(functionAt, one.func),
    caller: at(functionAt, one.caller),
    node: at(nodeAt, one.node),
    entry: at(nodeAt, one.entry),
    focus: at(nodeAt, one.focus),
    shift: shift === null ? null : { ...shift, at: at(shift.kind === 'siblings' ? nodeAt : functionAt, shift.at) },
  };
}

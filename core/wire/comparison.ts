import type { Comparison, FunctionColumns, NormalizationSummary } from '../diff/comparison.ts';
import { NO_METRICS } from '../metrics/rows.ts';
import type { ComparedMetrics } from '../metrics/rows.ts';
import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import { totalsOf } from '../model/totals.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { outermostOf, summed } from '../tree/union.ts';
import type { SideValues, UnionTree } from '../tree/union.ts';
import { withoutAhead } from './ahead.ts';
import { pack, unpack } from './pack.ts';
import type { Column, Unpacked } from './pack.ts';

/**
 * A comparison as bytes: stored by the server, sent to the page and between workers. What can be derived from `end` and
 * the self values (parent, depth, totals, outermost) is derived again when decoding, with the same code and the same
 * result to the last bit.
 */
export function encodeComparison(comparison: Comparison): Uint8Array {
  const { tree, functions, functionTags, ...rest } = comparison;
  const columns = new Map<string, Column>([
    ['end', tree.end],
    ['func', tree.func],
  ]);
  for (const [s, side] of tree.sides.entries()) {
    for (const [r, run] of side.runs.entries()) columns.set(`run.${s}.${r}`, run);
  }
  for (const name of FUNCTION_COLUMNS) columns.set(`functions.${name}`, functions[name]);
  const sides = tree.sides.map((side) => ({ runs: side.runs.length, exactSum: side.exactSum }));
  return pack(
    {
      ...rest,
      functionNames: tree.functions.names,
      functionModules: tree.functions.modules,
      tagged: Array.from(functionTags.entries()).filter(([, tags]) => tags.length > 0),
      sides,
    },
    columns,
  );
}

const FUNCTION_COLUMNS = [
  'baseSelf',
  'headSelf',
  'baseTotal',
  'headTotal',
  'state',
  'q',
  'selfQ',
  'low',
  'high',
] as const;

interface EncodedHead extends Omit<Comparison, 'tree' | 'functions' | 'functionTags' | 'metrics'> {
  /** Absent in what was stored before there were metrics. */
  readonly metrics?: ComparedMetrics;
  readonly functionNames: readonly string[];
  readonly functionModules: readonly (string | null)[];
  /** Functions with tags; absent in what was stored before there were any. */
  readonly tagged?: readonly (readonly [number, readonly string[]])[];
  readonly sides: readonly { readonly runs: number; readonly exactSum: number | bigint }[];
}

/** Reads what `encodeComparison` wrote, with or without a first picture ahead. The tables are checked; a damaged file gives a fault, not a crash later. */
export function decodeComparison(bytes: Uint8Array): Result<Comparison, Fault> {
  const unpacked = unpack(withoutAhead(bytes));
  if (!unpacked.ok) return unpacked;
  const head = unpacked.value.head as EncodedHead;
  if (typeof head !== 'object' || head === null || head.version !== 1 || !Array.isArray(head.functionNames)) {
    return err(fault('pack-version', { byte: 8 }));
  }
  const tree = decodeTree(head, unpacked.value);
  if (!tree.ok) return tree;
  const functions: Record<string, Column> = {};
  for (const name of FUNCTION_COLUMNS) {
    const column = unpacked.value.columns.get(`functions.${name}`);
    if (column?.length !== head.functionNames.length) return err(fault('pack-column', { facts: { column: name } }));
    functions[name] = column;
  }
  const { functionNames: _names, functionModules: _modules, sides: _sides, tagged, ...rest } = head;
  return ok({
    ...rest,
    metrics: head.metrics ?? NO_METRICS,
    tree: tree.value,
    functions: functions as unknown as FunctionColumns,
    functionTags: tagsOf(head.functionNames.length, tagged ?? []),
    normalization: completed(rest.normalization),
  });
}

function tagsOf(
  length: number,
  tagged: readonly (readonly [number, readonly string[]])[],
): readonly (readonly string[])[] {
  const tags: (readonly string[])[] = Array.from({ length }, () => NO_TAGS);
  for (const [func, names] of tagged) if (func < length) tags[func] = names;
  return tags;
}

const NO_TAGS: readonly string[] = [];

/** What was stored before weights and rules were kept with merged names has names only. */
function completed(stored: NormalizationSummary | BareNormalization): NormalizationSummary {
  if ('reshaped' in stored) return stored;
  return {
    ...stored,
    packs: stored.packs.map(({ name, version }) => ({ name, version, hash: null })),
    merged: stored.merged.map(({ name, from }) => ({
      name,
      from: from.map((one) => ({ name: one, rules: [], weight: 0 })),
      weight: 0,
      moved: 0,
    })),
    reshaped: [],
  };
}

interface BareNormalization extends Omit<NormalizationSummary, 'packs' | 'merged' | 'reshaped'> {
  readonly packs: readonly { readonly name: string; readonly version: string }[];
  readonly merged: readonly { readonly name: string; readonly from: readonly string[] }[];
}

function decodeTree(head: EncodedHead, { columns }: Unpacked): Result<UnionTree, Fault> {
  const end = columns.get('end');
  const func = columns.get('func');
  if (!(end instanceof Int32Array) || !(func instanceof Int32Array) || end.length !== func.length || end.length === 0) {
    return err(fault('pack-column', { facts: { column: 'end' } }));
  }
  const shape = shapeOf(end);
  if (shape === null) return err(fault('pack-column', { facts: { column: 'end' } }));
  for (let node = 1; node < func.length; node++) {
    if (!(func[node]! >= 0 && func[node]! < head.functionNames.length))
      return err(fault('pack-column', { facts: { column: 'func' } }));
  }
  const sides: SideValues[] = [];
  for (const [s, side] of head.sides.entries()) {
    const runs: Float64Array[] = [];
    for (let r = 0; r < side.runs; r++) {
      const run = columns.get(`run.${s}.${r}`);
      if (!(run instanceof Float64Array) || run.length !== end.length)
        return err(fault('pack-column', { facts: { column: `run.${s}.${r}` } }));
      runs.push(run);
    }
    const self = runs.length === 1 ? runs[0]! : summed(runs, end.length);
    const total = totalsOf(shape.parent, self);
    sides.push({ self, total, runs, sum: total[0]!, exactSum: side.exactSum });
  }
  return ok({
    length: end.length,
    ...shape,
    end,
    func,
    outermost: outermostOf(func, end, head.functionNames.length),
    functions: { length: head.functionNames.length, names: head.functionNames, modules: head.functionModules },
    sides,
  });
}

/** Parent and depth of every node from the subtree ends; null when the ranges do not nest. */
function shapeOf(end: Int32Array): { parent: Int32Array; depth: Int32Array } | null {
  const length = end.length;
  const parent = new Int32Array(length);
  const depth = new Int32Array(length);
  parent[0] = -1;
  if (end[0] !== length) return null;
  for (let node = 1; node < length; node++) {
    let up = node - 1;
    while (up >= 0 && end[up]! <= node) up = parent[up]!;
    if (up < 0 || end[node]! <= node || end[node]! > end[up]!) return null;
    parent[node] = up;
    depth[node] = depth[up]! + 1;
  }
  return { parent, depth };
}

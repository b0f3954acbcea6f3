import type { FrameDetails } from '../../core/model/builder.ts';
import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from './columns.ts';
import { finishFile, finishPair } from './finish.ts';
import type { JsonObject, Shape } from './shape.ts';
import { pathOf, walkTree } from './tree.ts';
import type { JsonPath } from './walk.ts';

/** How a format writes a tree of frames that have a value, and in a comparison a change of it. */
export interface ValueTree {
  readonly format: string;
  readonly path: JsonPath;
  readonly childrenKey: string;
  readonly valueKey: string;
  readonly deltaKey: string;
  /** Values are counts of samples when they are whole numbers. */
  readonly counts: boolean;
  /** The format says that a value includes those of the callees; otherwise the values themselves must tell. */
  readonly isInclusive: boolean;
  /** Name and details of a frame; null when there is no name. */
  readonly frameOf: (value: JsonObject) => readonly [string, FrameDetails] | null;
}

/** What an entry of the tree says, and the sums over its children. */
interface Row {
  readonly node: NodeIndex;
  /** Row of the parent; -1 for the root. */
  readonly parent: number;
  /** Null where the entry has no value of its own: then it is the sum of its children. */
  readonly value: number | null;
  readonly delta: number | null;
  childValues: number;
  childDeltas: number;
}

/** Names that tools give to the box below all stacks. */
const ROOT_NAMES = new Set(['root', 'all', 'total', '(root)', '']);

/**
 * Reads a tree whose entries have a value. Whether a value includes those of the children is nowhere written: it does not
 * where an entry has less than its children together. With changes, both sides: the value is that of head, and base is the
 * value without its change.
 */
export function readValueTree(
  root: unknown,
  tree: ValueTree,
  shape: Shape,
  context: ReadContext,
): Result<ParsedFile, Fault> {
  const reader = new ValueTreeReader(tree, shape, context);
  return reader.read(root);
}

class ValueTreeReader {
  readonly #tree: ValueTree;
  readonly #shape: Shape;
  readonly #context: ReadContext;
  readonly #problems = new ProblemLog();
  readonly #rows: Row[] = [];
  readonly #builder: ProfileBuilder;
  #isDifferential = false;

  constructor(tree: ValueTree, shape: Shape, context: ReadContext) {
    this.#tree = tree;
    this.#shape = shape;
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
  }

  read(root: unknown): Result<ParsedFile, Fault> {
    this.#walk(root);
    this.#sumUp();
    if (this.#shape.ok && this.#rows.every(({ value }) => value === null || value === 0)) {
      this.#shape.stop(fault('tree-no-values', { expected: `a "${this.#tree.valueKey}" over 0` }));
    }
    const isSelf = this.#valuesAreSelf();
    if (isSelf) this.#problems.add('note', 'tree-values-are-self');
    if (!this.#isDifferential) return finishFile(this.#made(isSelf, ['samples']), this.#shape, this.#context);
    return finishPair(this.#made(isSelf, ['base', 'head']), 'samples', this.#shape, this.#context);
  }

  #walk(root: unknown): void {
    const { path, childrenKey, frameOf } = this.#tree;
    walkTree(
      root,
      { path, childrenKey },
      this.#shape,
      this.#context,
      this.#builder,
      (value, entry) => {
        const frame = frameOf(value);
        if (entry.depth === 0 && ROOT_NAMES.has(frame?.[0] ?? '')) return null;
        if (frame !== null) return this.#builder.frame(...frame);
        this.#shape.wrong(undefined, pathOf(entry), 'a frame with a name');
        return null;
      },
      (entry) => {
        const value = this.#number(entry.value, this.#tree.valueKey, () => pathOf(entry, this.#tree.valueKey));
        const delta = this.#number(entry.value, this.#tree.deltaKey, () => pathOf(entry, this.#tree.deltaKey));
        if (delta !== null) this.#isDifferential = true;
        if (value !== null && value < 0)
          this.#shape.wrong(value, pathOf(entry, this.#tree.valueKey), 'a number that is not negative');
        const parent = entry.parent?.order ?? -1;
        this.#rows.push({ node: entry.node, parent, value, delta, childValues: 0, childDeltas: 0 });
      },
    );
  }

  /** Callees come after their callers, so one loop from the end sums them. */
  #sumUp(): void {
    for (let at = this.#rows.length - 1; at > 0; at--) {
      const row = this.#rows[at]!;
      const parent = this.#rows[row.parent];
      if (parent === undefined) continue;
      parent.childValues += valueOf(row);
      parent.childDeltas += deltaOf(row);
    }
  }

  #number(value: JsonObject, key: string, path: () => JsonPath): number | null {
    const given = value[key];
    if (typeof given === 'number') return given;
    return given === undefined || given === null ? null : this.#shape.number(given, ...path());
  }

  /** A root that has its sum says that values are sums; without, one entry with less than its children says the opposite. */
  #valuesAreSelf(): boolean {
    const root = this.#rows[0];
    if (this.#tree.isInclusive || root === undefined || (root.value !== null && root.value > 0 && !isBelow(root)))
      return false;
    return this.#rows.some((row, at) => at > 0 && isBelow(row));
  }

  /** Fills one column, or the two of a comparison, base first. */
  #made(isSelf: boolean, names: readonly string[]) {
    const columns = new Columns(this.#builder);
    const isCounted = this.#tree.counts && this.#rows.every(({ value }) => value === null || Number.isInteger(value));
    for (const name of names) {
      const column = columns.column(name, 'samples', isCounted ? 'records' : 'weights');
      let sum = 0;
      for (const row of this.#rows) {
        const self = this.#selfOf(row, isSelf, name === 'base');
        if (isCounted && Number.isInteger(self)) columns.addCount(row.node, self, column);
        else columns.add(row.node, self, column);
        sum += self;
      }
      if (!isSelf) this.#compareTotal(sum, name === 'base');
    }
    return { builder: this.#builder, columns, format: this.#tree.format, facts: { problems: this.#problems.list() } };
  }

  /** Where frames have less than their callees, the sum is more than the root says. */
  #compareTotal(sum: number, isBase: boolean): void {
    const root = this.#rows[0];
    if (root === undefined || root.value === null || root.value === 0) return;
    const total = root.value - (isBase ? deltaOf(root) : 0);
    if (Math.abs(sum - total) <= ROUNDING * Math.max(1, total)) return;
    this.#problems.add('warning', 'tree-total-differs', { facts: { total, sum } });
  }

  #selfOf(row: Row, isSelf: boolean, isBase: boolean): number {
    // A root without a sum of its own has that of its children, and nothing for itself.
    if (row.parent < 0 && !isSelf && isBelow(row)) return 0;
    const value = isSelf ? (row.value ?? 0) : valueOf(row) - row.childValues;
    const change = isSelf ? (row.delta ?? 0) : deltaOf(row) - row.childDeltas;
    const self = isBase ? value - change : value;
    if (self >= 0) return self;
    const isRounding = self > -ROUNDING * Math.max(1, row.childValues);
    if (!isRounding) this.#problems.add('warning', isBase ? 'tree-change-exceeds' : 'tree-children-exceed');
    return 0;
  }
}

const ROUNDING = 1e-9;

function valueOf({ value, childValues }: Row): number {
  return value ?? childValues;
}

function deltaOf({ value, delta, childDeltas }: Row): number {
  return delta ?? (value === null ? childDeltas : 0);
}

function isBelow({ value, childValues }: Row): boolean {
  return value !== null && value < childValues - ROUNDING * Math.max(1, childValues);
}

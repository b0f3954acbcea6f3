import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile, finishPair } from '../json/finish.ts';
import { isObject, numberOr, textOr } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';

/**
 * Reads the flame graph that Pyroscope answers with. `levels` are the rows of the picture from the root; each bar is
 * `offset, total, self, name` with the offset counted from the end of the bar before it. A comparison (`double`) has
 * `offset, total, self` of the left (base) side, the same of the right (head) side, then the name.
 */
export function readFlamebearer(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const file = shape.object(root);
  const inner = file['flamebearer'];
  const isWrapped = inner !== undefined;
  const bearer = isWrapped ? shape.object(inner, 'flamebearer') : file;
  const metadata = isObject(file['metadata']) ? file['metadata'] : file;
  const isDouble = (metadata['format'] ?? bearer['format']) === 'double';
  return new FlamebearerReader(bearer, isWrapped ? ['flamebearer'] : [], metadata, isDouble, shape, context).read();
}

/** A bar, as a place for the bars of the next level: where it begins and ends on each side. */
interface Bar {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly node: NodeIndex;
}

class FlamebearerReader {
  readonly #bearer: JsonObject;
  readonly #path: readonly string[];
  readonly #metadata: JsonObject;
  readonly #sides: readonly string[];
  readonly #shape: Shape;
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #columns: Columns;
  readonly #problems = new ProblemLog();
  /** By side: the sum of all self values, and what the bars at the bottom say it is. */
  readonly #sums = [0, 0];
  readonly #totals = [0, 0];

  constructor(
    bearer: JsonObject,
    path: readonly string[],
    metadata: JsonObject,
    isDouble: boolean,
    shape: Shape,
    context: ReadContext,
  ) {
    this.#bearer = bearer;
    this.#path = path;
    this.#metadata = metadata;
    this.#sides = isDouble ? ['base', 'head'] : ['single'];
    this.#shape = shape;
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
    this.#columns = new Columns(this.#builder);
  }

  read(): Result<ParsedFile, Fault> {
    const units = textOr(this.#metadata['units'], 'samples');
    const [name, unit] = UNITS.get(units) ?? [units, units];
    for (const side of this.#sides) {
      this.#columns.column(side === 'single' ? name : side, unit, unit === 'samples' ? 'records' : 'weights');
    }
    this.#readLevels(unit === 'samples');
    for (const side of this.#sides.keys()) {
      const [sum = 0, total = 0] = [this.#sums[side], this.#totals[side]];
      if (sum !== total) this.#problems.add('warning', 'tree-total-differs', { facts: { sum, total } });
    }
    const rate = numberOr(this.#metadata['sampleRate'], 0);
    const facts = {
      period: unit === 'samples' && rate > 0 ? { value: 1 / rate, unit: 'seconds' } : null,
      problems: this.#problems.list(),
    };
    const generator = textOr(this.#metadata['spyName'], null);
    const made = { builder: this.#builder, columns: this.#columns, format: 'flamebearer', facts, generator };
    return this.#sides.length === 1
      ? finishFile(made, this.#shape, this.#context)
      : finishPair(made, name, this.#shape, this.#context);
  }

  #readLevels(countsSamples: boolean): void {
    const shape = this.#shape;
    const names = shape.array(this.#bearer['names'], ...this.#path, 'names');
    const levels = shape.array(this.#bearer['levels'], ...this.#path, 'levels');
    // The bar at the bottom is the root and no frame.
    shape.depth(levels.length - 1, this.#context.limits, ...this.#path, 'levels');
    if (shape.ok && levels.length === 0) shape.stop(fault('flamebearer-no-bars'));
    let below: readonly Bar[] | null = null;
    for (const [depth, value] of levels.entries()) {
      const level = shape.array(value, ...this.#path, 'levels', depth);
      if (shape.ok) below = this.#readLevel(level, [...this.#path, 'levels', depth], below, names, countsSamples);
      if (!shape.ok) return;
    }
  }

  #readLevel(
    level: readonly unknown[],
    path: JsonPath,
    below: readonly Bar[] | null,
    names: readonly unknown[],
    countsSamples: boolean,
  ): readonly Bar[] {
    const shape = this.#shape;
    const stride = this.#sides.length * 3 + 1;
    if (level.length % stride !== 0)
      shape.wrong(level, path, `numbers in groups of ${stride}; there are ${level.length}`);
    const bars: Bar[] = [];
    const reached = this.#sides.map(() => 0);
    const callers = below ?? [];
    let caller = 0;
    for (let at = 0; at < level.length && shape.ok; at += stride) {
      const starts: number[] = [];
      for (const side of this.#sides.keys()) {
        const first = at + side * 3;
        starts.push(reached[side]! + shape.count(level[first], ...path, first));
        reached[side] = starts[side]! + shape.count(level[first + 1], ...path, first + 1);
      }
      const last = at + stride - 1;
      const name = shape.index(level[last], names.length, 'names', ...path, last);
      const text = shape.text(names[name], ...this.#path, 'names', name);
      while (caller < callers.length - 1 && !holds(callers[caller]!, starts, reached)) caller++;
      const parent = callers[caller];
      if (below !== null && (parent === undefined || !holds(parent, starts, reached))) {
        shape.wrong(level[at], [...path, at], 'a bar that stands on one of the level before');
      }
      if (!shape.ok) break;
      const node = parent === undefined ? ROOT : this.#builder.child(parent.node, this.#builder.frame(text));
      shape.stop(this.#builder.overflow);
      if (text === 'other' && parent !== undefined) this.#noteOther();
      for (const side of this.#sides.keys()) {
        const index = at + side * 3 + 2;
        const self = shape.count(level[index], ...path, index);
        this.#sums[side]! += self;
        if (parent === undefined) this.#totals[side]! += Number(level[index - 1]);
        if (countsSamples) this.#columns.addCount(node, self, side);
        else this.#columns.add(node, self, side);
      }
      bars.push({ starts, ends: [...reached], node });
    }
    return bars;
  }

  /** The server gathers the smallest nodes in one called "other" when there are more than it was asked for. */
  #noteOther(): void {
    this.#problems.add('note', 'flamebearer-shortened', { facts: { nodes: numberOr(this.#metadata['maxNodes'], 0) } });
  }
}

/** True when the bar from `starts` to `ends` lies within `caller` on every side. */
function holds(caller: Bar, starts: readonly number[], ends: readonly number[]): boolean {
  for (let side = 0; side < starts.length; side++) {
    if (starts[side]! < caller.starts[side]! || ends[side]! > caller.ends[side]!) return false;
  }
  return true;
}

/** `units` of Pyroscope, as name and unit. */
const UNITS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['samples', ['samples', 'samples']],
  ['objects', ['objects', 'count']],
  ['bytes', ['bytes', 'bytes']],
  ['goroutines', ['goroutines', 'count']],
  ['lock_samples', ['lock_samples', 'count']],
  ['lock_nanoseconds', ['lock_time', 'nanoseconds']],
  ['trace_samples', ['trace_samples', 'count']],
  ['nanoseconds', ['time', 'nanoseconds']],
  ['microseconds', ['time', 'microseconds']],
]);

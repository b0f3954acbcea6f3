import type { ProfileBuilder } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex } from '../../core/model/profile.ts';
import type { Id, Range } from '../pprof/tables.ts';
import { WireReader } from '../pprof/wire.ts';
import { numberIn, numbersIn, takeApart } from './message.ts';
import type { Message } from './message.ts';

/** Field numbers of `message ProfilesDictionary`. */
const TABLES = { mapping: 1, location: 2, function: 3, string: 5, stack: 7 } as const;
type Table = keyof typeof TABLES;

/** The tables that all profiles of a file share. Rows are read when they are asked for. */
export class Dictionary {
  readonly #bytes: Uint8Array;
  readonly #builder: ProfileBuilder;
  readonly #maxDepth: number;
  readonly #tables: Message;
  readonly #texts = new Map<number, string>();
  readonly #frames = new Map<number, readonly FrameIndex[]>();
  readonly #stacks = new Map<number, NodeIndex>();
  fault: Fault | null = null;

  constructor(bytes: Uint8Array, tables: Message, builder: ProfileBuilder, maxDepth: number) {
    this.#bytes = bytes;
    this.#tables = tables;
    this.#builder = builder;
    this.#maxDepth = maxDepth;
  }

  text(index: Id): string {
    const at = Number(index);
    if (at === 0) return '';
    const known = this.#texts.get(at);
    if (known !== undefined) return known;
    const range = this.#row('string', index);
    const text = range === null ? '' : decoder.decode(this.#bytes.subarray(range.start, range.end));
    this.#texts.set(at, text);
    return text;
  }

  /** Node of a row of the stack table. */
  stack(index: Id): NodeIndex {
    const known = this.#stacks.get(Number(index));
    if (known !== undefined) return known;
    const range = this.#row('stack', index);
    const node = range === null ? ROOT : this.nodeOf(numbersIn(this.#bytes, this.#apart(range), 1), range.start);
    this.#stacks.set(Number(index), node);
    return node;
  }

  /** Node of locations, leaf first. */
  nodeOf(locations: readonly Id[], byte: number): NodeIndex {
    if (locations.length > this.#maxDepth) {
      this.fault ??= fault('stack-too-deep', { byte, facts: { maximum: this.#maxDepth } });
      return ROOT;
    }
    let node = ROOT;
    for (let at = locations.length - 1; at >= 0 && this.fault === null; at--) {
      for (const frame of this.#location(locations[at] ?? 0)) node = this.#builder.child(node, frame);
    }
    return node;
  }

  /** Frames of a location, caller first: its lines are inlined into each other, the innermost first. */
  #location(index: Id): readonly FrameIndex[] {
    const known = this.#frames.get(Number(index));
    if (known !== undefined) return known;
    const range = this.#row('location', index);
    if (range === null) return [];
    const location = this.#apart(range);
    const mapping = numberIn(location, 1);
    const mapped = mapping === 0 ? null : this.#row('mapping', mapping);
    const module = mapped === null ? null : this.text(numberIn(this.#apart(mapped), 4)) || null;
    const address = numberIn(location, 2);
    const unnamed = address === 0 ? '[unknown]' : `0x${BigInt.asUintN(64, BigInt(address)).toString(16)}`;
    const lines = location.ranges.get(3) ?? [];
    const frames = lines.map((line, at) => {
      const called = this.#row('function', numberIn(this.#apart(line), 1));
      const message = called === null ? null : this.#apart(called);
      const name = message === null ? '' : this.text(numberIn(message, 1)) || this.text(numberIn(message, 2));
      const file = message === null ? null : this.text(numberIn(message, 3)) || null;
      const kind = at < lines.length - 1 ? 'inlined' : module === 'vmlinux' ? 'kernel' : 'unknown';
      return this.#builder.frame(name || unnamed, { module, file, kind });
    });
    if (frames.length === 0) frames.push(this.#builder.frame(unnamed, { module }));
    frames.reverse();
    this.#frames.set(Number(index), frames);
    return frames;
  }

  #row(table: Table, index: Id): Range | null {
    const rows = this.#tables.ranges.get(TABLES[table]) ?? [];
    const range = rows[Number(index)];
    if (range === undefined)
      this.fault ??= fault('otlp-index', { facts: { table, index: String(index), rows: rows.length } });
    return range ?? null;
  }

  #apart({ start, end }: Range): Message {
    const reader = new WireReader(this.#bytes, start, end);
    const message = takeApart(reader);
    this.fault ??= reader.fault;
    return message;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

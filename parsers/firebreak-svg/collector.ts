import { ProfileBuilder } from '../../core/model/builder.ts';
import { fault, problem } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import { ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ParsedProfile, ReadContext } from '../importer.ts';
import { decodeText } from '../svg/decode.ts';
import type { MarkupHandler } from '../svg/scanner.ts';
import type { Tag } from '../svg/tag.ts';

type Side = ParsedProfile['side'];

/** Attribute of the inclusive count, by side. */
const COUNTS = { single: 'data-fb-value', base: 'data-fb-base', head: 'data-fb-head' } as const;
const DECIMAL = /^-?\d{1,400}(?:\.\d{1,400})?$/;
/** Inclusive fractions less those of their children: what is left below this part of them is rounding. */
const ROUNDING = 1e-9;

/** One side while it is read: its builder, and for each open frame its node and the count that no child has taken. */
interface SideTree {
  readonly side: Side;
  readonly builder: ProfileBuilder;
  readonly nodes: NodeIndex[];
  readonly left: (number | bigint)[];
  readonly total: (number | bigint)[];
}

/** Gathers frames `<g data-fb-depth data-fb-name …>`, which stand in preorder, into one profile a side. */
export class FrameCollector implements MarkupHandler {
  frames = 0;
  isClosed = false;
  fault: Fault | null = null;
  readonly #context: ReadContext;
  readonly #lineNow: () => number;
  #trees: readonly SideTree[] = [];
  #type = { name: '', unit: '' };
  #hidden = 0;
  #minShare = 0;
  #tooDeep = 0;
  #rootCounts: readonly (number | bigint)[] = [];

  constructor(context: ReadContext, lineNow: () => number) {
    this.#context = context;
    this.#lineNow = lineNow;
  }

  open(tag: Tag): void {
    if (tag.name === 'svg') this.#openDrawing(tag);
    else if (tag.name === 'g' && this.fault === null) this.#openFrame(tag);
  }

  close(name: string): void {
    if (name === 'svg') this.isClosed = true;
  }

  content(): void {}

  malformed(line: number, seen: string): void {
    this.fault ??= fault('svg-malformed', { line, seen });
  }

  #openDrawing(tag: Tag): void {
    this.#type = { name: textOf(tag, 'data-fb-value-type') ?? '', unit: textOf(tag, 'data-fb-unit') ?? '' };
    this.#hidden = Number(tag.get('data-fb-hidden') ?? 0);
    this.#tooDeep = Number(tag.get('data-fb-too-deep') ?? 0);
    this.#minShare = Number(tag.get('data-fb-min-share') ?? 0);
  }

  #openFrame(tag: Tag): void {
    const depth = Number(tag.get('data-fb-depth') ?? Number.NaN);
    if (Number.isNaN(depth)) return;
    if (this.frames === 0) this.#trees = this.#sidesOf(tag);
    const counts = this.#trees.map(({ side }) => countOf(tag.get(COUNTS[side])));
    const open = this.#trees[0]?.nodes.length ?? 0;
    const isInPlace = this.frames === 0 ? depth === 0 : depth > 0 && depth <= open;
    if (!isInPlace || this.#trees.length === 0 || counts.includes(null)) return this.#refuse(tag);
    if (depth > this.#context.limits.maxDepth) {
      this.fault = fault('stack-too-deep', {
        line: this.#lineNow(),
        facts: { maximum: this.#context.limits.maxDepth },
      });
      return;
    }
    if (this.frames++ === 0) this.#rootCounts = counts.map((count) => count ?? 0);
    const name = textOf(tag, 'data-fb-name') ?? '';
    for (const [index, tree] of this.#trees.entries()) this.#add(tree, depth, name, counts[index] ?? 0);
  }

  #sidesOf(tag: Tag): readonly SideTree[] {
    const sides = (['single', 'base', 'head'] as const).filter((side) => tag.get(COUNTS[side]) !== null);
    return sides.map((side) => ({
      side,
      builder: new ProfileBuilder(1, this.#context.limits),
      nodes: [],
      left: [],
      total: [],
    }));
  }

  #add(tree: SideTree, depth: number, name: string, count: number | bigint): void {
    while (tree.nodes.length > depth) endFrame(tree);
    const { builder, nodes, left, total } = tree;
    if (depth > 0) left[depth - 1] = minus(left[depth - 1] ?? 0, count);
    // A frame that this side lacks gets no node of its own; nothing below it has a count either.
    const isPresent = Number(count) !== 0;
    const parent = nodes[depth - 1];
    nodes.push(
      depth === 0 || parent === undefined ? ROOT : isPresent ? builder.child(parent, builder.frame(name)) : parent,
    );
    left.push(count);
    total.push(count);
    if (builder.overflow !== null) this.fault = builder.overflow;
  }

  #refuse(tag: Tag): void {
    this.fault = fault('svg-malformed', { line: this.#lineNow(), seen: `data-fb-depth="${tag.get('data-fb-depth')}"` });
  }

  finish(): Result<ParsedFile, Fault> {
    const profiles: ParsedProfile[] = [];
    for (const [index, tree] of this.#trees.entries()) {
      while (tree.nodes.length > 0) endFrame(tree);
      const whole = Number(this.#rootCounts[index] ?? 0);
      const isSampled = this.#type.unit === 'samples' && Number.isSafeInteger(whole);
      const finished = tree.builder.finish({
        valueTypes: [{ ...this.#type, sampling: isSampled ? { records: whole, sumOfSquares: whole } : null }],
        source: {
          fileName: this.#context.fileName,
          format: 'firebreak-svg',
          generator: 'firebreak',
          sha256: null,
        },
        drawing: { title: null, inverted: false, frames: this.frames },
        // In union layout the root is up to twice as wide as one side alone, so a hidden path may have twice the share.
        pruned:
          this.#hidden > 0 && this.#minShare > 0
            ? { weight: this.#minShare * whole * (tree.side === 'single' ? 1 : 2), estimated: tree.side !== 'single' }
            : null,
        problems: this.#tooDeep > 0 ? [problem('warning', 'svg-too-deep', { count: this.#tooDeep })] : [],
      });
      if (!finished.ok) return finished;
      profiles.push({ name: null, side: tree.side, profile: finished.value });
    }
    if (profiles.length === 0) return { ok: false, error: fault('svg-no-frames', { seen: 'data-fb-format' }) };
    return ok({ profiles });
  }
}

function endFrame({ builder, nodes, left, total }: SideTree): void {
  const node = nodes.pop() ?? ROOT;
  const self = left.pop() ?? 0;
  const whole = total.pop() ?? 0;
  if (typeof self === 'bigint') builder.addSelfExact(node, self);
  else if (Number.isInteger(self) || Math.abs(self) > ROUNDING * Math.abs(Number(whole))) builder.addSelf(node, self);
}

function countOf(text: string | null): number | bigint | null {
  if (text === null || !DECIMAL.test(text)) return null;
  const value = Number(text);
  if (text.includes('.')) return Number.isFinite(value) ? value : null;
  if (Number.isSafeInteger(value)) return value;
  return BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? BigInt(text) : null;
}

function minus(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'bigint' && (typeof b === 'bigint' || Number.isInteger(b))) return a - BigInt(b);
  return typeof b === 'bigint' && Number.isInteger(a) ? BigInt(a) - b : Number(a) - Number(b);
}

function textOf(tag: Tag, name: string): string | null {
  const raw = tag.get(name);
  return raw === null ? null : decodeText(raw, () => {});
}

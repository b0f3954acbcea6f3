import type { ProfileBuilder } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault, ProblemLog } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex } from '../../core/model/profile.ts';
import type { ReadContext } from '../importer.ts';

/**
 * The way from the root to the line that is being read, for trees printed with callers first and one level of indent a
 * call. Depths count from 0 and grow by at most one from line to line.
 */
export class TreePath {
  readonly #builder: ProfileBuilder;
  readonly #maxDepth: number;
  readonly #nodes: NodeIndex[] = [];
  #depth = -1;

  constructor(builder: ProfileBuilder, context: ReadContext) {
    this.#builder = builder;
    this.#maxDepth = context.limits.maxDepth;
  }

  /** Depth of the line before; -1 at first. */
  get depth(): number {
    return this.#depth;
  }

  /** Node of the line before; the root at first. */
  get node(): NodeIndex {
    return this.#depth < 0 ? ROOT : (this.#nodes[this.#depth] ?? ROOT);
  }

  /** Goes to the line at `depth`; the fault when a level was left out, or a limit was passed. */
  enter(depth: number, frame: FrameIndex, line: number, seen: string): Fault | null {
    if (depth > this.#depth + 1) {
      return fault('text-level-skipped', { line, seen: seen.trim(), facts: { depth, before: this.#depth } });
    }
    if (depth >= this.#maxDepth) return fault('stack-too-deep', { line, facts: { maximum: this.#maxDepth } });
    const caller = depth === 0 ? ROOT : (this.#nodes[depth - 1] ?? ROOT);
    this.#nodes[depth] = this.#builder.child(caller, frame);
    this.#depth = depth;
    return this.#builder.overflow;
  }
}

/** What is left below this part of a fraction less those of its callees is rounding of the arithmetic. */
const ROUNDING = 1e-9;

/**
 * Makes self values from one inclusive value a line: what the callees leave. Callees that have more than their caller
 * (printed numbers are rounded) leave nothing, and this is said.
 */
export class InclusiveValues {
  readonly #builder: ProfileBuilder;
  readonly #problems: ProblemLog;
  readonly #valueType: number;
  readonly #open: { readonly node: NodeIndex; readonly value: number; readonly line: number; readonly seen: string }[] =
    [];
  readonly #callees: number[] = [];

  constructor(builder: ProfileBuilder, problems: ProblemLog, valueType = 0) {
    this.#builder = builder;
    this.#problems = problems;
    this.#valueType = valueType;
  }

  /** The line at `depth` has `value`; lines that are as deep or deeper have ended. */
  enter(depth: number, node: NodeIndex, value: number, line: number, seen: string): void {
    this.closeTo(depth);
    if (depth > 0) this.#callees[depth - 1] = (this.#callees[depth - 1] ?? 0) + value;
    this.#open.push({ node, value, line, seen });
    this.#callees[depth] = 0;
  }

  /** Ends all lines from `depth` on; 0 at the end of the tree. */
  closeTo(depth: number): void {
    for (let at = this.#open.length - 1; at >= depth; at--) {
      const ended = this.#open.pop();
      if (ended === undefined) return;
      const callees = this.#callees[at] ?? 0;
      const self = ended.value - callees;
      if (Math.abs(self) <= ROUNDING * callees) continue;
      if (self > 0) this.#builder.addSelf(ended.node, self, this.#valueType);
      else {
        this.#problems.add('warning', 'text-callees-exceed', {
          line: ended.line,
          seen: ended.seen.trim(),
          facts: { value: ended.value, callees },
        });
      }
    }
  }
}

import type { FrameDetails } from '../../core/model/builder.ts';
import { ProfileBuilder } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameKind, NodeIndex } from '../../core/model/profile.ts';
import type { BuildLimits } from '../../core/model/builder.ts';
import type { PageFacts } from './facts.ts';

/** A frame as drawn; all numbers in the unit of the page. */
export interface DrawnFrame {
  readonly level: number;
  readonly left: number;
  readonly width: number;
  readonly type: number;
  readonly title: string;
  /** Self value less that of the other recording; null: the other one lacks the frame, or there is no other one. */
  readonly difference: number | null;
  readonly line: () => number;
}

interface OpenFrame {
  readonly node: NodeIndex;
  readonly left: number;
  readonly width: number;
  readonly difference: number | null;
  /** Where the next child may begin, and what the children have together. */
  nextLeft: number;
  children: number;
  /** Left edge of the first child: what lies before it is the frame's own. */
  firstChild: number | null;
}

const KINDS: Readonly<Record<PageFacts['types'], readonly FrameKind[]>> = {
  5: ['jit', 'inlined', 'kernel', 'user', 'user'],
  7: ['unknown', 'jit', 'inlined', 'user', 'user', 'kernel', 'jit'],
};

/** Types that stand for a class on allocation and lock graphs, where they end a stack. */
const CLASS = 2;
const CLASS_OUTSIDE_TLAB = 5;

/** Builds the tree from frames in the order of drawing: each after its parent, siblings from left to right. */
export class FrameTree {
  readonly builder: ProfileBuilder;
  /** The other recording of a differential page. */
  readonly base: ProfileBuilder | null;
  readonly #facts: PageFacts;
  readonly #maxDepth: number;
  readonly #open: OpenFrame[] = [];
  readonly #baseNodes: NodeIndex[] = [];
  readonly #endsInClasses: boolean;
  frames = 0;
  narrowest = Number.POSITIVE_INFINITY;
  /** Weight of frames that were too narrow to be drawn, as far as gaps between drawn ones show it. */
  leftOut = 0;
  fault: Fault | null = null;

  constructor(facts: PageFacts, limits: BuildLimits & { readonly maxDepth: number }) {
    this.#facts = facts;
    this.#maxDepth = limits.maxDepth;
    this.#endsInClasses = /alloc|lock/i.test(facts.title ?? '');
    this.builder = new ProfileBuilder(1, limits);
    this.base = facts.isDifferential ? new ProfileBuilder(1, limits) : null;
  }

  add(frame: DrawnFrame): void {
    const { level, left, width } = frame;
    if (level < 0 || level > this.#open.length || (level === 0 && this.frames > 0)) {
      this.#refuse(frame, `a level of at most ${this.#open.length}`);
      return;
    }
    if (level > this.#maxDepth) {
      this.fault ??= fault('stack-too-deep', { line: frame.line(), facts: { maximum: this.#maxDepth } });
      return;
    }
    while (this.#open.length > level) this.#close(frame.line);
    const parent = this.#open[level - 1];
    if (width <= 0 || (parent !== undefined && (left < parent.nextLeft || left + width > parent.left + parent.width))) {
      this.#refuse(frame, 'a frame inside its caller and right of its neighbour');
      return;
    }
    if (parent !== undefined) {
      parent.firstChild ??= left;
      this.leftOut += left - Math.max(parent.nextLeft, parent.firstChild);
      parent.nextLeft = left + width;
      parent.children += width;
    }
    this.#push(frame, parent?.node ?? null);
    this.frames++;
    if (width < this.narrowest) this.narrowest = width;
    this.fault ??= this.builder.overflow ?? this.base?.overflow ?? null;
  }

  /** Ends all frames that are still open. */
  end(line: () => number): void {
    while (this.#open.length > 0) this.#close(line);
  }

  #push({ left, width, type, title, difference }: DrawnFrame, parent: NodeIndex | null): void {
    const details = this.#detailsOf(type, title);
    const node = parent === null ? ROOT : this.builder.child(parent, this.builder.frame(title, details));
    this.#open.push({ node, left, width, difference, nextLeft: left, children: 0, firstChild: null });
    if (this.base === null) return;
    const caller = this.#baseNodes.at(-1);
    this.#baseNodes.push(caller === undefined ? ROOT : this.base.child(caller, this.base.frame(title, details)));
  }

  #close(line: () => number): void {
    const frame = this.#open.pop();
    if (frame === undefined) return;
    if (frame.firstChild !== null) this.leftOut += frame.left + frame.width - frame.nextLeft;
    this.builder.addSelf(frame.node, frame.width - frame.children);
    const baseNode = this.#baseNodes.pop();
    if (this.base === null || baseNode === undefined || frame.difference === null) return;
    const own = frame.firstChild === null ? frame.width : frame.firstChild - frame.left;
    const other = own - frame.difference;
    if (other < 0) {
      this.fault ??= fault('async-html-malformed', {
        line: line(),
        seen: `d=${frame.difference}`,
        expected: `a difference of at most ${own}`,
      });
    } else this.base.addSelf(baseNode, other);
  }

  #detailsOf(type: number, title: string): FrameDetails {
    // A method is written pkg/Class.method; a class at the end of a stack has no slash.
    if (this.#endsInClasses && !title.includes('/')) {
      if (type === CLASS) return {};
      if (type === CLASS_OUTSIDE_TLAB) return { module: 'outside TLAB' };
    }
    return { kind: KINDS[this.#facts.types][type] ?? 'unknown' };
  }

  #refuse({ level, left, width, line }: DrawnFrame, expected: string): void {
    this.fault ??= fault('async-html-malformed', {
      line: line(),
      seen: `a frame at level ${level}, left ${left}, width ${width}`,
      expected,
    });
  }
}

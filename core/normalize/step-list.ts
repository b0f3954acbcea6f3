import { marksOf } from './prefilter.ts';
import type { FrameContext, NameStep } from './steps.ts';

/** Rules that rewrote a name, in order. Programs have few such lists: names with one history share its list. */
export class Fired {
  /** `pack/id` of each. */
  readonly rules: readonly string[];
  readonly #longer = new Map<string, Fired>();

  constructor(rules: readonly string[]) {
    this.rules = rules;
  }

  /** This list with one more rule. */
  and(rule: string): Fired {
    let longer = this.#longer.get(rule);
    if (longer === undefined) {
      longer = new Fired([...this.rules, rule]);
      this.#longer.set(rule, longer);
    }
    return longer;
  }
}

export interface Rewriting {
  name: string;
  /** `marksOf(name)`. */
  marks: number;
  context: FrameContext;
  fired: Fired;
  /** Filled with every step when somebody asks why; else null. */
  readonly explained: { readonly rule: string; readonly before: string; readonly after: string }[] | null;
}

/** Suffixes pile up a few deep; a name that still changes after this many rounds was made to. */
const MAX_ROUNDS = 16;
/** Kinds of names whose steps are remembered; names of programs have a few hundred. */
const MOST_KINDS = 1 << 12;

interface Placed {
  readonly place: number;
  readonly step: NameStep;
}

/** Steps that rewrite names, in order. The characters of a name tell which few of them it can concern. */
export class StepList {
  readonly #steps: readonly Placed[];
  /** By marks: the steps that such names do not rule out. */
  readonly #byMarks = new Map<number, readonly Placed[]>();

  constructor(steps: readonly NameStep[]) {
    this.#steps = steps.map((step, place) => ({ place, step }));
  }

  /** Runs every step over the name, once. */
  once(frame: Rewriting): void {
    this.#round(frame, this.#steps.length);
  }

  /** Runs the steps over the name until nothing changes, so that normalizing twice is normalizing once. */
  repeat(frame: Rewriting): void {
    let end = this.#steps.length;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = frame.name;
      // The steps behind the last one that changed the name have seen what it made: they need not see it again.
      end = this.#round(frame, end);
      if (frame.name === before) return;
    }
  }

  /**
   * Runs the steps before `end`, and those behind it when one of them changes the name; gives the place up to which they
   * have not seen the name that was made.
   */
  #round(frame: Rewriting, end: number): number {
    let changed = 0;
    let unseen = 0;
    let { marks } = frame;
    let placed = this.#concerning(marks);
    for (let i = 0; i < placed.length; i++) {
      const { place, step } = placed[i]!;
      if (place < changed) continue;
      if (place >= end && changed === 0) break;
      const { name, context } = frame;
      if (!mayMatch(step, name) || (step.applies !== null && !step.applies(context))) continue;
      const next = step.run(name, context);
      // A rule never leaves a frame without a name.
      if (next === name || next === '') continue;
      rewritten(frame, step, next);
      changed = place + 1;
      unseen = step.settles ? place : changed;
      if (frame.marks === marks) continue;
      ({ marks } = frame);
      placed = this.#concerning(marks);
      i = -1;
    }
    return unseen;
  }

  #concerning(marks: number): readonly Placed[] {
    const known = this.#byMarks.get(marks);
    if (known !== undefined) return known;
    const made = this.#steps.filter(
      ({ step }) => (marks & step.marks) === step.marks && (step.anyMark === 0 || (marks & step.anyMark) !== 0),
    );
    if (this.#byMarks.size < MOST_KINDS) this.#byMarks.set(marks, made);
    return made;
  }
}

function rewritten(frame: Rewriting, { rule, id, moduleOf }: NameStep, next: string): void {
  const { name, context } = frame;
  const module = context.module ?? moduleOf?.(name) ?? null;
  const kind = rule.kind ?? context.kind;
  if (module !== context.module || kind !== context.kind) frame.context = { ...context, module, kind };
  frame.explained?.push({ rule: id, before: name, after: next });
  frame.fired = frame.fired.and(id);
  frame.name = next;
  frame.marks = marksOf(next);
}

function mayMatch({ first, prefix, needs }: NameStep, name: string): boolean {
  if (first !== null) {
    const code = name.charCodeAt(0);
    if (first[code < 128 ? code : 128] === 0) return false;
  }
  if (prefix !== '' && !name.startsWith(prefix)) return false;
  if (needs.length === 0) return true;
  for (const text of needs) if (name.includes(text)) return true;
  return false;
}

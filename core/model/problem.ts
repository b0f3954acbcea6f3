/**
 * What was wrong or unknowable in an input, as facts. `core/words` owns the sentences.
 * A `Fault` ends the reading of a file; a `Problem` does not, and is shown beside the result.
 */

/** Where in the input. Lines and columns count from 1, bytes from 0; null when the format has no such position. */
export interface Position {
  readonly line: number | null;
  readonly byte: number | null;
}

/** Values that a sentence needs: names, numbers, units. Never ready-made prose. */
export type Facts = Readonly<Record<string, string | number | readonly string[]>>;

export interface Fault {
  /** Stable, kebab-case, prefixed by the format where it is specific to one: `svg-truncated`, `unit-mismatch`. */
  readonly code: string;
  readonly position: Position | null;
  /** An excerpt of the input at the position, shortened; it is hostile text. */
  readonly seen: string | null;
  /** What should have stood there, in the terms of the format. */
  readonly expected: string | null;
  readonly facts: Facts;
}

export interface Problem extends Fault {
  /** `warning`: numbers may be affected. `note`: good to know. */
  readonly severity: 'warning' | 'note';
  /** How many places of the input have this problem; the position and `seen` are of the first. */
  readonly count: number;
}

/** Length to which excerpts of an input are cut. */
const EXCERPT_LENGTH = 120;

/** Shortens `text` to EXCERPT_LENGTH characters without cutting a surrogate pair. */
function excerpt(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const last = text.charCodeAt(EXCERPT_LENGTH - 1);
  const cut = last >= 0xd800 && last <= 0xdbff ? EXCERPT_LENGTH - 1 : EXCERPT_LENGTH;
  return `${text.slice(0, cut)}…`;
}

export interface FaultDetails {
  readonly line?: number | null;
  readonly byte?: number | null;
  readonly seen?: string | null;
  readonly expected?: string | null;
  readonly facts?: Facts;
}

export function fault(code: string, details: FaultDetails = {}): Fault {
  const { line = null, byte = null, seen = null, expected = null, facts = {} } = details;
  return {
    code,
    position: line === null && byte === null ? null : { line, byte },
    seen: seen === null ? null : excerpt(seen),
    expected,
    facts,
  };
}

export function problem(
  severity: Problem['severity'],
  code: string,
  details: FaultDetails & { readonly count?: number } = {},
): Problem {
  return { ...fault(code, details), severity, count: details.count ?? 1 };
}

/**
 * Collects problems of one input, one entry a code: the first place is kept, the others are counted.
 * So a file with a million bad lines costs one entry, and the count stays exact.
 */
export class ProblemLog {
  readonly #byCode = new Map<string, Problem>();

  add(severity: Problem['severity'], code: string, details: FaultDetails & { readonly count?: number } = {}): void {
    const known = this.#byCode.get(code);
    if (known === undefined) this.#byCode.set(code, problem(severity, code, details));
    else this.#byCode.set(code, { ...known, count: known.count + (details.count ?? 1) });
  }

  countOf(code: string): number {
    return this.#byCode.get(code)?.count ?? 0;
  }

  list(): readonly Problem[] {
    return [...this.#byCode.values()];
  }
}

/**
 * What became of one fact. `not-yet`: the product has no such format or function so far. `gap`: it fails, and
 * `known-gaps.json` says why the expectation is wrong or the fact is not in the file. `stale`: a listed gap that passes.
 */
export type Outcome = 'pass' | 'fail' | 'not-yet' | 'gap' | 'stale';

export interface Check {
  /** Stable within a file: the key of the fact, such as `total` or `events[cycles].total`. */
  readonly name: string;
  readonly outcome: Outcome;
  /** Why it is no pass; empty for a pass. */
  readonly detail: string;
}

/** All that was checked about one file, or about one case as a whole. */
export interface Subject {
  readonly file: string;
  readonly format: string;
  readonly checks: readonly Check[];
}

/** Collects the checks of one subject. */
export class Recorder {
  readonly #checks: Check[] = [];
  readonly #prefix: string;

  constructor(prefix = '', checks: Check[] = []) {
    this.#prefix = prefix;
    this.#checks = checks;
  }

  /** A recorder into the same list whose names start with `prefix`. */
  within(prefix: string): Recorder {
    return new Recorder(`${this.#prefix}${prefix}.`, this.#checks);
  }

  /** `detail` is only asked for when the fact does not hold. */
  that(name: string, holds: boolean, detail: () => string): void {
    this.#add(name, holds ? 'pass' : 'fail', holds ? '' : detail());
  }

  fail(name: string, detail: string): void {
    this.#add(name, 'fail', detail);
  }

  notYet(name: string, why: string): void {
    this.#add(name, 'not-yet', why);
  }

  get checks(): readonly Check[] {
    return this.#checks;
  }

  #add(name: string, outcome: Outcome, detail: string): void {
    this.#checks.push({ name: `${this.#prefix}${name}`, outcome, detail });
  }
}

/** Runs checks; what they throw (a bug of the product, a fact of an unforeseen shape) is a failure of its own. */
export async function guarded(record: Recorder, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    record.fail('no exception', error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

/** Text for a detail: values in JSON, big integers included, cut where it grows long. */
export function shown(value: unknown): string {
  const text =
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

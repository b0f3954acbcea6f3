import { shifted } from '../text/decimal.ts';

/** A chain of functions without a fork, and the chains that it forks into. */
export interface Branch {
  /** As printed; null for the first chain, which has all of its row. */
  readonly share: number | null;
  readonly names: string[];
  readonly branches: Branch[];
}

interface Open {
  readonly column: number;
  readonly branch: Branch;
}

/** Two dashes stand before a share; the first chain, which has none, begins with three. */
const FORK = /^([\s|]*)(?:--+\s?(\d{1,3}\.\d{1,4})%--\s?|---+\s?)/;

/**
 * Collects the drawing under a row. The column in which a name begins tells which chain it goes on:
 *
 *     ---work               a chain of work
 *        |--30.00%--helper  forks into one of helper and main
 *        |          main
 *         --20.00%--main    and one of main
 */
export class CallGraphLines {
  readonly roots: Branch[] = [];
  readonly #open: Open[] = [];

  /** False when the line belongs to no chain. */
  read(line: string): boolean {
    if (/^[\s|]*$/.test(line)) return true;
    const fork = FORK.exec(line);
    if (fork !== null) return this.#fork(line, fork);
    const column = line.search(/[^\s|]/);
    this.#closeTo(column + 1);
    const last = this.#open.at(-1);
    if (last === undefined || last.column !== column) return false;
    last.branch.names.push(line.slice(column).trimEnd());
    return true;
  }

  #fork(line: string, [mark, , share]: RegExpExecArray): boolean {
    const column = mark.length;
    const name = line.slice(column).trimEnd();
    if (name === '') return false;
    const branch: Branch = { share: share === undefined ? null : shifted(share, 0), names: [name], branches: [] };
    this.#closeTo(column);
    const outer = this.#open.at(-1);
    (outer?.branch.branches ?? this.roots).push(branch);
    this.#open.push({ column, branch });
    return true;
  }

  /** Ends chains whose names begin at `column` or right of it. */
  #closeTo(column: number): void {
    while ((this.#open.at(-1)?.column ?? -1) >= column) this.#open.pop();
  }
}

/** True when the shares of chains cannot be of the whole recording: together they are more than where they fork from. */
export function isRelative(share: number, roots: readonly Branch[]): boolean {
  const waiting: (readonly [number, readonly Branch[]])[] = [[share, roots]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [whole, branches] = next;
    const sum = branches.reduce((total, branch) => total + (branch.share ?? 0), 0);
    // Each printed share is rounded to hundredths.
    if (sum > whole + branches.length * 0.02) return true;
    for (const branch of branches) waiting.push([branch.share ?? whole, branch.branches]);
  }
  return false;
}

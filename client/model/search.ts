/**
 * Which functions a text means, and which stacks have them. Distinct names are looked at first, then the nodes in one
 * pass over the ranges of the preorder, so a million nodes cost no memory beyond the list of hits.
 */
import { BASE, HEAD } from '../../core/tree/union.ts';
import type { UnionTree } from '../../core/tree/union.ts';

/** Compiles a pattern; throws an Error with a sentence on bad syntax. */
export type PatternEngine = (source: string) => (name: string) => boolean;

export type NameMatch =
  /** No text: no search is not the same as nothing found. */
  | { readonly kind: 'none' }
  /** 1 for functions whose name matches. */
  | { readonly kind: 'found'; readonly functions: Uint8Array; readonly count: number }
  /** The engine for patterns is on its way. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'bad-pattern'; readonly message: string };

/** Text that begins with this means functions of a subsystem: `tag:innodb.purge`. */
export const TAG_PREFIX = 'tag:';

/** Searches in the names of one function table. Text is case-insensitive and never a pattern. */
export class NameSearch {
  readonly #names: readonly string[];
  readonly #tags: readonly (readonly string[])[];
  #lowerNames: readonly string[] | null = null;

  constructor(names: readonly string[], tags: readonly (readonly string[])[]) {
    this.#names = names;
    this.#tags = tags;
  }

  text(text: string): NameMatch {
    if (text.startsWith(TAG_PREFIX)) {
      const tag = text.slice(TAG_PREFIX.length).trim();
      return this.#found(this.#names, (_, func) => this.#tags[func]?.includes(tag) === true);
    }
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return { kind: 'none' };
    this.#lowerNames ??= this.#names.map((name) => name.toLowerCase());
    return this.#found(this.#lowerNames, (name) => name.includes(wanted));
  }

  /** `engine` null: not loaded yet. */
  pattern(source: string, engine: PatternEngine | null): NameMatch {
    if (source.trim() === '') return { kind: 'none' };
    if (engine === null) return { kind: 'waiting' };
    try {
      return this.#found(this.#names, engine(source));
    } catch (error) {
      return { kind: 'bad-pattern', message: error instanceof Error ? error.message : 'not a pattern' };
    }
  }

  #found(names: readonly string[], test: (name: string, func: number) => boolean): NameMatch {
    const functions = new Uint8Array(names.length);
    let count = 0;
    for (const [func, name] of names.entries()) {
      if (!test(name, func)) continue;
      functions[func] = 1;
      count++;
    }
    return { kind: 'found', functions, count };
  }
}

export interface StacksFound {
  /** Outermost nodes of the functions in preorder. Their subtrees are disjoint, so every stack counts once. */
  readonly hits: Int32Array;
  /** Counts in the stacks with a match. */
  readonly base: number;
  readonly head: number;
}

/** The outermost nodes of the chosen functions, with the counts of both sides in their subtrees. */
export function stacksWith(tree: UnionTree, chosen: Uint8Array): StacksFound {
  const hits: number[] = [];
  let base = 0;
  let head = 0;
  for (let node = 1; node < tree.length; ) {
    if (chosen[tree.func[node]!] !== 1) {
      node++;
      continue;
    }
    hits.push(node);
    base += tree.sides[BASE]?.total[node] ?? 0;
    head += tree.sides[HEAD]?.total[node] ?? 0;
    node = tree.end[node]!;
  }
  return { hits: Int32Array.from(hits), base, head };
}

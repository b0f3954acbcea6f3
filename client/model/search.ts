/**
 * Plain, case-insensitive search. Distinct names are looked at first, then the nodes in one pass over the ranges of the
 * preorder, so a million nodes cost no memory beyond the list of hits, and a name that the user typed is never a pattern.
 */
import { BASE, HEAD } from '../../core/tree/union.ts';
import type { UnionTree } from '../../core/tree/union.ts';

export interface SearchResult {
  /** 1 for functions whose name contains the text. */
  readonly functions: Uint8Array;
  readonly functionCount: number;
  /** Outermost matched nodes in preorder. Their subtrees are disjoint, so every stack counts once. */
  readonly hits: Int32Array;
  /** Counts in the stacks with a match. */
  readonly base: number;
  readonly head: number;
}

export class Searcher {
  readonly #tree: UnionTree;
  #lowerNames: readonly string[] | null = null;

  constructor(tree: UnionTree) {
    this.#tree = tree;
  }

  /** Null for an empty text: no search is not the same as nothing found. */
  find(text: string): SearchResult | null {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return null;
    this.#lowerNames ??= this.#tree.functions.names.map((name) => name.toLowerCase());
    const functions = new Uint8Array(this.#lowerNames.length);
    let functionCount = 0;
    for (const [func, name] of this.#lowerNames.entries()) {
      if (!name.includes(wanted)) continue;
      functions[func] = 1;
      functionCount++;
    }
    return { functions, functionCount, ...stacksWith(this.#tree, functions) };
  }
}

/** The outermost nodes of the chosen functions, with the counts of both sides in their subtrees. */
export function stacksWith(tree: UnionTree, chosen: Uint8Array): Pick<SearchResult, 'hits' | 'base' | 'head'> {
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

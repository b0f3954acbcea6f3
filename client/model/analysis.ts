/** A comparison with what the page derives from it once and asks for often. */
import type { Comparison, State } from '../../core/diff/comparison.ts';
import { nodeStates } from '../../core/diff/node-states.ts';
import { layoutWeights } from '../../core/layout/flame-layout.ts';
import type { LayoutMode } from '../../core/layout/flame-layout.ts';
import { comparisonWords } from '../../core/words/comparison.ts';
import type { ComparisonWords } from '../../core/words/comparison.ts';
import { functionFacts, nodeFacts } from './facts.ts';
import type { FrameFacts } from './facts.ts';
import { referenceTo, resolveReference } from './reference.ts';
import { Searcher, stacksWith } from './search.ts';
import type { SearchResult } from './search.ts';

export class Analysis {
  readonly id: string;
  readonly comparison: Comparison;
  readonly words: ComparisonWords;
  readonly #weights = new Map<LayoutMode, Float64Array>();
  readonly #searcher: Searcher;
  readonly #stateOf: (node: number) => State;

  constructor(id: string, comparison: Comparison) {
    this.id = id;
    this.comparison = comparison;
    this.words = comparisonWords(comparison);
    this.#stateOf = nodeStates(comparison);
    this.#searcher = new Searcher(comparison.tree);
  }

  weights(mode: LayoutMode): Float64Array {
    let weights = this.#weights.get(mode);
    if (weights === undefined) {
      weights = layoutWeights(this.comparison.tree, mode);
      this.#weights.set(mode, weights);
    }
    return weights;
  }

  node(node: number): FrameFacts {
    return nodeFacts(this.comparison, this.#stateOf, node);
  }

  func(func: number): FrameFacts {
    return functionFacts(this.comparison, func);
  }

  search(text: string): SearchResult | null {
    return this.#searcher.find(text);
  }

  /** Frames of one function, as a search would find them. */
  framesOf(func: number): SearchResult {
    const { tree } = this.comparison;
    const functions = new Uint8Array(tree.functions.length);
    functions[func] = 1;
    return { functions, functionCount: 1, ...stacksWith(tree, functions) };
  }

  nodeReference(node: number): string | null {
    return node === 0 ? null : referenceTo(node, this.#nodeName(node));
  }

  resolveNode(reference: string | null): number {
    return resolveReference(reference, this.comparison.tree.length, (node) => this.#nodeName(node)) ?? 0;
  }

  functionReference(func: number): string {
    return referenceTo(func, this.comparison.tree.functions.names[func] ?? '');
  }

  resolveFunction(reference: string | null): number | null {
    const { functions } = this.comparison.tree;
    return resolveReference(reference, functions.length, (func) => functions.names[func] ?? '');
  }

  #nodeName(node: number): string {
    const { tree } = this.comparison;
    return tree.functions.names[tree.func[node] ?? -1] ?? '';
  }
}

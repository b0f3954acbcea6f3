/** A comparison, or a view of its tree, with what the page derives from it once and asks for often. */
import { STATES } from '../../core/diff/comparison.ts';
import type { Comparison, State } from '../../core/diff/comparison.ts';
import type { PerScale } from '../../core/diff/per.ts';
import { nodeStates } from '../../core/diff/node-states.ts';
import { layoutWeights } from '../../core/layout/flame-layout.ts';
import type { LayoutMode } from '../../core/layout/flame-layout.ts';
import type { UnionTree } from '../../core/tree/union.ts';
import type { FirstPicture } from '../../core/wire/picture.ts';
import { comparisonWords } from '../../core/words/comparison.ts';
import type { ComparisonWords } from '../../core/words/comparison.ts';
import { withShortNames } from '../../core/words/short-names.ts';
import { functionFacts, nodeFacts } from './facts.ts';
import type { FrameFacts } from './facts.ts';
import type { Prepared } from './prepared.ts';
import { referenceTo, resolveReference } from './reference.ts';

/** What need not be computed. */
interface Known extends Partial<Pick<Prepared, 'words' | 'states' | 'weights'>> {
  readonly picture?: FirstPicture;
}

export class Analysis {
  static #made = 0;

  /** Another one for every analysis, also of one comparison. */
  readonly key = Analysis.#made++;
  readonly id: string;
  readonly comparison: Comparison;
  /** What one count of each side is worth where absolute cost is shown; null for shares. */
  readonly scale: PerScale | null;
  /** What stands for the whole until that is here; null when it is. Nodes are then numbered within it. */
  readonly picture: FirstPicture | null;
  readonly #weights = new Map<LayoutMode, Float64Array>();
  readonly #states: Uint8Array | null;
  #words: ComparisonWords | null;
  #stateOf: ((node: number) => State) | null = null;

  private constructor(id: string, comparison: Comparison, scale: PerScale | null, known: Known = {}) {
    this.id = id;
    this.comparison = comparison;
    this.scale = scale;
    this.picture = known.picture ?? null;
    this.#words = known.words ?? null;
    this.#states = known.states ?? null;
    if (known.weights !== undefined) this.#weights.set('union', known.weights);
  }

  static of(id: string, made: Comparison | Prepared): Analysis {
    return 'comparison' in made ? new Analysis(id, made.comparison, null, made) : new Analysis(id, made, null);
  }

  static ofPicture(id: string, picture: FirstPicture): Analysis {
    return new Analysis(id, picture.comparison, null, { ...picture, picture });
  }

  get words(): ComparisonWords {
    this.#words ??= comparisonWords(withShortNames(this.comparison));
    return this.#words;
  }

  /**
   * The same comparison with another tree over its functions. Shares stay shares of all stacks, however few of them the
   * tree has. Explanations of single paths are left out: their nodes are places in the tree that was compared.
   */
  withTree(tree: UnionTree): Analysis {
    const { comparison } = this;
    const sides = tree.sides.map((side, at) => {
      const { sum, exactSum } = comparison.tree.sides[at] ?? side;
      return { ...side, sum, exactSum };
    });
    const explanations = comparison.explanations.filter(({ kind }) => kind !== 'N' && kind !== 'S');
    return new Analysis(this.id, { ...comparison, tree: { ...tree, sides }, explanations }, this.scale);
  }

  /** The same with absolute cost beside the shares. */
  withScale(scale: PerScale): Analysis {
    const { picture } = this;
    const known = { words: this.words, ...(this.#states === null ? {} : { states: this.#states }) };
    return new Analysis(this.id, this.comparison, scale, picture === null ? known : { ...known, picture });
  }

  weights(mode: LayoutMode): Float64Array {
    let weights = this.#weights.get(mode);
    if (weights === undefined) {
      weights = layoutWeights(this.comparison.tree, mode, this.scale);
      this.#weights.set(mode, weights);
    }
    return weights;
  }

  node(node: number): FrameFacts {
    this.#stateOf ??= knownStates(this.#states) ?? nodeStates(this.comparison);
    return nodeFacts(this.comparison, this.#stateOf, node, this.scale);
  }

  func(func: number): FrameFacts {
    return functionFacts(this.comparison, func, this.scale);
  }

  nodeReference(node: number): string | null {
    return node === 0 ? null : referenceTo(this.picture?.nodes[node] ?? node, this.#nodeName(node));
  }

  resolveNode(reference: string | null): number {
    return resolveReference(reference, this.comparison.tree.length, (node) => this.#nodeName(node)) ?? 0;
  }

  functionReference(func: number): string {
    const name = this.comparison.tree.functions.names[func] ?? '';
    return referenceTo(this.picture?.functions[func] ?? func, name);
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

function knownStates(states: Uint8Array | null): ((node: number) => State) | null {
  return states === null ? null : (node) => STATES[states[node] ?? -1] ?? 'undecided';
}

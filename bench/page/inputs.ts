/** Two profiles whose union tree has about so many nodes, as folded text, the same for the same seed. */
export interface Pair {
  readonly nodes: number;
  readonly base: string;
  readonly head: string;
}

const NAMES = 5000;
const LEAST_DEPTH = 5;
const MORE_DEPTH = 25;

export function pairOf(nodes: number): Pair {
  const tree = new Tree();
  // The second side has the first one's stacks with other counts, and a tenth of its own.
  const shared = stacks(1, nodes * 0.9, tree);
  const own = stacks(2, nodes * 0.1, tree);
  const random = randomFrom(3);
  const count = () => 1 + Math.floor(random() ** 4 * 40);
  const text = (lines: readonly string[]) => lines.map((stack) => `${stack} ${count()}\n`).join('');
  return { nodes: tree.size, base: text(shared), head: text([...shared, ...own]) };
}

const WIDE_STACKS = 30;
const WIDE_DEPTH = 42;
const WIDE_COUNT = 20;
const NARROW_STACKS = 530;
const NARROW_DEPTH = 7;

/** Nearly 5,000 frames that can all be seen at once: about a quarter are wide enough for a label, the rest for a colour. */
export function crowdedPair(): Pair {
  const path = (kind: string, at: number, depth: number) =>
    Array.from({ length: depth }, (_, row) => `${kind}_${row}::function_${at}(int, char const*)`).join(';');
  const text = (by: number) =>
    [
      ...Array.from(
        { length: WIDE_STACKS },
        (_, i) => `${path('wide', i, WIDE_DEPTH)} ${WIDE_COUNT * (i % 3 ? 1 : by)}`,
      ),
      ...Array.from({ length: NARROW_STACKS }, (_, i) => `${path('narrow', i, NARROW_DEPTH)} ${i % 5 ? 1 : by}`),
    ].join('\n');
  return { nodes: WIDE_STACKS * WIDE_DEPTH + NARROW_STACKS * NARROW_DEPTH, base: text(1), head: text(2) };
}

/** Counts distinct paths without keeping their names. */
class Tree {
  readonly #children = new Map<number, number>();

  get size(): number {
    return this.#children.size;
  }

  child(node: number, name: number): number {
    const key = node * NAMES + name;
    let child = this.#children.get(key);
    if (child === undefined) {
      child = this.#children.size + 1;
      this.#children.set(key, child);
    }
    return child;
  }
}

function stacks(seed: number, wanted: number, tree: Tree): readonly string[] {
  const random = randomFrom(seed);
  const lines: string[] = [];
  const before = tree.size;
  while (tree.size - before < wanted) {
    const depth = LEAST_DEPTH + Math.floor(random() * MORE_DEPTH);
    const names: string[] = [];
    let node = 0;
    for (let level = 0; level < depth; level++) {
      // Skewed choice: low numbers far more often, so stacks share their beginnings.
      const at = Math.floor(random() ** 3 * Math.min(NAMES, 6 * (level + 1)));
      names.push(`m${at % 40}::function_${at}`);
      node = tree.child(node, at);
    }
    lines.push(names.join(';'));
  }
  return lines;
}

function randomFrom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

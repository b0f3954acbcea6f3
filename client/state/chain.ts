/** The frames of one explanation, for the graph to frame: of the one under the pointer, else of the one that was chosen. */
import { computed, signal } from '@preact/signals';
import type { Explanation } from '../../core/diff/comparison.ts';
import type { UnionTree } from '../../core/tree/union.ts';
import { analysis } from './comparison.ts';
import { view } from './route.ts';

/** Place of the explanation that is pointed at in the list; null when none is. */
export const looked = signal<number | null>(null);

const shown = computed<Explanation | null>(() => {
  const given = analysis.value;
  if (given === null) return null;
  const chosen = view.value.explained === '' ? null : Number(view.value.explained);
  return given.comparison.explanations[looked.value ?? chosen ?? -1] ?? null;
});

/** Whether a node of `tree` belongs to it; null where nothing does, as in a tree that was turned around or narrowed. */
export function chainIn(tree: UnionTree): ((node: number) => boolean) | null {
  const explanation = shown.value;
  const compared = analysis.value?.comparison.tree;
  if (explanation === null || compared !== tree) return null;
  const { kind, func, caller, entry, focus } = explanation;
  switch (kind) {
    case 'N':
    case 'S': {
      const chain = new Set<number>();
      for (let node = focus; node > 0; node = tree.parent[node] ?? 0) {
        chain.add(node);
        if (node === entry) break;
      }
      return (node) => chain.has(node);
    }
    case 'E':
      return (node) => tree.func[node] === func && tree.func[tree.parent[node] ?? -1] === caller;
    case 'F':
    case 'G':
  }
  return (node) => tree.func[node] === func;
}

/** Frame with the cursor: what the keyboard, a click, an explanation or a search step pointed at last. */
import { signal } from '@preact/signals';

/** The graphs that a view may have. */
export type PaneId = 'only' | 'base' | 'head' | 'callers' | 'callees';

export interface Pointed {
  readonly node: number;
  /** Pane whose tree the node is of; `only` stands for every pane of the compared tree. */
  readonly pane: PaneId;
}

export const pointed = signal<Pointed | null>(null);

export function pointAt(node: number | null, pane: PaneId = 'only'): void {
  pointed.value = node === null ? null : { node, pane };
}

/** Node of `pane` with the cursor, or null. Good and bad show one tree, so a cursor in one is in both. */
export function pointedIn({ id }: { readonly id: PaneId }): number | null {
  const at = pointed.value;
  if (at === null) return null;
  const tree = (pane: PaneId) => (pane === 'callers' || pane === 'callees' ? pane : 'compared');
  return tree(id) === tree(at.pane) ? at.node : null;
}

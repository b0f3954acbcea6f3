/** Walking over what the search found. */
import { signal } from '@preact/signals';
import { forgetMove } from '../state/part.ts';
import { pointAt, pointed } from '../state/pointed.ts';
import { setView } from '../state/route.ts';
import { focus, found, scene } from '../state/scene.ts';
import { revealed } from './reveal.ts';

/** Counts up when the search box is to take the focus (`/`). */
export const searchCalls = signal(0);

/** Goes to the next or previous match that has a width in a graph of the view, around the end. */
export function step(direction: 1 | -1): void {
  const hits = found.peek()?.hits;
  const shown = scene.peek();
  if (hits === undefined || hits.length === 0 || shown?.kind !== 'panes') return;
  const { panes } = shown;
  const [first] = panes;
  let at = hits.indexOf(pointed.peek()?.node ?? -1);
  if (at < 0 && direction < 0) at = 0;
  for (let tries = 0; tries < hits.length; tries++) {
    at = (at + direction + hits.length) % hits.length;
    const node = hits[at] ?? 0;
    const pane = panes.find(({ analysis, layout }) => (analysis.weights(layout)[node] ?? 0) > 0);
    if (pane === undefined) continue;
    pointAt(node, first.id);
    forgetMove();
    if (first.top === 0)
      setView({ focus: first.analysis.nodeReference(revealed(pane, node, focus.peek())), part: null });
    return;
  }
}

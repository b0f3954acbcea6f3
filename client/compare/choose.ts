import { pointAt } from '../state/pointed.ts';
import { forgetMove } from '../state/part.ts';
import { setView } from '../state/route.ts';
import type { Pane } from '../state/scene.ts';

/** Goes to a frame: it fills the graph, or, among callers and callees, its function takes the middle. */
export function choose({ analysis, id }: Pane, node: number): void {
  if (id === 'callers' || id === 'callees') {
    const func = analysis.comparison.tree.func[node] ?? -1;
    if (func < 0) return;
    forgetMove();
    pointAt(null);
    setView({ mark: analysis.functionReference(func), part: null }, 'push');
    return;
  }
  forgetMove();
  pointAt(node, id);
  setView({ focus: analysis.nodeReference(node), part: null }, 'push');
}

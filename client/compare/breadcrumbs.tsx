import { pathTo } from '../../core/layout/flame-layout.ts';
import { grouped } from '../../core/words/numbers.ts';
import { ROOT_LABEL } from '../model/facts.ts';
import { Name } from '../parts/name.tsx';
import { focus, scene } from '../state/scene.ts';
import { choose } from './choose.ts';

/** Callers shown beside the root; the others are counted. */
const SHOWN = 4;

export function Breadcrumbs() {
  const shown = scene.value;
  if (shown?.kind !== 'panes') return <nav class="breadcrumbs" aria-label="Path of the zoomed frame" />;
  const [pane] = shown.panes;
  const { analysis } = pane;
  const path = pathTo(analysis.comparison.tree.parent, focus.value);
  const hidden = Math.max(0, path.length - 1 - SHOWN);
  const crumb = (node: number) => (
    <li key={node}>
      <button
        type="button"
        class="link"
        onClick={() => {
          choose(pane, node);
        }}
      >
        {node === 0 ? ROOT_LABEL : <Name text={analysis.node(node).name} />}
      </button>
    </li>
  );
  return (
    <nav class="breadcrumbs" aria-label="Path of the zoomed frame">
      <ol>
        {path.slice(0, 1).map(crumb)}
        {hidden > 0 && <li class="hint">… {grouped(hidden)} …</li>}
        {path.slice(1 + hidden).map(crumb)}
        <li aria-current="true">
          <Name text={analysis.node(focus.value).name} />
        </li>
      </ol>
    </nav>
  );
}

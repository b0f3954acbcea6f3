import { signal } from '@preact/signals';
import { pathTo } from '../../core/layout/flame-layout.ts';
import { visible } from '../../core/text/visible.ts';
import { grouped } from '../../core/words/numbers.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import type { Pane } from '../state/scene.ts';

/** Frame whose stack is shown as text. */
export const stackShown = signal<{ readonly pane: Pane; readonly node: number } | null>(null);

/** Lines of a stack that the dialog holds; the copy has all of them. */
const MOST_LINES = 2000;

/** The stack of one frame as text, root first, with the counts of both sides. */
export function StackDialog({ shown }: { readonly shown: { readonly pane: Pane; readonly node: number } }) {
  const { pane, node } = shown;
  const { tree, valueType } = pane.analysis.comparison;
  const names = [...pathTo(tree.parent, node), node]
    .slice(1)
    .map((at) => tree.functions.names[tree.func[at] ?? -1] ?? '');
  const { total } = pane.analysis.node(node);
  const folded = () => `${names.join(';')} ${total.base} ${total.head}`;
  const list = () => names.join('\n');
  return (
    <Dialog
      title="Stack as text"
      onClose={() => {
        stackShown.value = null;
      }}
    >
      <p class="hint">
        {grouped(names.length)} frames, outermost first. Good {grouped(total.base)}, bad {grouped(total.head)}{' '}
        {valueType.unit} in it and below.
      </p>
      <pre class="stack-text" tabIndex={0}>
        {names.slice(0, MOST_LINES).map(visible).join('\n')}
        {names.length > MOST_LINES && `\n… ${grouped(names.length - MOST_LINES)} more`}
      </pre>
      <p class="actions">
        <CopyButton text={list} label="Copy lines" />
        <CopyButton text={folded} label="Copy folded" />
      </p>
    </Dialog>
  );
}

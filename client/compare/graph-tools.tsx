import type { Comparison } from '../../core/diff/comparison.ts';
import { BASE, HEAD } from '../../core/tree/union.ts';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { forgetMove } from '../state/part.ts';
import { pointAt } from '../state/pointed.ts';
import { setView, view } from '../state/route.ts';
import type { Show } from '../state/route.ts';
import { TourButton } from '../tour/tour-button.tsx';
import { isHelpOpen, KEYS } from './graph-keys.ts';

const SHOW_OPTIONS = [
  { value: 'diff', text: 'Difference', hint: 'Both sides in one graph, coloured by what changed' },
  { value: 'good', text: 'Good', hint: 'The good side alone' },
  { value: 'bad', text: 'Bad', hint: 'The bad side alone' },
  { value: 'both', text: 'Both', hint: 'Good above bad, linked' },
  { value: 'inverted', text: 'Leaf first', hint: 'What ran, and below it who called it' },
  { value: 'callers', text: 'Callers', hint: 'Callers and callees of one function' },
  { value: 'rows', text: 'Rows', hint: 'The difference as rows of a tree' },
] as const;

const LAYOUT_OPTIONS = [
  { value: 'union', text: 'larger share', hint: 'Frames of either side, as wide as the larger share' },
  { value: 'base', text: 'good', hint: 'As wide as the share in good' },
  { value: 'head', text: 'bad', hint: 'As wide as the share in bad' },
] as const;

/** Views whose frames belong to the tree that was compared: the zoom stays when one changes to another. */
const SAME_TREE: readonly Show[] = ['diff', 'good', 'bad', 'both', 'rows'];

export function GraphTools({ comparison }: { readonly comparison: Comparison }) {
  const { show, layout } = view.value;
  const sums = comparison.tree.sides.map(({ sum }) => sum);
  return (
    <div class="graph-tools">
      <Choice
        label="View"
        name="show"
        options={SHOW_OPTIONS}
        value={show}
        onChoose={(value) => {
          const isSame = SAME_TREE.includes(show) && SAME_TREE.includes(value);
          forgetMove();
          if (!isSame) pointAt(null);
          setView({ show: value, part: null, ...(isSame ? {} : { focus: null }) }, 'push');
        }}
      />
      {(show === 'diff' || show === 'inverted' || show === 'callers') && (
        <Choice
          label="Width"
          name="layout"
          options={LAYOUT_OPTIONS.filter(
            ({ value }) => value === 'union' || (sums[value === 'base' ? BASE : HEAD] ?? 0) > 0,
          )}
          value={layout}
          onChoose={(value) => {
            setView({ layout: value }, 'push');
          }}
        />
      )}
      <button
        type="button"
        class="help-button"
        aria-label="Keys"
        title="Keys ( ? )"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      >
        ?
      </button>
      {isHelpOpen.value && (
        <Dialog
          title="Keys"
          onClose={() => {
            isHelpOpen.value = false;
          }}
        >
          <dl class="keys">
            {KEYS.map(([keys, does]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <TourButton
            onStart={() => {
              isHelpOpen.value = false;
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

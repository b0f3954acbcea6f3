import type { Comparison } from '../../core/diff/comparison.ts';
import { PALETTES } from '../../core/colour/colour.ts';
import { BASE, HEAD } from '../../core/tree/union.ts';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { setView, view } from '../state/route.ts';
import { isHelpOpen } from './graph-keys.ts';

const LAYOUT_OPTIONS = [
  { value: 'union', text: 'Both', hint: 'Frames of either side, as wide as the larger share' },
  { value: 'base', text: 'Good', hint: 'As wide as the share in good' },
  { value: 'head', text: 'Bad', hint: 'As wide as the share in bad' },
] as const;

const DIRECTION_OPTIONS = [
  { value: 'icicle', text: 'Icicle', hint: 'Callers on top' },
  { value: 'flame', text: 'Flame', hint: 'Callers at the bottom' },
] as const;

const PALETTE_WORDS = { safe: 'Orange–blue', classic: 'Red–blue', contrast: 'High contrast' } as const;

export function GraphTools({ comparison }: { readonly comparison: Comparison }) {
  const { layout, direction, palette } = view.value;
  const sums = comparison.tree.sides.map(({ sum }) => sum);
  return (
    <div class="graph-tools">
      <Choice
        label="Width by"
        name="layout"
        options={LAYOUT_OPTIONS.filter(
          ({ value }) => value === 'union' || (sums[value === 'base' ? BASE : HEAD] ?? 0) > 0,
        )}
        value={layout}
        onChoose={(value) => {
          setView({ layout: value }, 'push');
        }}
      />
      <Choice
        label="Direction"
        name="direction"
        options={DIRECTION_OPTIONS}
        value={direction}
        onChoose={(value) => {
          setView({ direction: value }, 'push');
        }}
      />
      <label class="palette">
        Colours{' '}
        <select
          value={palette}
          onChange={({ currentTarget }) => {
            setView({ palette: PALETTES.find((one) => one === currentTarget.value) ?? palette });
          }}
        >
          {PALETTES.map((value) => (
            <option key={value} value={value}>
              {PALETTE_WORDS[value]}
            </option>
          ))}
        </select>
      </label>
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
        </Dialog>
      )}
    </div>
  );
}

const KEYS = [
  ['↓ ↑', 'in the graph: to a called function, to the caller'],
  ['← →', 'to the neighbour in the same row'],
  ['Enter', 'zoom in on the frame'],
  ['Esc, Backspace', 'zoom out to the next wider caller'],
  ['Home', 'show all'],
  ['/', 'search; there Enter and Shift Enter go to the next and previous match, Esc clears'],
  ['?', 'this list'],
] as const;

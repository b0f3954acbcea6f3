import { legendStops, stateOutline } from '../../core/colour/colour.ts';
import { LEGEND } from '../../core/words/comparison.ts';
import { view } from '../state/route.ts';
import { theme } from '../state/theme.ts';
import { STATE_WORDS } from '../model/state-words.ts';

const COLOUR_NAMES = {
  safe: { growth: 'Orange', shrinkage: 'Blue' },
  classic: { growth: 'Red', shrinkage: 'Blue' },
  contrast: { growth: 'Orange and brown', shrinkage: 'Blue' },
} as const;

const OUTLINED = ['new', 'gone', 'undecided'] as const;

/** What colours and outlines mean, in words, always visible. */
export function Legend() {
  const { palette, layout } = view.value;
  const { growth, shrinkage } = COLOUR_NAMES[palette];
  const neutral = palette !== 'contrast' ? 'Grey' : theme.value === 'dark' ? 'Black' : 'White';
  return (
    <div class="legend">
      <div class="scale" aria-hidden="true">
        {legendStops(palette, theme.value).map(({ points, colour }) => (
          <span key={points} class="stop">
            <span class="swatch" style={{ background: colour }} />
            <span class="stop-text">{points > 0 ? `+${points}` : String(points).replace('-', '−')}</span>
          </span>
        ))}
        <span class="scale-unit">points</span>
      </div>
      <p>
        <strong>{growth}</strong>: {STATE_WORDS.grew}. <strong>{shrinkage}</strong>: {STATE_WORDS.shrank}.{' '}
        <strong>{neutral}</strong>: {LEGEND.same}.{' '}
        {OUTLINED.map((state) => {
          const outline = stateOutline(state, theme.value);
          return (
            <span key={state} class="legend-state">
              <span
                class="swatch outline"
                style={{
                  borderStyle: { new: 'solid', gone: 'dashed', undecided: 'dotted' }[state],
                  borderColor: outline?.stroke,
                }}
              />
              {STATE_WORDS[state]}.{' '}
            </span>
          );
        })}
        {
          {
            union: 'Width: the larger of both shares, so vanished frames keep their place.',
            base: 'Width: share in good; what is new has none and is not drawn.',
            head: 'Width: share in bad; what is gone has none and is not drawn.',
          }[layout]
        }
      </p>
    </div>
  );
}

import { groupColour, legendStops, rampColour, ratioColour, stateOutline } from '../../core/colour/colour.ts';
import type { Palette, Theme } from '../../core/colour/colour.ts';
import { visible } from '../../core/text/visible.ts';
import { LEGEND } from '../../core/words/comparison.ts';
import { plural } from '../../core/words/numbers.ts';
import { SOME_Q, STRONG_Q } from '../flame/paint.ts';
import type { Colouring } from '../flame/paint.ts';
import { groupsOf } from '../model/groups.ts';
import { STATE_WORDS } from '../model/state-words.ts';
import { analysis } from '../state/comparison.ts';
import { view } from '../state/route.ts';
import { scene } from '../state/scene.ts';
import { theme } from '../state/theme.ts';
import { colouringOf } from './colouring.ts';

const COLOUR_NAMES = {
  safe: { growth: 'Orange', shrinkage: 'Blue' },
  classic: { growth: 'Red', shrinkage: 'Blue' },
  contrast: { growth: 'Orange and brown', shrinkage: 'Blue' },
} as const;

const OUTLINED = ['new', 'gone', 'undecided'] as const;
const RATIOS = [0, 0.2, 0.5, 0.8, 1, 1.25, 2, 5, Number.POSITIVE_INFINITY] as const;

/** What colours, outlines and widths mean, in words, always visible. */
export function Legend() {
  const { palette, show } = view.value;
  const shown = scene.value;
  if (shown?.kind !== 'panes' || show === 'rows') return null;
  const [pane] = shown.panes;
  const colouring = colouringOf(view.value, pane);
  const stops = stopsOf(colouring, palette, theme.value);
  return (
    <div class="legend">
      {stops.length > 0 && (
        <div class="scale" aria-hidden="true">
          {stops.map(({ text, colour }) => (
            <span key={text} class="stop">
              <span class="swatch" style={{ background: colour }} />
              <span class="stop-text">{text}</span>
            </span>
          ))}
          <span class="scale-unit">
            {colouring === 'evidence'
              ? ''
              : colouring === 'points' && pane.analysis.scale !== null
                ? '% of the cost of good'
                : colouring}
          </span>
        </div>
      )}
      {(colouring === 'subsystem' || colouring === 'module') && <Groups by={colouring} />}
      <p>
        <ColourWords colouring={colouring} isAbsolute={pane.analysis.scale !== null} />{' '}
        {OUTLINED.map((state) => (
          <span key={state} class="legend-state">
            <span
              class="swatch outline"
              style={{
                borderStyle: { new: 'solid', gone: 'dashed', undecided: 'dotted' }[state],
                borderColor: stateOutline(state, theme.value)?.stroke,
              }}
            />
            {STATE_WORDS[state]}.{' '}
          </span>
        ))}
        {pane.analysis.scale !== null && `Widths and colours are in ${pane.analysis.scale.unit}, not in shares. `}
        {show === 'both'
          ? 'Width: the share in each side.'
          : {
              union: `Width: the larger of both ${pane.analysis.scale === null ? 'shares' : 'costs'}, so vanished frames keep their place.`,
              base: 'Width: share in good; what is new has none and is not drawn.',
              head: 'Width: share in bad; what is gone has none and is not drawn.',
            }[pane.layout]}
        {show === 'inverted' && ' Outermost: what ran; below it, who called it.'}
      </p>
    </div>
  );
}

/** Groups that the legend names; hues repeat beyond anyway. */
const MOST_GROUPS = 12;

function Groups({ by }: { readonly by: 'subsystem' | 'module' }) {
  const comparison = analysis.value?.comparison;
  const groups = comparison === undefined ? [] : groupsOf(comparison, by);
  if (groups.length === 0) return null;
  return (
    <ul class="groups">
      {groups.slice(0, MOST_GROUPS).map((group) => (
        <li key={group}>
          <span class="swatch" style={{ background: groupColour(group, theme.value) }} /> {visible(group.slice(0, 60))}
        </li>
      ))}
      {groups.length > MOST_GROUPS && <li>and {plural(groups.length - MOST_GROUPS, 'more', 'more')}</li>}
    </ul>
  );
}

function ColourWords({ colouring, isAbsolute }: { readonly colouring: Colouring; readonly isAbsolute: boolean }) {
  const { palette } = view.value;
  const { growth, shrinkage } = COLOUR_NAMES[palette];
  const neutral = palette !== 'contrast' ? 'Grey' : theme.value === 'dark' ? 'Black' : 'White';
  switch (colouring) {
    case 'points':
    case 'ratio':
      if (isAbsolute) {
        return (
          <>
            <strong>{growth}</strong>: costs more in bad. <strong>{shrinkage}</strong>: costs less in bad.{' '}
            <strong>{neutral}</strong>: costs the same.
          </>
        );
      }
      return (
        <>
          <strong>{growth}</strong>: {STATE_WORDS.grew}. <strong>{shrinkage}</strong>: {STATE_WORDS.shrank}.{' '}
          <strong>{neutral}</strong>: {LEGEND.same}.
        </>
      );
    case 'evidence':
      return analysis.value?.comparison.evidence.level === 'none' ? (
        <>
          <strong>{neutral}</strong>: these files have no sample counts, so there is no evidence to colour by.
        </>
      ) : (
        <>
          <strong>Deep</strong>: the function changed with q ≤ {STRONG_Q}. <strong>Pale</strong>: q ≤ {SOME_Q}.{' '}
          <strong>{neutral}</strong>: within noise, or not tested.
        </>
      );
    case 'subsystem':
      return (
        <>
          One colour a subsystem, of the frame or of its nearest caller that has one;{' '}
          <strong>{neutral.toLowerCase()}</strong> where the rules name none.
        </>
      );
    case 'module':
      return (
        <>
          One colour a module; <strong>{neutral.toLowerCase()}</strong> where the file names none.
        </>
      );
    case 'name':
  }
  return <>Colours tell names apart and mean nothing else.</>;
}

function stopsOf(colouring: Colouring, palette: Palette, theme: Theme): readonly { text: string; colour: string }[] {
  switch (colouring) {
    case 'points':
      return legendStops(palette, theme).map(({ points, colour }) => ({
        text: points > 0 ? `+${points}` : String(points).replace('-', '−'),
        colour,
      }));
    case 'ratio':
      return RATIOS.map((ratio) => ({
        text: ratio === 0 ? 'gone' : ratio === Number.POSITIVE_INFINITY ? 'new' : `${ratio}×`,
        colour: ratioColour(ratio, palette, theme),
      }));
    case 'evidence':
      return [
        { text: 'less', colour: rampColour(-1, palette, theme) },
        { text: 'more', colour: rampColour(1, palette, theme) },
      ];
    case 'subsystem':
    case 'module':
    case 'name':
  }
  return [];
}

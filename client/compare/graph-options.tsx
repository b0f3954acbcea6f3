import { PALETTES } from '../../core/colour/colour.ts';
import { Choice } from '../parts/choice.tsx';
import { DRAWERS, RECURSION_CHOICES, TEXT_SIZES, setView, view } from '../state/route.ts';
import type { View } from '../state/route.ts';
import { FILTERS, refocused } from './filters.ts';
import { PatternToggle } from './search-bar.tsx';
import { filterMatches } from '../state/scene.ts';

const PALETTE_WORDS = { safe: 'Orange–blue', classic: 'Red–blue', contrast: 'High contrast' } as const;
const COLOUR_WORDS = {
  auto: 'usual',
  points: 'points',
  ratio: 'ratio',
  evidence: 'evidence',
  subsystem: 'subsystem',
  module: 'module',
  name: 'name',
} as const satisfies Record<View['colour'], string>;
const DIRECTION_OPTIONS = [
  { value: 'icicle', text: 'icicle', hint: 'Callers on top' },
  { value: 'flame', text: 'flame', hint: 'Callers at the bottom' },
] as const;
const DRAWER_WORDS = {
  canvas: { text: 'canvas', hint: 'Fast, with thousands of frames' },
  svg: { text: 'classic SVG', hint: 'Text that can be selected, printed, and found by the search of the browser' },
} as const;
const PER_OPTIONS = [
  { value: 'share', text: 'share', hint: 'Of all samples of its side' },
  { value: 'second', text: 'per second', hint: 'CPUs busy, whatever the length of the recordings' },
  { value: 'work', text: 'per work', hint: 'Cost of a transaction, from the throughput of the benchmark' },
] as const;
const RECURSION_WORDS = {
  keep: { text: 'keep', hint: 'Every call is a frame' },
  direct: { text: 'fold direct', hint: 'f;f is one frame f' },
  mutual: { text: 'fold all', hint: 'f;g;f is f;g' },
} as const;
/** Steps of the slider, in percent of all stacks. */
const MIN_STEPS = ['0', '0.01', '0.02', '0.05', '0.1', '0.2', '0.5', '1', '2', '5', '10'] as const;

/** What is shown of the stacks, and how. Rarely needed, so behind one line. */
export function GraphOptions() {
  const { palette, colour, direction, drawer, size, recursion, min, filters, show, per } = view.value;
  const step = Math.max(
    0,
    MIN_STEPS.findIndex((value) => value === min),
  );
  return (
    <details class="options">
      <summary>Filters and display</summary>
      <div class="options-body">
        <fieldset class="option-group">
          <legend>Stacks</legend>
          {FILTERS.map(({ id, label, hint }) => {
            const match = filterMatches[id].value;
            return (
              <label key={id} class="filter" title={hint}>
                {label}
                <input
                  type="search"
                  value={view.value[id]}
                  aria-invalid={match.kind === 'bad-pattern'}
                  onChange={({ currentTarget }) => {
                    setView(refocused({ [id]: currentTarget.value }), 'push');
                  }}
                />
              </label>
            );
          })}
          <PatternToggle
            label="Filter by pattern"
            isPattern={filters === 'pattern'}
            onChange={(isPattern) => {
              setView(refocused({ filters: isPattern ? 'pattern' : 'text' }), 'push');
            }}
          />
          <Choice
            label="Recursion"
            name="recursion"
            options={RECURSION_CHOICES.map((value) => ({ value, ...RECURSION_WORDS[value] }))}
            value={recursion}
            onChoose={(value) => {
              setView(refocused({ recursion: value }), 'push');
            }}
          />
          <label class="slider">
            Smallest share
            <input
              type="range"
              min={0}
              max={MIN_STEPS.length - 1}
              step={1}
              value={step}
              aria-valuetext={minWords(MIN_STEPS[step] ?? '0')}
              onInput={({ currentTarget }) => {
                setView({ min: MIN_STEPS[Number(currentTarget.value)] ?? '0' });
              }}
            />
            <output>{minWords(MIN_STEPS[step] ?? '0')}</output>
          </label>
        </fieldset>
        <fieldset class="option-group">
          <legend>Display</legend>
          <Choice
            label="Cost as"
            name="per"
            options={PER_OPTIONS}
            value={per}
            onChoose={(value) => {
              setView({ per: value }, 'push');
            }}
          />
          <Choice
            label="Colour by"
            name="colour"
            options={(Object.keys(COLOUR_WORDS) as View['colour'][]).map((value) => ({
              value,
              text: COLOUR_WORDS[value],
            }))}
            value={colour}
            onChoose={(value) => {
              setView({ colour: value }, 'push');
            }}
          />
          <Choice
            label="Palette"
            name="palette"
            options={PALETTES.map((value) => ({ value, text: PALETTE_WORDS[value] }))}
            value={palette}
            onChoose={(value) => {
              setView({ palette: value });
            }}
          />
          {show !== 'callers' && (
            <Choice
              label="Direction"
              name="direction"
              options={DIRECTION_OPTIONS}
              value={direction}
              onChoose={(value) => {
                setView({ direction: value }, 'push');
              }}
            />
          )}
          <Choice
            label="Text"
            name="size"
            options={TEXT_SIZES.map((value) => ({ value, text: value }))}
            value={size}
            onChoose={(value) => {
              setView({ size: value });
            }}
          />
          <Choice
            label="Drawn as"
            name="drawer"
            options={DRAWERS.map((value) => ({ value, ...DRAWER_WORDS[value] }))}
            value={drawer}
            onChoose={(value) => {
              setView({ drawer: value, part: null }, 'push');
            }}
          />
        </fieldset>
      </div>
    </details>
  );
}

function minWords(percent: string): string {
  return percent === '0' ? 'all that can be seen' : `${percent} %`;
}

/** What the bars of the differential graph look like: the fill is the delta in points, the outline tells the state. */
import { deltaColour, inkOn, stateOutline } from '../../core/colour/colour.ts';
import type { Palette, Theme } from '../../core/colour/colour.ts';
import type { FrameFacts } from '../model/facts.ts';
import type { FlameBar, FlamePaint } from './flame-view.ts';

/** `factsOf` gives the facts of a node. */
export function deltaPaint(
  factsOf: (node: number) => FrameFacts,
  palette: Palette,
  theme: Theme,
): (bar: FlameBar) => FlamePaint {
  const neutral = deltaColour(0, palette, theme);
  const handle: FlamePaint = { fill: neutral, ink: inkOn(neutral), outline: null };
  return ({ node, kind }) => {
    if (kind === 'above' || kind === 'deeper') return handle;
    const { state, total } = factsOf(node);
    // What moved only because the rest did is not a finding, so it is as grey as what did not change.
    const isQuiet = state === 'same' || state === 'diluted' || total.points === null;
    const fill = isQuiet ? neutral : deltaColour(total.points ?? 0, palette, theme);
    return { fill, ink: inkOn(fill), outline: stateOutline(state, theme) };
  };
}

/** What the bars of a graph look like: the fill says what was asked for, the outline tells the state. */
import {
  groupColour,
  inkOn,
  deltaColour,
  nameColour,
  rampColour,
  ratioColour,
  stateOutline,
} from '../../core/colour/colour.ts';
import type { Palette, Theme } from '../../core/colour/colour.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import { BASE, HEAD } from '../../core/tree/union.ts';
import type { FrameFacts } from '../model/facts.ts';
import type { FlameBar, FlamePaint } from './flame-view.ts';

export const COLOURINGS = ['points', 'ratio', 'evidence', 'subsystem', 'module', 'name'] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** From these q on the evidence is strong, or some (DIFF-SPEC 3). */
export const STRONG_Q = 0.01;
export const SOME_Q = 0.05;
const SOME_DEPTH = 0.45;

export interface PaintWish {
  readonly comparison: Comparison;
  readonly factsOf: (node: number) => FrameFacts;
  readonly colouring: Colouring;
  readonly palette: Palette;
  readonly theme: Theme;
}

/** The answers are kept: a frame that is drawn sixty times a second is painted once, and equal paints are one object. */
export function paintFor(wish: PaintWish): (bar: FlameBar) => FlamePaint {
  const { factsOf, palette, theme } = wish;
  const neutral = rampColour(null, palette, theme);
  const handle: FlamePaint = { fill: neutral, ink: inkOn(neutral), outline: null };
  const fillOf = fillFor(wish, neutral);
  const known = new Map<number, FlamePaint>();
  const looks = new Map<string, FlamePaint>();
  const paintOf = (node: number): FlamePaint => {
    const facts = factsOf(node);
    const fill = fillOf(facts, node);
    const look = `${fill} ${facts.state}`;
    let paint = looks.get(look);
    if (paint === undefined) {
      paint = { fill, ink: inkOn(fill), outline: stateOutline(facts.state, theme) };
      looks.set(look, paint);
    }
    known.set(node, paint);
    return paint;
  };
  return ({ node, kind }) => (kind === 'above' || kind === 'deeper' ? handle : (known.get(node) ?? paintOf(node)));
}

function fillFor({ comparison, colouring, palette, theme }: PaintWish, neutral: string) {
  return ({ state, total, name, module, absolute }: FrameFacts, node: number): string => {
    const func = comparison.tree.func[node] ?? -1;
    if (func < 0) return neutral;
    // What moved only because the rest did is not a finding, so it is as grey as what did not change.
    const isQuiet = state === 'same' || state === 'diluted' || total.points === null;
    switch (colouring) {
      case 'points':
        if (absolute !== null) return deltaColour(absolute.points, palette, theme);
        return isQuiet ? neutral : deltaColour(total.points ?? 0, palette, theme);
      case 'ratio':
        if (absolute !== null) return ratioColour(absolute.ratio, palette, theme);
        return isQuiet ? neutral : ratioColour(total.ratio, palette, theme);
      case 'evidence':
        return rampColour(evidenceDepth(comparison, func), palette, theme);
      case 'subsystem': {
        const subsystem = subsystemOf(comparison, node);
        return subsystem === null ? neutral : groupColour(subsystem, theme);
      }
      case 'module':
        return module === null ? neutral : groupColour(module, theme);
      case 'name':
    }
    return nameColour(name, theme);
  };
}

/** The subsystem that works for this frame: its own, else that of the nearest caller that has one. */
function subsystemOf({ tree, functionTags }: Comparison, node: number): string | null {
  for (let up = node; up > 0; up = tree.parent[up] ?? -1) {
    const [tag] = functionTags[tree.func[up] ?? -1] ?? [];
    if (tag !== undefined) return tag;
  }
  return null;
}

/** By the q of the function's inclusive share, in the direction of its change; null where there is none. */
function evidenceDepth({ functions, tree }: Comparison, func: number): number | null {
  const q = functions.q[func] ?? Number.NaN;
  if (!(q <= SOME_Q)) return null;
  const [base, head] = [tree.sides[BASE]?.sum ?? 0, tree.sides[HEAD]?.sum ?? 0];
  const grew = (functions.headTotal[func] ?? 0) / head > (functions.baseTotal[func] ?? 0) / base;
  const depth = q <= STRONG_Q ? 1 : SOME_DEPTH;
  return grew ? depth : -depth;
}

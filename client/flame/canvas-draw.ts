/** Puts the bars of a window on a canvas. Knows nothing of pointers and trees. */
import type { FlamePaint, FlameSizes, FlameWindow } from './flame-view.ts';
import { rowFromTop } from './flame-view.ts';
import { fitLabel, LABEL_MARGINS } from './labels.ts';
import type { Motion } from './motion.ts';

export type { Motion } from './motion.ts';
export const NO_MOTION: Motion = { scale: 1, shift: 0 };

export interface CanvasLook {
  readonly ground: string;
  readonly ring: string;
  readonly softInk: string;
  /** Font family of the labels. */
  readonly font: string;
}

export interface Picture {
  /** Size of the canvas in CSS pixels, and device pixels in each. */
  readonly pixels: number;
  readonly height: number;
  readonly scale: number;
  /** CSS pixels of the graph above the canvas. */
  readonly top: number;
  readonly sizes: FlameSizes;
  /** Parallel to the bars. */
  readonly paints: readonly FlamePaint[];
  readonly matches: readonly boolean[] | null;
  readonly chain: readonly boolean[] | null;
  readonly motion: Motion;
  readonly look: CanvasLook;
}

/** A narrower frame has no edge, which would hide it, and below the second no outline, which would be all of it. */
const EDGE_FROM = 3;
const OUTLINE_FROM = 6;
const FADED = 0.3;
/** Stronger than an outline, so that the frames of an explanation stand out without hiding their colour. */
const CHAIN_LINE = 2.5;

export function drawBars(context: CanvasRenderingContext2D, window: FlameWindow, picture: Picture): void {
  const { pixels, height, scale, top, sizes, paints, matches, motion, look } = picture;
  const { bars } = window;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = look.ground;
  context.fillRect(0, 0, pixels, height);
  const shown: Shown[] = [];
  for (const [i, bar] of bars.entries()) {
    const y = rowFromTop(window, bar.row) * sizes.row - top;
    if (y + sizes.row <= 0 || y >= height) continue;
    // An ancestor is as wide as the window on the way too.
    const isStill = bar.kind === 'ancestor' || bar.kind === 'above';
    const left = (isStill ? bar.x : bar.x * motion.scale + motion.shift) * pixels;
    const right = left + bar.width * (isStill ? 1 : motion.scale) * pixels;
    if (right <= 0 || left >= pixels) continue;
    const x = snapped(Math.max(0, left), scale);
    const width = Math.max(1 / scale, snapped(Math.min(pixels, right), scale) - x);
    shown.push({ i, x, y, width });
  }
  fill(context, shown, picture);
  outline(context, shown, picture);
  context.font = `${sizes.font}px ${look.font}`;
  context.textBaseline = 'middle';
  for (const { i, x, y, width } of shown) {
    const bar = bars[i];
    const label = bar === undefined ? '' : fitLabel(bar.label, width, sizes);
    if (label === '') continue;
    context.fillStyle = matches === null || matches[i] === true ? (paints[i]?.ink ?? '') : look.softInk;
    context.fillText(label, x + LABEL_MARGINS / 2, y + sizes.row / 2);
  }
}

interface Shown {
  readonly i: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function fill(context: CanvasRenderingContext2D, shown: readonly Shown[], picture: Picture): void {
  const { sizes, paints, matches } = picture;
  let alpha = 1;
  let colour = '';
  for (const { i, x, y, width } of shown) {
    const wanted = matches === null || matches[i] === true ? 1 : FADED;
    // Setting these costs more than comparing them.
    if (wanted !== alpha) context.globalAlpha = alpha = wanted;
    const { fill: next = '' } = paints[i] ?? {};
    if (next !== colour) context.fillStyle = colour = next;
    context.fillRect(x, y, width < EDGE_FROM ? width : width - 1, sizes.row - 1);
  }
  context.globalAlpha = 1;
}

function outline(context: CanvasRenderingContext2D, shown: readonly Shown[], picture: Picture): void {
  const { sizes, paints, matches, chain, look } = picture;
  context.lineWidth = 1.5;
  for (const { i, x, y, width } of shown) {
    const wanted = paints[i]?.outline ?? null;
    const isMatch = matches?.[i] === true;
    if ((wanted === null || width < OUTLINE_FROM) && !(isMatch && width >= EDGE_FROM)) continue;
    context.strokeStyle = isMatch ? look.ring : (wanted?.stroke ?? '');
    context.setLineDash(isMatch || wanted?.dash == null ? [] : wanted.dash.split(' ').map(Number));
    context.strokeRect(x + 0.75, y + 0.75, Math.max(1, width - 2.5), sizes.row - 2.5);
  }
  context.setLineDash([]);
  if (chain === null) return;
  context.strokeStyle = look.ring;
  context.lineWidth = CHAIN_LINE;
  for (const { i, x, y, width } of shown) {
    if (chain[i] !== true) continue;
    context.strokeRect(
      x + CHAIN_LINE / 2,
      y + CHAIN_LINE / 2,
      Math.max(1, width - 1 - CHAIN_LINE),
      sizes.row - 1 - CHAIN_LINE,
    );
  }
}

/** On the edge of a device pixel, so that bars are crisp. */
function snapped(x: number, scale: number): number {
  return Math.round(x * scale) / scale;
}

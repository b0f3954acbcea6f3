/** Puts the bars of a window on a canvas. Knows nothing of pointers and trees. */
import type { FlamePaint, FlameSizes, FlameWindow } from './flame-view.ts';
import { rowFromTop } from './flame-view.ts';
import { LABEL_MARGINS } from './labels.ts';
import type { KeptLabels } from './labels.ts';
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

/** Which bars are in sight and where, in CSS pixels. Kept from picture to picture, so that none of them makes garbage. */
export class BarsInSight {
  count = 0;
  bar = new Int32Array(0);
  x = new Float64Array(0);
  y = new Float64Array(0);
  width = new Float64Array(0);

  /** Forgets all, and has room for so many. */
  clear(room: number): void {
    this.count = 0;
    if (this.bar.length >= room) return;
    this.bar = new Int32Array(room);
    this.x = new Float64Array(room);
    this.y = new Float64Array(room);
    this.width = new Float64Array(room);
  }

  add(bar: number, x: number, y: number, width: number): void {
    const at = this.count++;
    this.bar[at] = bar;
    this.x[at] = x;
    this.y[at] = y;
    this.width[at] = width;
  }
}

export function drawBars(
  context: CanvasRenderingContext2D,
  window: FlameWindow,
  picture: Picture,
  { inSight, labels }: { readonly inSight: BarsInSight; readonly labels: KeptLabels },
): void {
  const { pixels, height, scale, top, sizes, paints, matches, motion, look } = picture;
  const { bars } = window;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = look.ground;
  context.fillRect(0, 0, pixels, height);
  inSight.clear(bars.length);
  for (let i = 0; i < bars.length; i++) {
    const bar = bars[i]!;
    const y = rowFromTop(window, bar.row) * sizes.row - top;
    if (y + sizes.row <= 0 || y >= height) continue;
    // An ancestor is as wide as the window on the way too.
    const isStill = bar.kind === 'ancestor' || bar.kind === 'above';
    const left = (isStill ? bar.x : bar.x * motion.scale + motion.shift) * pixels;
    const right = left + bar.width * (isStill ? 1 : motion.scale) * pixels;
    if (right <= 0 || left >= pixels) continue;
    const x = snapped(Math.max(0, left), scale);
    const width = Math.max(1 / scale, snapped(Math.min(pixels, right), scale) - x);
    inSight.add(i, x, y, width);
  }
  fill(context, inSight, picture);
  outline(context, inSight, picture);
  context.font = `${sizes.font}px ${look.font}`;
  context.textBaseline = 'middle';
  let ink = '';
  for (let at = 0; at < inSight.count; at++) {
    const i = inSight.bar[at]!;
    const label = labels.fit(bars[i]!.label, inSight.width[at]!, sizes);
    if (label === '') continue;
    const wanted = matches === null || matches[i] === true ? (paints[i]?.ink ?? '') : look.softInk;
    if (wanted !== ink) context.fillStyle = ink = wanted;
    context.fillText(label, inSight.x[at]! + LABEL_MARGINS / 2, inSight.y[at]! + sizes.row / 2);
  }
}

function fill(context: CanvasRenderingContext2D, inSight: BarsInSight, picture: Picture): void {
  const { sizes, paints, matches } = picture;
  let alpha = 1;
  let colour = '';
  for (let at = 0; at < inSight.count; at++) {
    const i = inSight.bar[at]!;
    const width = inSight.width[at]!;
    const wanted = matches === null || matches[i] === true ? 1 : FADED;
    // Setting these costs more than comparing them.
    if (wanted !== alpha) context.globalAlpha = alpha = wanted;
    const next = paints[i]?.fill ?? '';
    if (next !== colour) context.fillStyle = colour = next;
    context.fillRect(inSight.x[at]!, inSight.y[at]!, width < EDGE_FROM ? width : width - 1, sizes.row - 1);
  }
  context.globalAlpha = 1;
}

function outline(context: CanvasRenderingContext2D, inSight: BarsInSight, picture: Picture): void {
  const { sizes, paints, matches, chain, look } = picture;
  context.lineWidth = 1.5;
  let dash: string | null = null;
  for (let at = 0; at < inSight.count; at++) {
    const i = inSight.bar[at]!;
    const width = inSight.width[at]!;
    const wanted = paints[i]?.outline ?? null;
    const isMatch = matches?.[i] === true;
    if ((wanted === null || width < OUTLINE_FROM) && !(isMatch && width >= EDGE_FROM)) continue;
    context.strokeStyle = isMatch ? look.ring : (wanted?.stroke ?? '');
    const nextDash = isMatch ? null : (wanted?.dash ?? null);
    if (nextDash !== dash) {
      dash = nextDash;
      context.setLineDash(dash === null ? [] : dash.split(' ').map(Number));
    }
    context.strokeRect(inSight.x[at]! + 0.75, inSight.y[at]! + 0.75, Math.max(1, width - 2.5), sizes.row - 2.5);
  }
  context.setLineDash([]);
  if (chain === null) return;
  context.strokeStyle = look.ring;
  context.lineWidth = CHAIN_LINE;
  for (let at = 0; at < inSight.count; at++) {
    if (chain[inSight.bar[at]!] !== true) continue;
    context.strokeRect(
      inSight.x[at]! + CHAIN_LINE / 2,
      inSight.y[at]! + CHAIN_LINE / 2,
      Math.max(1, inSight.width[at]! - 1 - CHAIN_LINE),
      sizes.row - 1 - CHAIN_LINE,
    );
  }
}

/** On the edge of a device pixel, so that bars are crisp. */
function snapped(x: number, scale: number): number {
  return Math.round(x * scale) / scale;
}

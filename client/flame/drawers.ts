/** The drawers that the page can choose from. */
import { canvasDrawer } from './canvas.ts';
import { classicSvg } from './classic-svg.ts';
import type { DrawPlace, FlameSizes, FlameView } from './flame-view.ts';
import type { Fineness } from './window.ts';

export interface Drawer {
  readonly draw: (place: DrawPlace) => FlameView;
  readonly fineness: Fineness;
}

export const DRAWER_LIST = {
  canvas: { draw: canvasDrawer, fineness: { maxFrames: 5000, minPixels: 0.5 } },
  svg: { draw: classicSvg, fineness: { maxFrames: 1500, minPixels: 1 } },
} as const satisfies Readonly<Record<string, Drawer>>;

/** Letters of the usual monospaced fonts are this wide, as a part of their size. */
const LETTER = 0.602;

export const SIZES = {
  small: sizesFor(15, 10),
  medium: sizesFor(18, 11),
  large: sizesFor(24, 15),
} as const satisfies Readonly<Record<string, FlameSizes>>;

function sizesFor(row: number, font: number): FlameSizes {
  return { row, font, letter: font * LETTER };
}

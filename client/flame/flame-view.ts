/**
 * What the page asks of a drawer of flame graphs. The page decides what is visible and what it means (which bars, which
 * paint, what is marked); a drawer only draws that and tells where the pointer is. So drawers can be exchanged.
 */
import type { Outline } from '../../core/colour/colour.ts';

/**
 * `frame`: a node of the tree inside the window. `ancestor`: a caller of the focus, as wide as the window. `above` and
 * `deeper`: handles for rows that are left out of a very deep tree; choosing one goes to `node`.
 */
export type BarKind = 'frame' | 'ancestor' | 'above' | 'deeper';

export interface FlameBar {
  readonly kind: BarKind;
  readonly node: number;
  /** Left edge and width as fractions of the picture's width. */
  readonly x: number;
  readonly width: number;
  /** 0 is the outermost row: the top of an icicle, the bottom of a flame. */
  readonly row: number;
  /** Index of the bar that this one stands on; -1 for the first. Parents come before children. */
  readonly parent: number;
  readonly label: string;
}

export interface FlameWindow {
  /** Never empty. Children of a bar come left to right and do not overlap. */
  readonly bars: readonly FlameBar[];
  readonly rows: number;
  readonly direction: 'icicle' | 'flame';
}

export interface FlamePaint {
  /** `#rrggbb` */
  readonly fill: string;
  /** Colour of the label on `fill`. */
  readonly ink: string;
  readonly outline: Outline | null;
}

export interface FlameMarks {
  /** Bars that stand out while the others fade; null when nothing is searched for. */
  readonly matches: ((node: number) => boolean) | null;
  /** Bar with the cursor of the keyboard: its index in the window, or -1. */
  readonly cursor: number;
}

/** Where the pointer is, in CSS pixels of the viewport. */
export interface PointerPlace {
  readonly x: number;
  readonly y: number;
}

export interface FlameView {
  /** Draws other bars. Marks and paints are asked for again. */
  setWindow(window: FlameWindow): void;
  setColours(paintOf: (bar: FlameBar) => FlamePaint): void;
  highlight(marks: FlameMarks): void;
  /** Index of the bar in the window. */
  onSelect(handler: (bar: number) => void): void;
  onHover(handler: (bar: number | null, place: PointerPlace) => void): void;
  /** The host has another width; draws again. */
  resize(width: number): void;
  destroy(): void;
}

export const ROW_HEIGHT = 18;

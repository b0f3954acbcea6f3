/**
 * What the page asks of a drawer of flame graphs. The page decides what is visible and what it means (which bars, which
 * paint, what is marked); a drawer only draws that and tells what the pointer wants. So drawers can be exchanged.
 */
import type { Outline } from '../../core/colour/colour.ts';
import type { WindowPart } from '../../core/layout/flame-layout.ts';

/**
 * `frame`: a node of the tree inside the window. `ancestor`: a caller of the focus, as wide as the window. `above` and
 * `deeper`: handles for rows that are left out of a very deep tree; choosing one goes to `node`.
 */
export type BarKind = 'frame' | 'ancestor' | 'above' | 'deeper';

export interface FlameBar {
  readonly kind: BarKind;
  readonly node: number;
  /** Left edge and width as fractions of the picture's width, inside it. */
  readonly x: number;
  readonly width: number;
  /** 0 is the outermost row: the top of an icicle, the bottom of a flame. */
  readonly row: number;
  /** Index of the bar that this one stands on; -1 for the first. Parents come before children. */
  readonly parent: number;
  readonly label: string;
}

export interface FlameWindow {
  /** What the nodes belong to: the same object for windows whose nodes mean the same. */
  readonly tree: object;
  /** Never empty. Children of a bar come left to right and do not overlap; bars of a row stand in their order. */
  readonly bars: readonly FlameBar[];
  readonly rows: number;
  readonly direction: 'icicle' | 'flame';
  /** Part of the focus that is in sight; null for all of it. */
  readonly part: WindowPart | null;
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
  /** Nodes of one explanation, which get a frame; null when none is looked at. */
  readonly chain: ((node: number) => boolean) | null;
  /** Bar with the cursor of the keyboard: its index in the window, or -1. */
  readonly cursor: number;
}

/** Where the pointer is, in CSS pixels of the viewport. */
export interface PointerPlace {
  readonly x: number;
  readonly y: number;
}

/** Sizes in CSS pixels. `letter` is the width of a letter of `--font-mono` at `font`. */
export interface FlameSizes {
  readonly row: number;
  readonly font: number;
  readonly letter: number;
}

export interface FlameView {
  /** Draws other bars. Marks and paints are asked for again. */
  setWindow(window: FlameWindow): void;
  setColours(paintOf: (bar: FlameBar) => FlamePaint): void;
  highlight(marks: FlameMarks): void;
  /** Index of the bar in the window. */
  onSelect(handler: (bar: number) => void): void;
  onHover(handler: (bar: number | null, place: PointerPlace) => void): void;
  /** The pointer zooms or pans: another part of the focus is wanted; null for all of it. A drawer may never call it. */
  onPart(handler: (part: WindowPart | null) => void): void;
  /** The host has another width; draws again. */
  resize(width: number): void;
  destroy(): void;
}

export interface DrawPlace {
  /** Empty and positioned. The drawer gives it its height. */
  readonly host: HTMLElement;
  /** Scrolls the host in y. */
  readonly scroller: HTMLElement;
  /** Of the host, in CSS pixels. */
  readonly width: number;
  readonly sizes: FlameSizes;
}

/** Row, counted from the top of the picture, of a row of the window. */
export function rowFromTop({ rows, direction }: FlameWindow, row: number): number {
  return direction === 'icicle' ? row : rows - 1 - row;
}

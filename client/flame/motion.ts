/** The way from one window to the next: where the next one's bars stand in the present picture. */
import type { FlameBar, FlameWindow } from './flame-view.ts';

/** A fraction `x` of the picture is drawn at `x * scale + shift`. */
export interface Motion {
  readonly scale: number;
  readonly shift: number;
}

/** Beyond this zoom the way is a blur. */
const LARGEST = 1e4;

/** Null when both windows have the same focus, or none of them shows the other's. */
export function motionBetween(from: FlameWindow | null, to: FlameWindow): Motion | null {
  const before = focusOf(from?.bars ?? []);
  const after = focusOf(to.bars);
  if (from === null || before === undefined || after === undefined || before.node === after.node) return null;
  if (from.tree !== to.tree || from.part !== null || to.part !== null || from.direction !== to.direction) return null;
  // Into a frame: the next picture starts where the frame stands now.
  const inside = from.bars.find(({ node, kind }) => node === after.node && kind === 'frame');
  if (inside !== undefined) return sane({ scale: inside.width, shift: inside.x });
  // Out of one: the next picture starts so large that the frame fills the width.
  const outside = to.bars.find(({ node, kind }) => node === before.node && kind === 'frame');
  if (outside !== undefined) return sane({ scale: 1 / outside.width, shift: -outside.x / outside.width });
  return null;
}

function focusOf(bars: readonly FlameBar[]): FlameBar | undefined {
  return bars.find(({ kind }) => kind === 'frame');
}

function sane(motion: Motion): Motion | null {
  return motion.scale > 1 / LARGEST && motion.scale < LARGEST ? motion : null;
}

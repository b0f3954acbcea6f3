/** The keyboard. `/` and `?` work everywhere on the page, the other keys while a graph has the focus. */
import { signal } from '@preact/signals';
import type { FlameBar, FlameWindow } from '../flame/flame-view.ts';
import { neighbour, parentOf, widestChild } from '../flame/walk.ts';
import { movePart, part } from '../state/part.ts';
import { pointAt } from '../state/pointed.ts';
import { focus } from '../state/scene.ts';
import type { Pane } from '../state/scene.ts';
import { choose } from './choose.ts';
import { widerAncestor } from './reveal.ts';
import { searchCalls, step } from './search-step.ts';
import { stackShown } from './stack-dialog.tsx';

export const isHelpOpen = signal(false);

export const KEYS = [
  ['↓ ↑ ← →', 'in the graph: walk to called function, caller, neighbour in the same row'],
  ['Enter', 'zoom in on the frame'],
  ['Esc, Backspace', 'zoom out to the next wider caller'],
  ['Home', 'show all'],
  ['+ −', 'show a smaller or larger part of the focus; Ctrl and the wheel, or a pinch, do the same'],
  ['Shift ← →', 'pan; so do dragging, and Shift and the wheel'],
  ['a finger', 'taps to zoom, drags to pan, rests to tell all numbers of a frame'],
  ['n p', 'next and previous match of the search'],
  ['t', 'text of the stack, to copy'],
  ['/', 'search; there Enter and Shift Enter go to the next and previous match, Esc clears'],
  ['?', 'this list'],
] as const;

/** Part of the sight that one key pans by, and what one key zooms by. */
const PAN = 0.2;
const ZOOM = 1.5;
const NARROWEST = 1e-7;

/** Listens to the keys of the page until the returned function is called. */
export function pageKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === '/') searchCalls.value++;
    else if (event.key === '?') isHelpOpen.value = true;
    else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('keydown', onKeyDown);
  };
}

export interface GraphKeyboard {
  readonly pane: Pane;
  readonly bars: readonly FlameBar[];
  readonly direction: FlameWindow['direction'];
  /** Index of the bar with the cursor, or -1. */
  readonly cursor: number;
}

/** Whether the key means something in the graph. */
export function graphKey({ pane, bars, direction, cursor }: GraphKeyboard, key: string, shift: boolean): boolean {
  const at = Math.max(0, cursor);
  const move = (to: number) => {
    const bar = bars[to];
    if (bar !== undefined && to !== at) {
      // A handle is no place to stand on: walking onto it goes to the rows behind it.
      if (bar.kind === 'deeper' || bar.kind === 'above') choose(pane, bar.node);
      else pointAt(bar.node, pane.id);
    }
    return true;
  };
  switch (key) {
    case 'ArrowDown':
      return move(direction === 'icicle' ? widestChild(bars, at) : parentOf(bars, at));
    case 'ArrowUp':
      return move(direction === 'icicle' ? parentOf(bars, at) : widestChild(bars, at));
    case 'ArrowRight':
    case 'ArrowLeft': {
      const side = key === 'ArrowRight' ? 1 : -1;
      return shift ? pan(side * PAN) : move(neighbour(bars, at, side));
    }
    case '+':
    case '=':
      return zoom(1 / ZOOM, bars[cursor]);
    case '-':
      return zoom(ZOOM, bars[cursor]);
    case 'n':
    case 'p':
      step(key === 'n' ? 1 : -1);
      return true;
    case 't':
      stackShown.value = { pane, node: bars[at]?.node ?? 0 };
      return true;
    case 'Enter': {
      const bar = bars[at];
      if (bar !== undefined) choose(pane, bar.node);
      return true;
    }
    case 'Escape':
    case 'Backspace':
      if (part.peek() !== null) movePart(null);
      else if (focus.peek() > pane.top) choose(pane, widerAncestor(pane, focus.peek()));
      return true;
    case 'Home':
      movePart(null);
      if (focus.peek() > pane.top) choose(pane, pane.top);
      return true;
    default:
      return false;
  }
}

function pan(by: number): true {
  const { from, to } = part.peek() ?? { from: 0, to: 1 };
  const width = to - from;
  const start = Math.max(0, Math.min(1 - width, from + by * width));
  if (width < 1) movePart({ from: start, to: start + width });
  return true;
}

/** Around the bar with the cursor while it is in sight, else around the middle. */
function zoom(by: number, around: FlameBar | undefined): true {
  const { from, to } = part.peek() ?? { from: 0, to: 1 };
  const middle = around === undefined || around.width >= 1 ? 0.5 : around.x + around.width / 2;
  const width = Math.max(NARROWEST, (to - from) * by);
  if (width >= 1) movePart(null);
  else {
    const start = Math.max(0, Math.min(1 - width, from + middle * (to - from - width)));
    movePart({ from: start, to: start + width });
  }
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog') !== null) return true;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'range'].includes(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

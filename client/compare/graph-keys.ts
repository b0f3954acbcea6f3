/** The keyboard of the graph. `/` and `?` work everywhere on the page, the other keys while the graph has the focus. */
import { signal } from '@preact/signals';
import type { FlameBar, FlameWindow } from '../flame/flame-view.ts';
import { neighbour, parentOf, widestChild } from '../flame/walk.ts';
import type { Analysis } from '../model/analysis.ts';
import { focus } from '../state/comparison.ts';
import { widerAncestor } from './reveal.ts';
import { searchCalls } from './search-bar.tsx';

export const isHelpOpen = signal(false);

export interface GraphKeyboard {
  readonly analysis: Analysis;
  readonly bars: () => readonly FlameBar[];
  readonly direction: () => FlameWindow['direction'];
  readonly cursor: () => number;
  readonly isFocused: () => boolean;
  readonly moveTo: (node: number) => void;
  readonly zoomTo: (node: number) => void;
}

/** Listens until the returned function is called. */
export function graphKeys(keyboard: GraphKeyboard): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isHandled = pageKey(event.key) || (keyboard.isFocused() && graphKey(keyboard, event.key));
    if (isHandled) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('keydown', onKeyDown);
  };
}

function pageKey(key: string): boolean {
  if (key === '/') searchCalls.value++;
  else if (key === '?') isHelpOpen.value = true;
  else return false;
  return true;
}

function graphKey({ analysis, bars, direction, cursor, moveTo, zoomTo }: GraphKeyboard, key: string): boolean {
  const all = bars();
  const at = Math.max(0, cursor());
  const move = (to: number) => {
    const bar = all[to];
    if (bar !== undefined && to !== at) {
      // A handle is no place to stand on: walking onto it goes to the rows behind it.
      if (bar.kind === 'deeper' || bar.kind === 'above') zoomTo(bar.node);
      else moveTo(bar.node);
    }
    return true;
  };
  switch (key) {
    case 'ArrowDown':
      return move(direction() === 'icicle' ? widestChild(all, at) : parentOf(all, at));
    case 'ArrowUp':
      return move(direction() === 'icicle' ? parentOf(all, at) : widestChild(all, at));
    case 'ArrowRight':
      return move(neighbour(all, at, 1));
    case 'ArrowLeft':
      return move(neighbour(all, at, -1));
    case 'Enter': {
      const bar = all[at];
      if (bar !== undefined) zoomTo(bar.node);
      return true;
    }
    case 'Escape':
    case 'Backspace':
      if (focus.peek() !== 0) zoomTo(widerAncestor(analysis, focus.peek()));
      return true;
    case 'Home':
      zoomTo(0);
      return true;
    default:
      return false;
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog') !== null) return true;
  return target instanceof HTMLInputElement ? target.type !== 'radio' : target instanceof HTMLSelectElement;
}

/** A frame around one bar: where the keyboard is, or the pointer. An element of its own, so that it moves without a redraw. */
import { rowFromTop } from './flame-view.ts';
import type { FlameSizes, FlameWindow } from './flame-view.ts';

const NARROWEST = 3;

export interface Ring {
  /** Around the bar with this index; hides for an index that the window has not. */
  show(window: FlameWindow | null, at: number, pixels: number): void;
}

export function ringIn(host: HTMLElement, className: string, { row }: FlameSizes): Ring {
  const element = document.createElement('div');
  element.className = className;
  element.hidden = true;
  host.append(element);
  return {
    show(window, at, pixels) {
      const bar = window?.bars[at];
      element.hidden = bar === undefined;
      if (bar === undefined || window === null) return;
      element.style.left = `${bar.x * pixels}px`;
      element.style.top = `${rowFromTop(window, bar.row) * row}px`;
      element.style.width = `${Math.max(NARROWEST, bar.width * pixels)}px`;
      element.style.height = `${row}px`;
    },
  };
}

/** The part of the focus that is in sight. It changes with every move of the pointer; the address follows when it rests. */
import { computed, signal } from '@preact/signals';
import type { WindowPart } from '../../core/layout/flame-layout.ts';
import { setView, view } from './route.ts';

/** Browsers allow so many changes of the address a second. */
const REST = 250;
/** Digits that place a pixel at the largest zoom. */
const DIGITS = 12;

const moving = signal<{ readonly part: WindowPart | null } | null>(null);
const settled = computed(() => view.value.part);
let timer = 0;

export const part = computed<WindowPart | null>(() =>
  moving.value === null ? partOf(settled.value) : moving.value.part,
);

export function movePart(next: WindowPart | null): void {
  moving.value = { part: next };
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    setView({ part: textOf(next) });
    moving.value = null;
  }, REST);
}

/** The view goes elsewhere: a move that has not settled is forgotten. */
export function forgetMove(): void {
  window.clearTimeout(timer);
  moving.value = null;
}

function textOf(part: WindowPart | null): string | null {
  if (part === null) return null;
  const digits = (edge: number) => edge.toFixed(DIGITS).replace(/\.?0+$/, '');
  return `${digits(part.from)}-${digits(part.to)}`;
}

function partOf(text: string | null): WindowPart | null {
  const [from, to] =
    /^(\d\.?\d*)-(\d\.?\d*)$/
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (from === undefined || to === undefined || !(from >= 0 && from < to && to <= 1)) return null;
  return from === 0 && to === 1 ? null : { from, to };
}

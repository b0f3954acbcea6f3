/** A finger that rests on the canvas: what a pointer that hovers is to a mouse. */
import type { PointerPlace } from './flame-view.ts';

const REST_MS = 450;
/** Pixels that a resting finger may tremble. */
const TREMBLE = 8;

/**
 * `onRest` gets the place of a finger that rests, and null when the next one comes down. The click that some browsers send
 * when it is lifted is swallowed.
 */
export function onLongPress(canvas: HTMLElement, onRest: (place: PointerPlace | null) => void): void {
  let timer: number | undefined;
  let start: PointerPlace | null = null;
  let hasRested = false;
  const stop = () => {
    window.clearTimeout(timer);
    start = null;
  };
  canvas.addEventListener('touchstart', ({ touches }) => {
    stop();
    if (hasRested) onRest(null);
    hasRested = false;
    const [finger] = touches;
    if (finger === undefined || touches.length > 1) return;
    const place = { x: finger.clientX, y: finger.clientY };
    start = place;
    timer = window.setTimeout(() => {
      hasRested = true;
      onRest(place);
    }, REST_MS);
  });
  canvas.addEventListener('touchmove', ({ touches }) => {
    const [finger] = touches;
    if (start === null || finger === undefined) return;
    if (Math.hypot(finger.clientX - start.x, finger.clientY - start.y) > TREMBLE) stop();
  });
  canvas.addEventListener('touchend', stop);
  canvas.addEventListener('touchcancel', stop);
  canvas.addEventListener('contextmenu', (event) => {
    if (start !== null || hasRested) event.preventDefault();
  });
  canvas.addEventListener(
    'click',
    (event) => {
      if (!hasRested) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

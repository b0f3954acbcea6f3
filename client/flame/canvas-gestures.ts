/**
 * Pointer and wheel on the canvas, through d3-zoom: drag pans (and scrolls), the wheel zooms with Ctrl or a pinch, pans
 * with Shift, and scrolls the graph else. A click is a click, a tap is one too.
 */
import { select, zoom, zoomIdentity, zoomTransform } from 'd3';
import type { D3ZoomEvent, ZoomTransform } from 'd3';
import type { WindowPart } from '../../core/layout/flame-layout.ts';
import type { PointerPlace } from './flame-view.ts';
import { onLongPress } from './long-press.ts';

const LARGEST_ZOOM = 1e7;
/** Pixels that a pointer may move and still click. */
const CLICK_DISTANCE = 4;
/** Zoom for each pixel of the wheel; a pinch on a touchpad sends smaller steps. */
const WHEEL_ZOOM = 0.002;
const PINCH_ZOOM = 0.01;

export interface GestureEvents {
  readonly width: () => number;
  readonly onStart: () => void;
  readonly onClick: (place: PointerPlace) => void;
  /** Null when the pointer has left. */
  readonly onMove: (place: PointerPlace | null) => void;
}

export interface Gestures {
  /** The window shows this part: the next gesture starts from it. */
  show(part: WindowPart | null): void;
  onPart(handler: (part: WindowPart | null) => void): void;
  isActive(): boolean;
}

export function canvasGestures(canvas: HTMLCanvasElement, scroller: HTMLElement, events: GestureEvents): Gestures {
  let partHandler: (part: WindowPart | null) => void = () => undefined;
  let isActive = false;
  let isShowing = false;
  let lastY: number | null = null;

  const behaviour = zoom<HTMLCanvasElement, unknown>()
    .scaleExtent([1, LARGEST_ZOOM])
    .clickDistance(CLICK_DISTANCE)
    .extent(() => [
      [0, 0],
      [events.width(), 1],
    ])
    .constrain((transform) => inside(transform, events.width()))
    .wheelDelta(
      (event) => -event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (isPinch(event) ? PINCH_ZOOM : WHEEL_ZOOM),
    )
    .filter((event: Event) =>
      event instanceof WheelEvent
        ? event.ctrlKey || event.metaKey
        : !(event instanceof MouseEvent) || event.button === 0,
    )
    .on('start', ({ sourceEvent }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
      isActive = !isShowing;
      lastY = yOf(sourceEvent);
    })
    .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
      if (isShowing) return;
      events.onStart();
      const y = yOf(sourceEvent);
      if (y !== null && lastY !== null) scroller.scrollTop -= y - lastY;
      lastY = y;
      partHandler(partOf(transform, events.width()));
    })
    .on('end', () => {
      isActive = false;
    });
  // Before d3's listeners, so that it can swallow a click.
  onLongPress(canvas, events.onMove);
  const selection = select(canvas);
  selection.call(behaviour).on('dblclick.zoom', null);

  selection.on('wheel.pan', (event: WheelEvent) => {
    const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey || Math.abs(across) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
    event.preventDefault();
    const present = zoomTransform(canvas);
    behaviour.translateBy(selection, -across / present.k, 0);
  });
  selection.on('click', (event: MouseEvent) => {
    events.onClick({ x: event.clientX, y: event.clientY });
  });
  selection.on('pointermove', (event: PointerEvent) => {
    if (event.buttons === 0 && event.pointerType !== 'touch') events.onMove({ x: event.clientX, y: event.clientY });
  });
  selection.on('pointerleave', ({ pointerType }: PointerEvent) => {
    // A finger leaves when it is lifted; what it rested on stays to be read.
    if (pointerType !== 'touch') events.onMove(null);
  });

  return {
    show(part) {
      const wanted = transformOf(part, events.width());
      const present = zoomTransform(canvas);
      if (isActive || (wanted.k === present.k && Math.abs(wanted.x - present.x) < 1e-6)) return;
      isShowing = true;
      behaviour.transform(selection, wanted);
      isShowing = false;
    },
    onPart(handler) {
      partHandler = handler;
    },
    isActive: () => isActive,
  };
}

function isPinch(event: WheelEvent): boolean {
  return event.ctrlKey && Math.abs(event.deltaY) < 50;
}

/** Of the mouse: a finger scrolls by the browser itself. */
function yOf(event: unknown): number | null {
  return event instanceof MouseEvent && !(event instanceof WheelEvent) ? event.clientY : null;
}

function inside({ k, x }: ZoomTransform, width: number): ZoomTransform {
  return zoomIdentity.translate(Math.min(0, Math.max(width * (1 - k), x)), 0).scale(k);
}

function partOf({ k, x }: ZoomTransform, width: number): WindowPart | null {
  if (k <= 1) return null;
  const from = Math.max(0, -x / (width * k));
  return { from, to: Math.min(1, from + 1 / k) };
}

function transformOf(part: WindowPart | null, width: number): ZoomTransform {
  if (part === null) return zoomIdentity;
  const k = 1 / (part.to - part.from);
  return zoomIdentity.translate(-part.from * width * k, 0).scale(k);
}

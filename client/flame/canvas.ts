/**
 * The default drawer: a canvas. It is as high as what is in sight, not as the graph, and stays in place while the host
 * scrolls under it, so a graph of 240 rows costs no more memory than one of ten. All drawing happens in the browser's
 * next frame, once, whatever was changed before it.
 */
import { easeCubicOut, interrupt, select, timer } from 'd3';
import type { Timer } from 'd3';
import { BarsInSight, drawBars, NO_MOTION } from './canvas-draw.ts';
import type { CanvasLook, Motion, Picture } from './canvas-draw.ts';
import { canvasGestures } from './canvas-gestures.ts';
import { rowFromTop } from './flame-view.ts';
import type {
  DrawPlace,
  FlameBar,
  FlameMarks,
  FlamePaint,
  FlameView,
  FlameWindow,
  PointerPlace,
} from './flame-view.ts';
import { HitTest } from './hit.ts';
import { KeptLabels } from './labels.ts';
import { motionBetween } from './motion.ts';
import { ringIn } from './ring.ts';

/** Milliseconds of the way from one zoom to the next. */
const ZOOM_TIME = 180;

const UNPAINTED: FlamePaint = { fill: '#888888', ink: '#000000', outline: null };

export function canvasDrawer({ host, scroller, width, sizes }: DrawPlace): FlameView {
  const canvas = document.createElement('canvas');
  canvas.className = 'flame-canvas';
  canvas.setAttribute('aria-hidden', 'true');
  host.append(canvas);
  const context = canvas.getContext('2d', { alpha: false });
  const hover = ringIn(host, 'flame-hover', sizes);
  const ring = ringIn(host, 'flame-cursor', sizes);
  let window: FlameWindow | null = null;
  let hits: HitTest | null = null;
  let pixels = width;
  let paintOf: (bar: FlameBar) => FlamePaint = () => UNPAINTED;
  let marks: FlameMarks = { matches: null, chain: null, cursor: -1 };
  // What follows from bars, marks and style, until these change: most frames of the screen only move them.
  let paints: readonly FlamePaint[] | null = null;
  let marked: Pick<Picture, 'matches' | 'chain'> | null = null;
  let look: CanvasLook | null = null;
  const kept = { inSight: new BarsInSight(), labels: new KeptLabels() };
  let motion: Motion = NO_MOTION;
  let zooming: Timer | null = null;
  let frame = 0;
  let selectHandler: (bar: number) => void = () => undefined;
  let hoverHandler: (bar: number | null, place: PointerPlace) => void = () => undefined;

  function drawSoon(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    frame = 0;
    if (window === null || context === null) return;
    // What is in sight, a row more for half rows; the box may not have its height yet.
    const height = Math.min(window.rows * sizes.row, Math.max(scroller.clientHeight, sizes.row));
    const scale = devicePixelRatio;
    const [w, h] = [Math.round(pixels * scale), Math.round(height * scale)];
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
      canvas.style.width = `${pixels}px`;
      canvas.style.height = `${height}px`;
    }
    const { bars } = window;
    paints ??= bars.map((bar) => paintOf(bar));
    marked ??= { matches: among(bars, marks.matches), chain: among(bars, marks.chain) };
    look ??= lookOf(host);
    const top = Math.min(scroller.scrollTop, window.rows * sizes.row - height);
    drawBars(context, window, { pixels, height, scale, top, sizes, paints, ...marked, motion, look }, kept);
    canvas.dataset['bars'] = String(window.bars.length);
  }

  function zoomFrom(start: Motion): void {
    zooming?.stop();
    motion = start;
    zooming = timer((elapsed) => {
      const part = easeCubicOut(Math.min(1, elapsed / ZOOM_TIME));
      motion = { scale: start.scale + (1 - start.scale) * part, shift: start.shift * (1 - part) };
      if (elapsed >= ZOOM_TIME) {
        motion = NO_MOTION;
        zooming?.stop();
      }
      drawSoon();
    });
  }

  function placeRings(): void {
    ring.show(window, marks.cursor, pixels);
    hover.show(window, -1, pixels);
  }

  function barAt({ x, y }: PointerPlace): number | null {
    if (window === null) return null;
    hits ??= new HitTest(window);
    const box = host.getBoundingClientRect();
    const row = Math.floor((y - box.top) / sizes.row);
    return hits.at((x - box.left) / pixels, rowFromTop(window, row), pixels);
  }

  const gestures = canvasGestures(canvas, scroller, {
    width: () => pixels,
    onStart: () => {
      zooming?.stop();
      motion = NO_MOTION;
      hover.show(window, -1, pixels);
      hoverHandler(null, { x: 0, y: 0 });
    },
    onClick: (place) => {
      const bar = barAt(place);
      if (bar !== null) selectHandler(bar);
    },
    onMove: (place) => {
      const bar = place === null ? null : barAt(place);
      hover.show(window, bar ?? -1, pixels);
      canvas.style.cursor = bar === null ? '' : 'pointer';
      hoverHandler(bar, place ?? { x: 0, y: 0 });
    },
  });
  scroller.addEventListener('scroll', drawSoon, { passive: true });
  const sight = new ResizeObserver(drawSoon);
  sight.observe(scroller);

  return {
    setWindow(next) {
      const start = gestures.isActive() || !mayMove() ? null : motionBetween(window, next);
      window = next;
      hits = null;
      paints = null;
      marked = null;
      host.style.height = `${next.rows * sizes.row}px`;
      gestures.show(next.part);
      if (start !== null) zoomFrom(start);
      placeRings();
      drawSoon();
    },
    setColours(next) {
      paintOf = next;
      paints = null;
      look = null;
      drawSoon();
    },
    highlight(next) {
      marks = next;
      marked = null;
      placeRings();
      drawSoon();
    },
    onSelect(handler) {
      selectHandler = handler;
    },
    onHover(handler) {
      hoverHandler = handler;
    },
    onPart(handler) {
      gestures.onPart(handler);
    },
    resize(next) {
      if (next === pixels) return;
      pixels = next;
      gestures.show(window?.part ?? null);
      placeRings();
      drawSoon();
    },
    destroy() {
      cancelAnimationFrame(frame);
      zooming?.stop();
      interrupt(canvas);
      select(canvas).on('.zoom', null);
      sight.disconnect();
      scroller.removeEventListener('scroll', drawSoon);
      host.replaceChildren();
      host.style.height = '';
    },
  };
}

/** Whether each bar is a frame among `nodes`; a handle stands for other frames. */
function among(bars: readonly FlameBar[], nodes: ((node: number) => boolean) | null): readonly boolean[] | null {
  return nodes === null ? null : bars.map(({ kind, node }) => kind !== 'deeper' && kind !== 'above' && nodes(node));
}

function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Colours that the style sheet decides. */
function lookOf(host: HTMLElement): CanvasLook {
  const style = getComputedStyle(host);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return { ground: of('--sheet'), ring: of('--flame-ring'), softInk: of('--ink-soft'), font: of('--font-mono') };
}

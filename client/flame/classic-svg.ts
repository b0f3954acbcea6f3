/**
 * The classic SVG flame graph, drawn by d3-flame-graph: text that can be selected, printed, and found by the browser's own
 * search.
 *
 * The library lays out a tree of its own and zooms and searches by itself, each with limits that we cannot live with
 * (recursion, patterns made from what the user typed, a layout that forgets what is left out). So it is fed one window
 * at a time, never sees a click, and everything it cannot express (gaps, outlines, marks) is put on its elements after
 * each draw.
 */
import { select, timerFlush } from 'd3';
import flamegraph from 'd3-flame-graph';
import type { FlameDatum, LaidOut, Tooltip } from 'd3-flame-graph';
import { fitLabel } from './labels.ts';
import type {
  DrawPlace,
  FlameBar,
  FlameMarks,
  FlamePaint,
  FlameView,
  FlameWindow,
  PointerPlace,
} from './flame-view.ts';
import { ringIn } from './ring.ts';

interface Datum extends FlameDatum {
  /** Index in the window; -1 for a spacer. */
  readonly bar: number;
  children: Datum[];
}

/** The library lays children side by side from the left; a gap wider than this fraction needs a spacer. */
const GAP = 0.0005;
/** A narrower frame has no edge, which would hide it, and below the second no outline, which would be all of it. */
const EDGE_FROM = 3;
const OUTLINE_FROM = 6;

const UNPAINTED: FlamePaint = { fill: '#888888', ink: '#000000', outline: null };

export function classicSvg({ host, width, sizes }: DrawPlace): FlameView {
  let window: FlameWindow | null = null;
  let pixels = width;
  let paintOf: (bar: FlameBar) => FlamePaint = () => UNPAINTED;
  let marks: FlameMarks = { matches: null, chain: null, cursor: -1 };
  let selectHandler: (bar: number) => void = () => undefined;
  let hoverHandler: (bar: number | null, place: PointerPlace) => void = () => undefined;
  let isDrawn = false;

  const place = document.createElement('div');
  host.append(place);
  host.style.setProperty('--flame-font', `${sizes.font}px`);
  host.style.setProperty('--flame-row', `${sizes.row}px`);
  const ring = ringIn(host, 'flame-cursor', sizes);
  const chart = flamegraph<Datum>()
    .cellHeight(sizes.row)
    .transitionDuration(0)
    .tooltip(silentTooltip())
    .getName(({ data }) => (data.bar < 0 ? '' : fitLabel(data.name, data.value * pixels, sizes)))
    .setLabelHandler(() => '')
    .setColorMapper(({ data }) => paint(data).fill);

  function paint({ bar }: Datum): FlamePaint {
    const drawn = window?.bars[bar];
    return drawn === undefined ? UNPAINTED : paintOf(drawn);
  }

  function draw(): void {
    if (window === null) return;
    const root = datumOf(window);
    const height = window.rows * sizes.row;
    chart
      .width(pixels)
      .height(height)
      .inverted(window.direction === 'icicle');
    if (isDrawn) {
      chart.update(root);
    } else {
      chart(select<HTMLElement, Datum>(place).datum(root));
      isDrawn = true;
    }
    // The library keeps the height of its first draw, and moves everything by transitions that would start and end with
    // the next two frames of the screen: let them run now.
    svg()?.setAttribute('height', String(height));
    timerFlush();
    timerFlush();
    finish();
  }

  function svg(): SVGSVGElement | null {
    return place.querySelector('svg');
  }

  /** Outlines, ink and marks, which the library does not know. */
  function finish(): void {
    svg()?.setAttribute('aria-hidden', 'true');
    for (const group of place.querySelectorAll<SVGGElement>('g.frame')) {
      const datum = datumAt(group);
      const bar = datum === null ? undefined : window?.bars[datum.bar];
      if (datum === null || bar === undefined) {
        group.setAttribute('class', 'frame spacer');
        continue;
      }
      const width = bar.width * pixels;
      const { ink, outline: wanted } = paint(datum);
      const outline = width < OUTLINE_FROM ? null : wanted;
      const rect = group.querySelector('rect');
      const label = group.querySelector<HTMLElement>('.d3-flame-graph-label');
      if (label !== null) label.style.color = ink;
      if (rect !== null) {
        rect.style.stroke = outline?.stroke ?? '';
        rect.style.strokeDasharray = outline?.dash ?? '';
      }
      group.setAttribute(
        'class',
        `frame bar-${bar.kind}${outline === null ? '' : ' outlined'}${width < EDGE_FROM ? ' thin' : ''}`,
      );
    }
    mark();
  }

  function mark(): void {
    const { matches, chain, cursor } = marks;
    for (const group of place.querySelectorAll<SVGGElement>('g.frame')) {
      const bar = window?.bars[datumAt(group)?.bar ?? -1];
      const isFrame = bar !== undefined && bar.kind !== 'deeper' && bar.kind !== 'above';
      const isMatch = isFrame && matches?.(bar.node) === true;
      group.classList.toggle('chained', isFrame && chain?.(bar.node) === true);
      group.classList.toggle('matched', isMatch);
      group.classList.toggle('faded', matches !== null && !isMatch);
    }
    ring.show(window, cursor, pixels);
  }

  function barUnder(event: Event): number | null {
    const group = frameOf(event.target);
    const bar = group === null ? -1 : (datumAt(group)?.bar ?? -1);
    return bar < 0 ? null : bar;
  }

  // In the capture phase, before the library's own zoom: that one would draw everything twice.
  place.addEventListener(
    'click',
    (event) => {
      event.stopPropagation();
      // A redraw between press and release leaves the click to what holds the frames: nobody knows which one was meant.
      const bar = barUnder(event);
      if (bar !== null) selectHandler(bar);
    },
    true,
  );
  place.addEventListener('pointermove', (event) => {
    hoverHandler(barUnder(event), { x: event.clientX, y: event.clientY });
  });
  place.addEventListener('pointerleave', (event) => {
    hoverHandler(null, { x: event.clientX, y: event.clientY });
  });

  return {
    setWindow(next) {
      window = next;
      draw();
    },
    setColours(next) {
      paintOf = next;
      if (!isDrawn) return;
      for (const group of place.querySelectorAll<SVGGElement>('g.frame')) {
        const datum = datumAt(group);
        if (datum !== null) group.querySelector('rect')?.setAttribute('fill', paint(datum).fill);
      }
      finish();
    },
    highlight(next) {
      marks = next;
      mark();
    },
    onSelect(handler) {
      selectHandler = handler;
    },
    onHover(handler) {
      hoverHandler = handler;
    },
    onPart() {
      // It neither zooms by wheel nor pans.
    },
    resize(next) {
      if (next === pixels) return;
      pixels = next;
      draw();
    },
    destroy() {
      chart.destroy();
      host.replaceChildren();
    },
  };
}

/** The tree that the library lays out: one object a bar, and spacers where narrow frames are left out between others. */
function datumOf({ bars }: FlameWindow): Datum {
  const made: Datum[] = [];
  const edge: number[] = [];
  for (const [i, bar] of bars.entries()) {
    const datum: Datum = { name: bar.label, value: bar.width, bar: i, children: [] };
    made.push(datum);
    edge.push(bar.x);
    const parent = made[bar.parent];
    if (parent === undefined) continue;
    const left = edge[bar.parent] ?? 0;
    if (bar.x - left > GAP) {
      parent.children.push({ name: '', value: bar.x - left, bar: -1, children: [] });
      edge[bar.parent] = bar.x;
    }
    parent.children.push(datum);
    edge[bar.parent] = (edge[bar.parent] ?? 0) + bar.width;
  }
  return made[0] ?? { name: '', value: 1, bar: -1, children: [] };
}

function frameOf(at: EventTarget | null): SVGGElement | null {
  return at instanceof Element ? at.closest<SVGGElement>('g.frame') : null;
}

function datumAt(group: SVGGElement): Datum | null {
  const laidOut = select<SVGGElement, LaidOut<Datum> | undefined>(group).datum();
  return laidOut?.data ?? null;
}

/** With a tooltip of its own the library makes no `<title>` for each frame; ours is the page's, fed by `onHover`. */
function silentTooltip(): Tooltip {
  return Object.assign(() => undefined, { show: () => undefined, hide: () => undefined });
}

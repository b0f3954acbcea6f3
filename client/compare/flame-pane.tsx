import { effect, signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { DRAWER_LIST, SIZES } from '../flame/drawers.ts';
import type { FlameBar, FlameView } from '../flame/flame-view.ts';
import { rowFromTop } from '../flame/flame-view.ts';
import { paintFor } from '../flame/paint.ts';
import { windowOf } from '../flame/window.ts';
import { chainIn } from '../state/chain.ts';
import { movePart, part } from '../state/part.ts';
import { pointAt, pointed, pointedIn } from '../state/pointed.ts';
import { view } from '../state/route.ts';
import { focus, marks } from '../state/scene.ts';
import type { Pane } from '../state/scene.ts';
import { theme } from '../state/theme.ts';
import { colouringOf } from './colouring.ts';
import { graphKey } from './graph-keys.ts';
import { choose } from './choose.ts';
import { Tooltip } from './tooltip.tsx';
import type { Hovered } from './tooltip.tsx';

/** Before the pane has been measured; the real width follows before the first paint. */
const FIRST_WIDTH = 1000;

/** A first picture is laid out already. */
const NO_WEIGHTS = new Float64Array(0);

/** Nodes that the first graph of the view leaves out because they are narrow. */
export const hiddenNodes = signal(0);

/** One flame graph: a drawer, and what connects it with the page. */
export function FlamePane({ pane, label }: { readonly pane: Pane; readonly label: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const drawn = useSignal<FlameView | null>(null);
  const width = useSignal(FIRST_WIDTH);
  const hovered = useSignal<Hovered | null>(null);
  // What is computed below follows signals alone, so the pane has to be one.
  const latest = useSignal(pane);
  useLayoutEffect(() => {
    latest.value = pane;
  }, [pane]);

  // One by one, so that typing a search or sorting the table does not draw the graph again.
  const drawer = useComputed(() => view.value.drawer);
  const size = useComputed(() => view.value.size);
  const palette = useComputed(() => view.value.palette);
  const colouring = useComputed(() => colouringOf(view.value, latest.value));
  const minWeight = useComputed(() => Math.max(0, Number(view.value.min) / 100 || 0));
  // Callers stand on their function, callees hang from it.
  const direction = useComputed(() =>
    latest.value.id === 'callers' ? 'flame' : latest.value.id === 'callees' ? 'icicle' : view.value.direction,
  );
  const shown = useComputed(() => {
    const { analysis, layout, top } = latest.value;
    return windowOf({
      tree: analysis.comparison.tree,
      weights: analysis.picture === null ? analysis.weights(layout) : NO_WEIGHTS,
      laidOut: analysis.picture?.frames[layout] ?? null,
      focus: focus.value,
      top,
      part: part.value,
      pixels: width.value,
      fineness: DRAWER_LIST[drawer.value].fineness,
      minWeight: minWeight.value,
      direction: direction.value,
    });
  });
  /** Bar with the cursor: the node that was pointed at, while it is drawn. */
  const cursor = useComputed(() => {
    const node = pointedIn(latest.value);
    return node === null ? -1 : shown.value.bars.findIndex((bar) => bar.node === node && bar.kind !== 'deeper');
  });

  const go = (bar: FlameBar) => {
    hovered.value = null;
    choose(latest.peek(), bar.node);
  };

  useLayoutEffect(() => {
    const box = scroller.current;
    const place = host.current;
    if (box === null || place === null) return undefined;
    width.value = Math.max(1, place.clientWidth);
    const made = DRAWER_LIST[drawer.value].draw({
      host: place,
      scroller: box,
      width: width.peek(),
      sizes: SIZES[size.value],
    });
    made.onSelect((bar) => {
      const chosen = shown.peek().bars[bar];
      if (chosen !== undefined) go(chosen);
    });
    made.onHover((bar, at) => {
      const over = bar === null ? undefined : shown.peek().bars[bar];
      hovered.value =
        over === undefined || over.kind === 'deeper' || over.kind === 'above' ? null : { node: over.node, ...at };
    });
    made.onPart((next) => {
      // Zooming shows frames that a first picture lacks.
      if (latest.peek().analysis.picture === null) movePart(next);
    });
    drawn.value = made;
    const observer = new ResizeObserver(() => {
      width.value = Math.max(1, place.clientWidth);
      made.resize(width.peek());
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      made.destroy();
      drawn.value = null;
    };
  }, [drawer.value, size.value]);

  // Paint before the window, so that the first draw has its colours already.
  useEarlySignalEffect(() => {
    const { analysis } = latest.value;
    drawn.value?.setColours(
      paintFor({
        comparison: analysis.comparison,
        factsOf: (node) => analysis.node(node),
        colouring: colouring.value,
        palette: palette.value,
        theme: theme.value,
      }),
    );
  });
  useEarlySignalEffect(() => {
    drawn.value?.setWindow(shown.value);
    if (latest.value.id !== 'head' && latest.value.id !== 'callees') hiddenNodes.value = shown.value.hiddenNodes;
  });
  useEarlySignalEffect(() => {
    const functions = marks.value?.functions;
    const { func } = latest.value.analysis.comparison.tree;
    drawn.value?.highlight({
      matches: functions === undefined ? null : (node) => functions[func[node] ?? -1] === 1,
      chain: chainIn(latest.value.analysis.comparison.tree),
      cursor: cursor.value,
    });
  });
  useSignalEffect(() => {
    const { bars } = shown.value;
    const at = bars[cursor.value]?.row ?? bars.find(({ node }) => node === focus.value)?.row ?? 0;
    // Nobody who drags the graph wants it to jump back to the cursor.
    if (scroller.current !== null && part.peek() === null)
      scrollToRow(scroller.current, rowFromTop(shown.peek(), at), SIZES[size.peek()].row);
  });

  // As high as the whole graph needs, within bounds that CSS sets: zooming must not move what stands below.
  const rows = useComputed(() => {
    const { analysis, top } = latest.value;
    return windowOf({
      tree: analysis.comparison.tree,
      weights: analysis.picture === null ? analysis.weights('union') : NO_WEIGHTS,
      laidOut: analysis.picture?.frames.union ?? null,
      focus: top,
      top,
      part: null,
      pixels: FIRST_WIDTH,
      fineness: DRAWER_LIST[drawer.value].fineness,
      minWeight: 0,
      direction: 'icicle',
    }).rows;
  });

  return (
    <>
      <div
        ref={scroller}
        class="graph-scroller"
        style={{ height: `${rows.value * SIZES[size.value].row + 2}px` }}
        tabIndex={0}
        role="application"
        aria-roledescription="flame graph"
        aria-label={`${label}. Arrow keys walk, Enter zooms in, Escape zooms out, Home shows all, question mark for all keys. The view Rows has the same as a table.`}
        data-pane={pane.id}
        onFocus={() => {
          if (cursor.peek() < 0 && pointed.peek() === null) pointAt(focus.peek(), pane.id);
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const keyboard = {
            pane,
            bars: shown.peek().bars,
            direction: shown.peek().direction,
            cursor: cursor.peek(),
          };
          if (graphKey(keyboard, event.key, event.shiftKey)) event.preventDefault();
        }}
      >
        <div ref={host} class="graph-host" />
      </div>
      {hovered.value !== null && <Tooltip analysis={pane.analysis} at={hovered.value} />}
    </>
  );
}

/** Runs before the browser paints, so that the first thing on the screen is the graph and not an empty box. */
function useEarlySignalEffect(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useLayoutEffect(
    () =>
      effect(() => {
        latest.current();
      }),
    [],
  );
}

function scrollToRow(box: HTMLElement, row: number, height: number): void {
  const top = row * height;
  const margin = 2 * height;
  if (top < box.scrollTop + margin) box.scrollTop = Math.max(0, top - margin);
  else if (top + height > box.scrollTop + box.clientHeight - margin) {
    box.scrollTop = top + height + margin - box.clientHeight;
  }
}

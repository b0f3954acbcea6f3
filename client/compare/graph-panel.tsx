import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { plural } from '../../core/words/numbers.ts';
import { classicSvg } from '../flame/classic-svg.ts';
import { ROW_HEIGHT } from '../flame/flame-view.ts';
import type { FlameView } from '../flame/flame-view.ts';
import { deltaPaint } from '../flame/paint.ts';
import { windowOf } from '../flame/window.ts';
import type { Analysis } from '../model/analysis.ts';
import { Name } from '../parts/name.tsx';
import { focus, found, pointedNode } from '../state/comparison.ts';
import { setView, view } from '../state/route.ts';
import { theme } from '../state/theme.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { factsLine } from './frame-facts.tsx';
import { graphKeys } from './graph-keys.ts';
import { GraphTools } from './graph-tools.tsx';
import { Legend } from './legend.tsx';
import { Found, SearchBar } from './search-bar.tsx';
import { Tooltip } from './tooltip.tsx';
import type { Hovered } from './tooltip.tsx';

/** Before the panel has been measured; the real width follows before the first paint. */
const FIRST_WIDTH = 1000;

/** The differential flame graph with its tools, path, search and legend. */
export function GraphPanel({ analysis }: { readonly analysis: Analysis }) {
  const { comparison } = analysis;
  const scroller = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const drawer = useSignal<FlameView | null>(null);
  const width = useSignal(FIRST_WIDTH);
  const hovered = useSignal<Hovered | null>(null);
  const cursorNode = useSignal<number | null>(null);

  // One by one, so that typing a search or sorting the table does not draw the graph again.
  const layout = useComputed(() => view.value.layout);
  const direction = useComputed(() => view.value.direction);
  const palette = useComputed(() => view.value.palette);
  const shown = useComputed(() =>
    windowOf({
      tree: comparison.tree,
      weights: analysis.weights(layout.value),
      focus: focus.value,
      pixels: width.value,
      direction: direction.value,
    }),
  );
  /** Bar with the cursor: the node that was pointed at, while it is drawn. */
  const cursor = useComputed(() => {
    const node = pointedNode.value ?? cursorNode.value;
    return node === null ? -1 : shown.value.bars.findIndex((bar) => bar.node === node && bar.kind !== 'deeper');
  });

  const go = (node: number) => {
    hovered.value = null;
    cursorNode.value = node;
    pointedNode.value = null;
    setView({ focus: analysis.nodeReference(node) }, 'push');
  };

  useLayoutEffect(() => {
    const box = scroller.current;
    const place = host.current;
    if (box === null || place === null) return undefined;
    width.value = Math.max(1, place.clientWidth);
    const view = classicSvg(place, width.peek());
    view.onSelect((bar) => {
      const chosen = shown.peek().bars[bar];
      if (chosen !== undefined) go(chosen.node);
    });
    view.onHover((bar, place) => {
      const over = bar === null ? undefined : shown.peek().bars[bar];
      hovered.value =
        over === undefined || over.kind === 'deeper' || over.kind === 'above' ? null : { node: over.node, ...place };
    });
    drawer.value = view;
    const observer = new ResizeObserver(() => {
      width.value = Math.max(1, place.clientWidth);
      view.resize(width.peek());
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      view.destroy();
    };
  }, [analysis]);

  // Paint before the window, so that the first draw has its colours already.
  useSignalEffect(() => {
    drawer.value?.setColours(deltaPaint((node) => analysis.node(node), palette.value, theme.value));
  });
  useSignalEffect(() => {
    drawer.value?.setWindow(shown.value);
  });
  useSignalEffect(() => {
    const functions = found.value?.functions;
    drawer.value?.highlight({
      matches: functions === undefined ? null : (node) => functions[comparison.tree.func[node] ?? -1] === 1,
      cursor: cursor.value,
    });
  });
  useSignalEffect(() => {
    const { bars, rows, direction } = shown.value;
    const row = bars[cursor.value]?.row ?? bars.find(({ node }) => node === focus.value)?.row ?? 0;
    if (scroller.current !== null) scrollToRow(scroller.current, direction === 'icicle' ? row : rows - 1 - row);
  });

  // As high as the whole graph needs, within bounds that CSS sets: zooming must not move what stands below.
  const rows = useComputed(
    () =>
      windowOf({
        tree: comparison.tree,
        weights: analysis.weights('union'),
        focus: 0,
        pixels: FIRST_WIDTH,
        direction: 'icicle',
      }).rows,
  );
  const status = useComputed(() => {
    const bar = shown.value.bars[cursor.value];
    if (bar === undefined) return null;
    const facts = bar.kind === 'deeper' || bar.kind === 'above' ? null : analysis.node(bar.node);
    return { name: facts?.name ?? bar.label, numbers: facts === null ? '' : `: ${factsLine(facts)}` };
  });

  useEffect(
    () =>
      graphKeys({
        analysis,
        bars: () => shown.peek().bars,
        direction: () => shown.peek().direction,
        cursor: () => cursor.peek(),
        isFocused: () => document.activeElement === scroller.current,
        moveTo: (node) => {
          pointedNode.value = null;
          cursorNode.value = node;
        },
        zoomTo: go,
      }),
    [analysis],
  );

  return (
    <section class="graph" aria-labelledby="graph-head">
      <h2 id="graph-head" class="only-for-readers">
        Differential flame graph
      </h2>
      <div class="graph-bar">
        <GraphTools comparison={comparison} />
        <SearchBar analysis={analysis} />
      </div>
      <div class="graph-path">
        <Breadcrumbs analysis={analysis} />
        <Found analysis={analysis} />
      </div>
      <div
        ref={scroller}
        class="graph-scroller"
        style={{ height: `${rows.value * ROW_HEIGHT + 2}px` }}
        tabIndex={0}
        role="application"
        aria-label="Flame graph. Arrow keys walk, Enter zooms in, Escape zooms out, Home shows all, question mark for help."
        onFocus={() => {
          if (cursor.peek() < 0) cursorNode.value = focus.peek();
        }}
      >
        <div ref={host} class="graph-host" />
      </div>
      <p class="graph-status" aria-live="polite">
        {status.value === null ? (
          <span class="status-frame hint">Click or Enter zooms, arrows walk, Esc goes out, ? shows all keys.</span>
        ) : (
          <span class="status-frame">
            <Name text={status.value.name} />
            <span class="status-numbers">{status.value.numbers}</span>
          </span>
        )}
        {shown.value.hiddenNodes > 0 && (
          <span class="hint hidden-count">{plural(shown.value.hiddenNodes, 'frame')} too narrow to draw here</span>
        )}
      </p>
      <Legend />
      {hovered.value !== null && <Tooltip analysis={analysis} at={hovered.value} />}
    </section>
  );
}

function scrollToRow(box: HTMLElement, row: number): void {
  const top = row * ROW_HEIGHT;
  const margin = 2 * ROW_HEIGHT;
  if (top < box.scrollTop + margin) box.scrollTop = Math.max(0, top - margin);
  else if (top + ROW_HEIGHT > box.scrollTop + box.clientHeight - margin) {
    box.scrollTop = top + ROW_HEIGHT + margin - box.clientHeight;
  }
}

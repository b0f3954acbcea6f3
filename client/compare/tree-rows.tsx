import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { pointsCell, ratioCell, shareCell } from '../model/format.ts';
import { ROOT_LABEL } from '../model/facts.ts';
import { firstOpen, openRows } from '../model/tree-rows.ts';
import { Name } from '../parts/name.tsx';
import { pointAt, pointedIn } from '../state/pointed.ts';
import { view } from '../state/route.ts';
import { focus, marks } from '../state/scene.ts';
import type { Pane } from '../state/scene.ts';
import { choose } from './choose.ts';
import { pointsSign } from './points-sign.ts';

/** Keep in step with `--table-row` in table.css. */
const ROW_HEIGHT = 24;
const VISIBLE = 24;
/** Rows drawn beyond the visible ones on either side. */
const SPARE = 6;
/** Deeper rows stand no further to the right. */
const MOST_INDENT = 30;

/** The graph as rows: the same frames and numbers for screen readers, and for reading. Only rows in sight are elements. */
export function TreeRows({ pane }: { readonly pane: Pane }) {
  const { analysis } = pane;
  const { tree } = analysis.comparison;
  const weights = analysis.weights(pane.layout);
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useSignal(0);
  const open = useSignal(firstOpen(tree, weights, focus.peek()));
  const minWeight = useComputed(() => Math.max(0, Number(view.value.min) / 100 || 0));
  const rows = useComputed(() =>
    openRows(tree, weights, { top: focus.value, open: open.value, minWeight: minWeight.value }),
  );
  const active = useComputed(() => Math.max(0, rows.value.indexOf(pointedIn(pane) ?? -1)));
  const topDepth = tree.depth[focus.value] ?? 0;

  // Somebody may have pointed at a frame whose callers are closed.
  useSignalEffect(() => {
    const node = pointedIn(pane);
    if (node === null) return;
    const closed: number[] = [];
    for (let up = tree.parent[node] ?? -1; up >= 0; up = tree.parent[up] ?? -1)
      if (!open.peek().has(up)) closed.push(up);
    if (closed.length > 0) open.value = new Set([...open.peek(), ...closed]);
    const box = scroller.current;
    const y = rows.peek().indexOf(node) * ROW_HEIGHT;
    if (box === null || y < 0) return;
    const height = box.clientHeight - 2 * ROW_HEIGHT;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y > box.scrollTop + height) box.scrollTop = y - height;
  });

  const isLeaf = (node: number) => (tree.end[node] ?? 0) === node + 1;
  const setOpen = (node: number, isOpen: boolean) => {
    const next = new Set(open.peek());
    if (isOpen) next.add(node);
    else next.delete(node);
    open.value = next;
  };
  const moveTo = (row: number) => {
    const node = rows.peek()[Math.max(0, Math.min(rows.peek().length - 1, row))];
    if (node !== undefined) pointAt(node, pane.id);
  };
  const onKey = (key: string): boolean => {
    const at = active.peek();
    const node = rows.peek()[at] ?? 0;
    switch (key) {
      case 'ArrowDown':
        moveTo(at + 1);
        return true;
      case 'ArrowUp':
        moveTo(at - 1);
        return true;
      case 'PageDown':
        moveTo(at + VISIBLE - 2);
        return true;
      case 'PageUp':
        moveTo(at - VISIBLE + 2);
        return true;
      case 'Home':
        moveTo(0);
        return true;
      case 'End':
        moveTo(rows.peek().length - 1);
        return true;
      case 'ArrowRight':
        if (!isLeaf(node) && !open.peek().has(node)) setOpen(node, true);
        else moveTo(at + 1);
        return true;
      case 'ArrowLeft':
        if (open.peek().has(node) && !isLeaf(node)) setOpen(node, false);
        else if (at > 0) moveTo(rows.peek().indexOf(tree.parent[node] ?? 0));
        return true;
      case 'Enter':
        choose(pane, node);
        return true;
      default:
        return false;
    }
  };

  const first = Math.max(0, Math.floor(scrolled.value / ROW_HEIGHT) - SPARE);
  return (
    <div
      ref={scroller}
      class="table tree"
      role="treegrid"
      tabIndex={0}
      aria-label="Frames of the graph"
      aria-rowcount={rows.value.length + 1}
      aria-activedescendant={`tree-row-${active.value}`}
      style={{ height: `${(VISIBLE + 1) * ROW_HEIGHT + 2}px` }}
      onScroll={({ currentTarget }) => {
        scrolled.value = currentTarget.scrollTop;
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller.current) return;
        if (onKey(event.key)) event.preventDefault();
      }}
    >
      <div class="table-row table-head" role="row" aria-rowindex={1}>
        {['Frame', 'good', 'bad', 'points', 'ratio', 'self points', 'state'].map((text, i) => (
          <div key={text} role="columnheader" class={i === 0 ? 'column-name' : i === 6 ? 'column-state' : ''}>
            {text}
          </div>
        ))}
      </div>
      <div class="table-body" role="rowgroup" style={{ height: `${rows.value.length * ROW_HEIGHT}px` }}>
        {Array.from(rows.value.subarray(first, first + VISIBLE + 2 * SPARE), (node, i) => {
          const { name, total, self, state } = analysis.node(node);
          const row = first + i;
          const depth = (tree.depth[node] ?? 0) - topDepth;
          const isOpen = open.value.has(node);
          const isMarked = marks.value?.functions[tree.func[node] ?? -1] === 1;
          return (
            <div
              key={node}
              id={`tree-row-${row}`}
              role="row"
              class={`table-row${row === active.value ? ' active' : ''}${isMarked ? ' marked' : ''}`}
              aria-level={depth + 1}
              aria-rowindex={row + 2}
              aria-selected={row === active.value}
              {...(isLeaf(node) ? {} : { 'aria-expanded': isOpen })}
              style={{ top: `${row * ROW_HEIGHT}px` }}
              onClick={() => {
                pointAt(node, pane.id);
                if (!isLeaf(node)) setOpen(node, !isOpen);
              }}
            >
              <div role="gridcell" class="column-name" style={{ '--level': Math.min(MOST_INDENT, depth) }}>
                <span class="opener" aria-hidden="true">
                  {isLeaf(node) ? '' : isOpen ? '▾' : '▸'}
                </span>
                {node === 0 ? ROOT_LABEL : <Name text={name} />}
              </div>
              <div role="gridcell" class="number">
                {shareCell(total.baseShare)}
              </div>
              <div role="gridcell" class="number">
                {shareCell(total.headShare)}
              </div>
              <div role="gridcell" class={`number points${pointsSign(total.points)}`}>
                {pointsCell(total.points)}
              </div>
              <div role="gridcell" class="number">
                {ratioCell(total)}
              </div>
              <div role="gridcell" class={`number points${pointsSign(self.points)}`}>
                {pointsCell(self.points)}
              </div>
              <div role="gridcell" class={`column-state state-${state}`}>
                {state}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

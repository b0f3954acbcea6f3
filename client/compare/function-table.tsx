import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { grouped, plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { pointsCell, ratioCell, shareCell } from '../model/format.ts';
import type { Change } from '../model/facts.ts';
import { tableRows } from '../model/table-rows.ts';
import { Name } from '../parts/name.tsx';
import { found, markedFunction, pointedNode } from '../state/comparison.ts';
import { setView, view } from '../state/route.ts';
import type { SortColumn } from '../state/route.ts';

/** Keep in step with `--table-row` in table.css. */
const ROW_HEIGHT = 24;
const MOST_VISIBLE = 18;
/** Rows drawn beyond the visible ones on either side. */
const SPARE = 6;

const COLUMNS: readonly { readonly id: SortColumn; readonly text: string; readonly hint: string }[] = [
  { id: 'name', text: 'Function', hint: 'by name' },
  { id: 'baseTotal', text: 'total good', hint: 'share of stacks with the function, good' },
  { id: 'headTotal', text: 'bad', hint: 'share of stacks with the function, bad' },
  { id: 'totalPoints', text: 'points', hint: 'difference of the total shares in percentage points' },
  { id: 'totalRatio', text: 'ratio', hint: 'total share in bad divided by total share in good' },
  { id: 'baseSelf', text: 'self good', hint: 'share of stacks that end in the function, good' },
  { id: 'headSelf', text: 'bad', hint: 'share of stacks that end in the function, bad' },
  { id: 'selfPoints', text: 'points', hint: 'difference of the self shares in percentage points' },
  { id: 'selfRatio', text: 'ratio', hint: 'self share in bad divided by self share in good' },
  { id: 'state', text: 'state', hint: 'state of the total share' },
];

/** All functions with both sides' shares. Only the rows in sight are elements. */
export function FunctionTable({ analysis }: { readonly analysis: Analysis }) {
  const { comparison } = analysis;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const active = useSignal(0);
  const filter = useComputed(() => view.value.filter);
  const sort = useComputed(() => view.value.sort);
  const order = useComputed(() => view.value.order);
  const rows = useComputed(() => tableRows(comparison, { filter: filter.value, sort: sort.value, order: order.value }));
  const visibleRows = Math.min(MOST_VISIBLE, comparison.tree.functions.length);

  // Another order or another filter starts at its first row.
  useSignalEffect(() => {
    if (rows.value.length < 0) return;
    active.value = 0;
    top.value = 0;
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  });

  const first = Math.max(0, Math.floor(top.value / ROW_HEIGHT) - SPARE);
  const shown = rows.value.subarray(first, first + visibleRows + 2 * SPARE);
  const moveTo = (row: number) => {
    active.value = Math.max(0, Math.min(rows.peek().length - 1, row));
    const box = scroller.current;
    if (box === null) return;
    const y = active.value * ROW_HEIGHT;
    const height = visibleRows * ROW_HEIGHT;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + ROW_HEIGHT > box.scrollTop + height) box.scrollTop = y + ROW_HEIGHT - height;
  };

  return (
    <section class="functions" aria-labelledby="functions-head">
      <header class="functions-head">
        <h2 id="functions-head">Functions</h2>
        <input
          type="search"
          placeholder="Filter by name"
          aria-label="Filter functions by name"
          value={filter.value}
          onInput={({ currentTarget }) => {
            setView({ filter: currentTarget.value });
          }}
        />
        <span class="hint" aria-live="polite">
          {rows.value.length === comparison.tree.functions.length
            ? plural(rows.value.length, 'function')
            : `${grouped(rows.value.length)} of ${plural(comparison.tree.functions.length, 'function')}`}
        </span>
        {markedFunction.value !== null && (
          <button
            type="button"
            class="link"
            onClick={() => {
              document.querySelector('.graph')?.scrollIntoView({ block: 'start' });
            }}
          >
            ↑ Show the marked frames in the graph
          </button>
        )}
      </header>
      <div
        ref={scroller}
        class="table"
        role="grid"
        tabIndex={0}
        aria-label="Functions"
        aria-rowcount={rows.value.length + 1}
        aria-activedescendant={rows.value.length === 0 ? undefined : `function-row-${active.value}`}
        style={{ height: `${(visibleRows + 1) * ROW_HEIGHT + 16}px` }}
        onScroll={({ currentTarget }) => {
          top.value = currentTarget.scrollTop;
        }}
        onKeyDown={(event) => {
          const steps: Readonly<Record<string, number>> = {
            ArrowDown: 1,
            ArrowUp: -1,
            PageDown: visibleRows - 1,
            PageUp: 1 - visibleRows,
            Home: -rows.peek().length,
            End: rows.peek().length,
          };
          const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
          if (event.target !== scroller.current || (step === undefined && event.key !== 'Enter')) return;
          event.preventDefault();
          if (step !== undefined) moveTo(active.peek() + step);
          else mark(analysis, rows.peek()[active.peek()]);
        }}
      >
        <div class="table-row table-head" role="row" aria-rowindex={1}>
          {COLUMNS.map(({ id, text, hint }) => (
            <div
              key={id}
              role="columnheader"
              class={`column-${id}`}
              aria-sort={sort.value === id ? (order.value === 'up' ? 'ascending' : 'descending') : 'none'}
            >
              <button
                type="button"
                title={`Sort by ${hint}`}
                onClick={() => {
                  sortBy(id);
                }}
              >
                <span class="sort-sign" aria-hidden="true">
                  {sort.value === id ? (order.value === 'up' ? '▲' : '▼') : ''}
                </span>
                {text}
              </button>
            </div>
          ))}
        </div>
        <div class="table-body" role="rowgroup" style={{ height: `${rows.value.length * ROW_HEIGHT}px` }}>
          {Array.from(shown, (func, i) => (
            <Row
              key={func}
              analysis={analysis}
              func={func}
              row={first + i}
              isActive={active.value === first + i}
              onChoose={() => {
                active.value = first + i;
                mark(analysis, func);
              }}
            />
          ))}
          {rows.value.length === 0 && <p class="none">No function has this in its name.</p>}
        </div>
      </div>
    </section>
  );
}

function Row(props: {
  readonly analysis: Analysis;
  readonly func: number;
  readonly row: number;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}) {
  const { analysis, func, row, isActive, onChoose } = props;
  const { name, total, self, state } = analysis.func(func);
  const isMarked = markedFunction.value === func;
  return (
    <div
      id={`function-row-${row}`}
      role="row"
      class={`table-row${isActive ? ' active' : ''}${isMarked ? ' marked' : ''}`}
      aria-rowindex={row + 2}
      aria-selected={isMarked}
      style={{ top: `${row * ROW_HEIGHT}px` }}
      onClick={onChoose}
    >
      <div role="gridcell" class="column-name">
        <Name text={name} />
      </div>
      <Numbers kind="Total" change={total} />
      <Numbers kind="Self" change={self} />
      <div role="gridcell" class={`column-state state-${state}`}>
        {state}
      </div>
    </div>
  );
}

function Numbers({ kind, change }: { readonly kind: 'Total' | 'Self'; readonly change: Change }) {
  const { points } = change;
  const sign = points === null || Math.abs(points) < 0.05 ? '' : points > 0 ? ' grew' : ' shrank';
  return (
    <>
      <div role="gridcell" class={`number column-base${kind}`}>
        {shareCell(change.baseShare)}
      </div>
      <div role="gridcell" class={`number column-head${kind}`}>
        {shareCell(change.headShare)}
      </div>
      <div role="gridcell" class={`number points${sign}`}>
        {pointsCell(points)}
      </div>
      <div role="gridcell" class="number">
        {ratioCell(change)}
      </div>
    </>
  );
}

function sortBy(column: SortColumn): void {
  const { sort, order } = view.peek();
  const usual = column === 'name' ? 'up' : 'down';
  const isAgain = sort === column && order === usual;
  setView({ sort: column, order: isAgain ? (usual === 'up' ? 'down' : 'up') : usual });
}

/** Marks the frames of a function in the graph, or no longer. The cursor goes to the first of them. */
function mark(analysis: Analysis, func: number | undefined): void {
  if (func === undefined) return;
  const isMarked = markedFunction.peek() === func;
  setView({ mark: isMarked ? null : analysis.functionReference(func), search: '' }, 'push');
  pointedNode.value = isMarked ? null : (found.peek()?.hits[0] ?? null);
}

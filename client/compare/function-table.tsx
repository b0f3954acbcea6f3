import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { grouped, plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { cellText, changeIn, columnsOf } from '../model/columns.ts';
import type { Column, ColumnId } from '../model/columns.ts';
import type { FrameFacts } from '../model/facts.ts';
import { tableRows } from '../model/table-rows.ts';
import { Name } from '../parts/name.tsx';
import { markedFunction } from '../state/comparison.ts';
import { pointAt, pointed } from '../state/pointed.ts';
import { setView, view } from '../state/route.ts';
import { found, scale, scene } from '../state/scene.ts';
import { pointsSign } from './points-sign.ts';
import { TableTools } from './table-tools.tsx';

/** Keep in step with `--table-row` in table.css. */
const ROW_HEIGHT = 24;
const MOST_VISIBLE = 18;
/** Rows drawn beyond the visible ones on either side. */
const SPARE = 6;

/** All functions with both sides' shares. Only the rows in sight are elements. */
export function FunctionTable({ analysis }: { readonly analysis: Analysis }) {
  const { comparison } = analysis;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const active = useSignal(0);
  const filter = useComputed(() => view.value.filter);
  const sort = useComputed(() => view.value.sort);
  const order = useComputed(() => view.value.order);
  const hasCost = useComputed(() => scale.value?.ok === true);
  const columnText = useComputed(() => view.value.columns);
  const columns = useComputed(() => columnsOf(columnText.value, hasCost.value));
  const selected = useComputed(selectedFunction);
  const rows = useComputed(() => tableRows(analysis, { filter: filter.value, sort: sort.value, order: order.value }));
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
        <TableTools analysis={analysis} rows={() => rows.peek()} columns={columns.value} />
      </header>
      <div
        ref={scroller}
        class="table"
        role="grid"
        tabIndex={0}
        aria-label="Functions"
        aria-rowcount={rows.value.length + 1}
        aria-activedescendant={rows.value.length === 0 ? undefined : `function-row-${active.value}`}
        style={{
          height: `${(visibleRows + 1) * ROW_HEIGHT + 16}px`,
          '--table-columns': templateOf(columns.value),
          '--table-width': `calc(${columns.value.map(leastOf).join(' + ')} + 16px)`,
        }}
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
          {columns.value.map(({ id, text, hint }) => (
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
              columns={columns.value}
              isSelected={selected.value === func}
              isActive={active.value === first + i}
              onChoose={() => {
                active.value = first + i;
                mark(analysis, func);
              }}
            />
          ))}
          {rows.value.length === 0 && (
            <p class="none">
              No function has this in its name.{' '}
              <button
                type="button"
                class="link"
                onClick={() => {
                  setView({ filter: '' });
                }}
              >
                Show all functions
              </button>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function Row(props: {
  readonly analysis: Analysis;
  readonly func: number;
  readonly row: number;
  readonly columns: readonly Column[];
  readonly isActive: boolean;
  /** Its frame has the cursor of the graph. */
  readonly isSelected: boolean;
  readonly onChoose: () => void;
}) {
  const { analysis, func, row, columns, isActive, isSelected, onChoose } = props;
  const facts = analysis.func(func);
  const isMarked = markedFunction.value === func;
  return (
    <div
      id={`function-row-${row}`}
      role="row"
      class={`table-row${isActive ? ' active' : ''}${isMarked ? ' marked' : ''}${isSelected ? ' selected' : ''}`}
      aria-rowindex={row + 2}
      aria-selected={isMarked}
      style={{ top: `${row * ROW_HEIGHT}px` }}
      onClick={onChoose}
    >
      {columns.map(({ id }) => (
        <div key={id} role="gridcell" class={cellClass(id, facts)}>
          {id === 'name' || id === 'module' ? (
            <Name text={cellText(id, func, facts, analysis.comparison)} />
          ) : (
            cellText(id, func, facts, analysis.comparison)
          )}
        </div>
      ))}
    </div>
  );
}

function cellClass(id: ColumnId, facts: FrameFacts): string {
  if (id === 'name' || id === 'module') return `column-${id}`;
  if (id === 'state') return `column-state state-${facts.state}`;
  const change = changeIn(id, facts);
  return change === null ? `number column-${id}` : `number column-${id} points${pointsSign(change.points)}`;
}

/** The name takes what the others leave. */
function templateOf(columns: readonly Column[]): string {
  return columns
    .map((column) => (column.id === 'name' ? `minmax(${leastOf(column)}, 1fr)` : leastOf(column)))
    .join(' ');
}

/** Smallest width, as a length of CSS: on a phone numbers stay in sight beside the names. */
function leastOf({ id, width }: Column): string {
  return id === 'name' ? `min(${width}px, 38vw)` : `${width}px`;
}

/** Function of the frame with the cursor of the graph. */
function selectedFunction(): number | null {
  const shown = scene.value;
  const at = pointed.value;
  if (shown?.kind !== 'panes' || at === null) return null;
  const pane = shown.panes.find(({ id }) => id === at.pane) ?? shown.panes[0];
  const func = pane.analysis.comparison.tree.func[at.node] ?? -1;
  return func < 0 ? null : func;
}

function sortBy(column: ColumnId): void {
  const { sort, order } = view.peek();
  // Names from A on, the surest first; of everything else the most.
  const usual = ['name', 'module', 'q', 'selfQ'].includes(column) ? 'up' : 'down';
  const isAgain = sort === column && order === usual;
  setView({ sort: column, order: isAgain ? (usual === 'up' ? 'down' : 'up') : usual });
}

/** Marks the frames of a function in the graph, or no longer. The cursor goes to the first of them. */
function mark(analysis: Analysis, func: number | undefined): void {
  if (func === undefined) return;
  const isMarked = markedFunction.peek() === func;
  setView({ mark: isMarked ? null : analysis.functionReference(func), search: '' }, 'push');
  const first = scene.peek();
  if (first?.kind === 'panes' && first.panes[0].top === 0)
    pointAt(isMarked ? null : (found.peek()?.hits[0] ?? null), first.panes[0].id);
  else pointAt(null);
}

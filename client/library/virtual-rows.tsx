import { useSignal } from '@preact/signals';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Keep in step with `--library-row` in rows.css. */
const ROW_HEIGHT = 48;
/** Rows drawn beyond the visible ones on either side. */
const SPARE = 8;

/**
 * A grid of any number of rows, of which only those in sight are elements. Arrows move, other keys are the caller's.
 * When the end comes near, more is asked for.
 */
export function VirtualRows<Row>(props: {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The list goes on behind these rows. */
  readonly hasMore: boolean;
  readonly columns: readonly string[];
  /** Cells of a row. */
  readonly children: (row: Row) => ComponentChildren;
  readonly keyOf: (row: Row) => string;
  readonly classOf: (row: Row) => string;
  readonly isSelected: (row: Row) => boolean;
  /** Gives whether the key means something. */
  readonly onKey: (key: string, row: Row) => boolean;
  readonly onNearEnd: () => void;
}) {
  const { rows, hasMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  const active = useSignal(0);
  const at = Math.min(active.value, Math.max(0, rows.length - 1));

  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = box.clientHeight;
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
    };
  }, []);

  const first = Math.max(0, Math.floor(top.value / ROW_HEIGHT) - SPARE);
  const visible = Math.ceil(height.value / ROW_HEIGHT);
  const last = Math.min(rows.length, first + visible + 2 * SPARE);
  const isNearEnd = hasMore && last + SPARE >= rows.length;
  const { onNearEnd } = props;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, rows.length]);

  const moveTo = (row: number) => {
    active.value = Math.max(0, Math.min(rows.length - 1, row));
    const box = scroller.current;
    if (box === null) return;
    const y = active.value * ROW_HEIGHT;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + ROW_HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = y + ROW_HEIGHT - box.clientHeight;
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(height.peek() / ROW_HEIGHT) - 1);
    const steps = new Map([
      ['ArrowDown', 1],
      ['ArrowUp', -1],
      ['PageDown', page],
      ['PageUp', -page],
      ['Home', -rows.length],
      ['End', rows.length],
    ]);
    const step = steps.get(event.key);
    const row = rows[at];
    if (step !== undefined) moveTo(at + step);
    else if (row === undefined || !props.onKey(event.key, row)) return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      class="library-rows"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      aria-activedescendant={rows.length === 0 ? undefined : `library-row-${at}`}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
      }}
      onKeyDown={onKeyDown}
    >
      <div class="only-for-readers" role="row" aria-rowindex={1}>
        {props.columns.map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <div class="library-body" role="rowgroup" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {rows.slice(first, last).map((row, i) => (
          <div
            key={props.keyOf(row)}
            id={`library-row-${first + i}`}
            role="row"
            class={`library-row ${props.classOf(row)}${first + i === at ? ' active' : ''}`}
            aria-rowindex={first + i + 2}
            aria-selected={props.isSelected(row)}
            style={{ top: `${(first + i) * ROW_HEIGHT}px` }}
            onPointerDown={() => {
              active.value = first + i;
            }}
          >
            {props.children(row)}
          </div>
        ))}
      </div>
    </div>
  );
}

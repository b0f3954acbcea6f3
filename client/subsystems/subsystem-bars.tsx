import { subsystemsCaution } from '../../core/words/subsystems.ts';
import { useSignal } from '@preact/signals';
import { subsystemsOf } from '../../core/diff/subsystems.ts';
import type { Subsystem } from '../../core/diff/subsystems.ts';
import { BASE, HEAD } from '../../core/tree/union.ts';
import { plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { pointsCell, shareCell } from '../model/format.ts';
import { TAG_PREFIX } from '../model/search.ts';
import { Choice } from '../parts/choice.tsx';
import { setView, view } from '../state/route.ts';

type Counting = 'innermost' | 'anywhere';

const COUNTINGS: readonly { value: Counting; text: string; hint: string }[] = [
  {
    value: 'innermost',
    text: 'Innermost',
    hint: 'the innermost frame that belongs to a subsystem: where time is spent',
  },
  { value: 'anywhere', text: 'Anywhere', hint: 'stacks with a frame of the subsystem: also what others do for it' },
];

/** Shown at once; the others are behind a button. */
const FIRST = 10;
const LEAST_SHARE = 0.0005;

/** Subsystems, good against bad. Choosing one marks its frames in the graph; a second button keeps only its stacks. */
export function SubsystemBars({ analysis }: { readonly analysis: Analysis }) {
  const counting = useSignal<Counting>('innermost');
  const isOpen = useSignal(false);
  const rows = rowsOf(analysis, counting.value);
  if (rows.length === 0) return null;
  const widest = Math.max(...rows.map(({ base, head }) => Math.max(base, head)));
  const shown = isOpen.value ? rows : rows.slice(0, FIRST);
  return (
    <section class="subsystems" aria-labelledby="subsystems-head">
      <div class="subsystems-bar">
        <h2 id="subsystems-head">Subsystems</h2>
        <Choice
          label="A stack counts for"
          name="subsystem-counting"
          options={COUNTINGS}
          value={counting.value}
          onChoose={(value) => {
            counting.value = value;
          }}
        />
      </div>
      <p class="hint">
        {counting.value === 'innermost'
          ? 'A stack counts for the innermost frame that belongs to a subsystem: where the time is spent.'
          : 'A stack counts for every subsystem that it has a frame of: what the subsystem causes.'}{' '}
        A frame can belong to several subsystems, so bars do not add up. {subsystemsCaution(analysis.comparison)}
      </p>
      <ul class="subsystem-rows">
        {shown.map((row) => (
          <Row key={row.tag ?? ''} row={row} widest={widest} />
        ))}
      </ul>
      {rows.length > FIRST && (
        <button
          type="button"
          class="link"
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {isOpen.value ? 'Show fewer' : `Show ${plural(rows.length - FIRST, 'more', 'more')}`}
        </button>
      )}
    </section>
  );
}

interface ShareRow {
  readonly tag: string | null;
  /** Shares of the side, 0..1. */
  readonly base: number;
  readonly head: number;
}

function rowsOf({ comparison }: Analysis, counting: Counting): readonly ShareRow[] {
  const [base, head] = [comparison.tree.sides[BASE]?.sum ?? 0, comparison.tree.sides[HEAD]?.sum ?? 0];
  const shareOf = (row: Subsystem): ShareRow => ({
    tag: row.tag,
    base: (counting === 'innermost' ? row.base : row.baseInclusive) / base,
    head: (counting === 'innermost' ? row.head : row.headInclusive) / head,
  });
  return subsystemsOf(comparison)
    .map(shareOf)
    .filter((row) => Math.max(row.base, row.head) >= LEAST_SHARE)
    .sort((a, b) => Number(a.tag === null) - Number(b.tag === null) || most(b) - most(a));
}

function most({ base, head }: ShareRow): number {
  return Math.max(base, head);
}

function Row({ row, widest }: { readonly row: ShareRow; readonly widest: number }) {
  const { tag, base, head } = row;
  const { search, only } = view.value;
  const text = `${TAG_PREFIX}${tag ?? ''}`;
  const isMarked = tag !== null && search === text;
  const isOnly = tag !== null && only === text;
  const points = (head - base) * 100;
  return (
    <li class={isMarked ? 'subsystem marked' : 'subsystem'}>
      {tag === null ? (
        <span class="subsystem-name hint">in no subsystem</span>
      ) : (
        <button
          type="button"
          class="link subsystem-name"
          aria-pressed={isMarked}
          title="Mark its frames in the graph"
          onClick={() => {
            setView({ search: isMarked ? '' : text, match: 'text', mark: null }, 'push');
          }}
        >
          {tag}
        </button>
      )}
      <span class="subsystem-bars" aria-hidden="true">
        <span class="bar-base" style={{ width: `${(base / widest) * 100}%` }} />
        <span class="bar-head" style={{ width: `${(head / widest) * 100}%` }} />
      </span>
      <span class="subsystem-numbers">
        <span class="side-base-ink">{shareCell(base)}</span>
        <span class="arrow">→</span>
        <span class="side-head-ink">{shareCell(head)}</span>
        <span class={points > 0 ? 'points grew' : 'points shrank'}>{pointsCell(points)}</span>
      </span>
      {tag === null ? (
        <span />
      ) : (
        <button
          type="button"
          class="quiet"
          aria-pressed={isOnly}
          aria-label={`Only stacks with ${tag}`}
          onClick={() => {
            setView({ only: isOnly ? '' : text, filters: 'text', focus: null }, 'push');
          }}
        >
          {isOnly ? 'all' : 'only'}
        </button>
      )}
    </li>
  );
}

import { plural } from '../../core/words/numbers.ts';
import { Name } from '../parts/name.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { SIDE_WORDS } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';
import {
  canCompare,
  clearPicked,
  comparePicked,
  comparingProblem,
  isComparing,
  picked,
  swapPicked,
  unpick,
} from './picked.ts';

/** What is picked for the two sides, always in sight. */
export function PickTray() {
  const { base, head } = picked.value;
  const isEmpty = base.length === 0 && head.length === 0;
  return (
    <section class="pick-tray" aria-label="Picked to compare">
      {comparingProblem.value !== null && <ProblemBox problem={comparingProblem.value} />}
      <div class="pick-sides">
        <PickedSide side="base" />
        <PickedSide side="head" />
        <div class="pick-actions">
          <button
            type="button"
            class="primary"
            disabled={!canCompare.value || isComparing.value}
            onClick={() => {
              void comparePicked();
            }}
          >
            {isComparing.value ? 'Comparing…' : 'Compare'}
          </button>
          {!isEmpty && (
            <>
              <button type="button" title="Exchange good and bad" onClick={swapPicked}>
                ⇄<span class="only-for-readers">Exchange good and bad</span>
              </button>
              <button type="button" onClick={clearPicked}>
                Clear
              </button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

function PickedSide({ side }: { readonly side: Side }) {
  const runs = picked.value[side];
  const [first, ...others] = runs;
  return (
    <div class={`picked side-${side}`}>
      <span class={`side-chip side-${side}`}>{SIDE_WORDS[side]}</span>
      {first === undefined ? (
        <span class="hint">pick one run, or several</span>
      ) : (
        <>
          <Name text={first.name} />
          {others.length > 0 && <span>and {plural(others.length, 'more run')}</span>}
          <button
            type="button"
            class="quiet"
            aria-label={`Take ${SIDE_WORDS[side]} back`}
            onClick={() => {
              unpick(new Set(runs.map(({ id }) => id)));
            }}
          >
            ✕
          </button>
        </>
      )}
    </div>
  );
}

import { useSignal } from '@preact/signals';
import type { ApiProblem } from '../api/api.ts';
import { ProblemBox } from '../parts/problem-box.tsx';
import { recompare, stored } from '../state/comparison.ts';

/** Said when the rules are no longer those of the comparison: it stays as it was, and can be made again. */
export function RulesChanged() {
  const isWorking = useSignal(false);
  const failure = useSignal<ApiProblem | null>(null);
  const known = stored.value;
  const again = async () => {
    isWorking.value = true;
    const result = await recompare({});
    isWorking.value = false;
    failure.value = result.ok ? null : result.error;
  };
  if (known === null || known.rules === known.rulesToday) return null;
  return (
    <div class="rules-changed">
      <p>
        This is the comparison as it was made; the rules for names have changed since.{' '}
        <button
          type="button"
          class="link"
          disabled={isWorking.value}
          onClick={() => {
            void again();
          }}
        >
          Compare again with today's rules
        </button>
      </p>
      {failure.value !== null && <ProblemBox problem={failure.value} />}
    </div>
  );
}

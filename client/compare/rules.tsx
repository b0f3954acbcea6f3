import { useSignal } from '@preact/signals';
import type { Comparison, NormalizationLevel } from '../../core/diff/comparison.ts';
import { visible } from '../../core/text/visible.ts';
import { plural } from '../../core/words/numbers.ts';
import type { ApiProblem } from '../api/api.ts';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { recompare } from '../state/comparison.ts';
import type { RecompareChange } from '../state/comparison.ts';

const LEVELS: readonly { value: NormalizationLevel; text: string; hint: string }[] = [
  { value: 'none', text: 'None', hint: 'names as the files spell them' },
  { value: 'syntax', text: 'Syntax', hint: 'only what symbols carry beside the name: offsets, suffixes, spellings' },
  { value: 'default', text: 'Default', hint: 'also arguments and other details that differ between builds' },
  { value: 'aggressive', text: 'Aggressive', hint: 'also template arguments and thread names' },
];

/** How names were made comparable; another level or order of the sides is another comparison with its own permalink. */
export function Rules({ comparison }: { readonly comparison: Comparison }) {
  const isWorking = useSignal(false);
  const failure = useSignal<ApiProblem | null>(null);
  const isAuditOpen = useSignal(false);
  const { level, merged, rewritten } = comparison.normalization;
  const again = async (change: RecompareChange) => {
    isWorking.value = true;
    failure.value = null;
    const result = await recompare(change);
    isWorking.value = false;
    if (!result.ok) failure.value = result.error;
  };
  return (
    <div class="rules">
      <div class="rules-row">
        <Choice
          label="Names made equal"
          name="level"
          options={LEVELS}
          value={level}
          isDisabled={isWorking.value}
          onChoose={(value) => {
            void again({ level: value });
          }}
        />
        <button
          type="button"
          disabled={isWorking.value}
          onClick={() => {
            void again({ swap: true });
          }}
        >
          ⇄ Exchange sides
        </button>
      </div>
      <p class="hint" aria-live="polite">
        {isWorking.value ? (
          'Comparing again…'
        ) : rewritten === 0 ? (
          'No name was rewritten.'
        ) : (
          <>
            {plural(rewritten, 'name')} rewritten, {plural(merged.length, 'group')} of names became one.{' '}
            {merged.length > 0 && (
              <button
                type="button"
                class="link"
                onClick={() => {
                  isAuditOpen.value = true;
                }}
              >
                Show them
              </button>
            )}
          </>
        )}
      </p>
      {failure.value !== null && <ProblemBox problem={failure.value} />}
      {isAuditOpen.value && (
        <Dialog
          title="Names that became one"
          onClose={() => {
            isAuditOpen.value = false;
          }}
        >
          <dl class="audit">
            {merged.slice(0, 200).map(({ name, from }) => (
              <div key={name}>
                <dt>{visible(name)}</dt>
                {from.slice(0, 20).map((spelling) => (
                  <dd key={spelling}>{visible(spelling)}</dd>
                ))}
                {from.length > 20 && <dd class="hint">and {plural(from.length - 20, 'more spelling')}</dd>}
              </div>
            ))}
          </dl>
          {merged.length > 200 && <p class="hint">and {plural(merged.length - 200, 'more group')}</p>}
        </Dialog>
      )}
    </div>
  );
}

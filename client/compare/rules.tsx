import { useSignal } from '@preact/signals';
import type { Comparison, NormalizationLevel } from '../../core/diff/comparison.ts';
import { plural } from '../../core/words/numbers.ts';
import type { ApiProblem } from '../api/api.ts';
import { Choice } from '../parts/choice.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { MergedNamesDialog } from '../rules/merged-names.tsx';
import { RulesDialog } from '../rules/rules-dialog.tsx';
import { recompare, source } from '../state/comparison.ts';
import type { RecompareChange } from '../state/source.ts';
import { ReportButton } from '../tickets/report-button.tsx';

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
  /** Names that shall stay apart, or none; null while the dialog is closed. */
  const rulesFor = useSignal<{ readonly apart: readonly string[] | null } | null>(null);
  const { level, merged, rewritten } = comparison.normalization;
  const canRecompare = source.value !== null && source.value.recompare !== null;
  const desk = source.value?.rules ?? null;
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
          isDisabled={isWorking.value || !canRecompare}
          onChoose={(value) => {
            void again({ level: value });
          }}
        />
        {canRecompare && (
          <button
            type="button"
            disabled={isWorking.value}
            onClick={() => {
              void again({ swap: true });
            }}
          >
            ⇄ Exchange sides
          </button>
        )}
        {desk !== null && (
          <button
            type="button"
            disabled={isWorking.value}
            onClick={() => {
              rulesFor.value = { apart: null };
            }}
          >
            Rules…
          </button>
        )}
        <ReportButton />
      </div>
      {!canRecompare && (
        <p class="hint">
          This file holds the result and not the recordings: other rules for names, or exchanged sides, need them.
        </p>
      )}
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
      {rulesFor.value !== null && desk !== null && (
        <RulesDialog
          desk={desk}
          apart={rulesFor.value.apart}
          onClose={() => {
            rulesFor.value = null;
          }}
        />
      )}
      {isAuditOpen.value && (
        <MergedNamesDialog
          comparison={comparison}
          onKeepApart={
            desk === null
              ? null
              : (apart) => {
                  isAuditOpen.value = false;
                  rulesFor.value = { apart };
                }
          }
          onClose={() => {
            isAuditOpen.value = false;
          }}
        />
      )}
    </div>
  );
}

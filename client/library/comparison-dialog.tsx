import { useSignal } from '@preact/signals';
import type { Comparison } from '../../api/generated.ts';
import type { ApiProblem } from '../api/api.ts';
import { nameComparison } from '../api/catalogue.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { deleteRows, restoreRows } from './deletion.ts';
import { replaceRow } from './list.ts';
import { NameField } from './name-field.tsx';
import { comparisonTitle } from './row-cells.tsx';

/** A comparison gets a name, or is deleted. */
export function ComparisonDialog(props: { readonly comparison: Comparison; readonly onClose: () => void }) {
  const { comparison, onClose } = props;
  const { id, deletedUntil } = comparison;
  const name = useSignal(comparison.name ?? '');
  const problem = useSignal<ApiProblem | null>(null);
  const save = async () => {
    const answer = await nameComparison(id, name.value.trim() === '' ? null : name.value.trim());
    problem.value = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    replaceRow(answer.value);
    onClose();
  };
  const title = comparisonTitle(comparison);
  if (deletedUntil !== undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p class="actions">
          <button
            type="button"
            class="primary"
            onClick={() => {
              onClose();
              void restoreRows('comparisons', [id]);
            }}
          >
            Restore
          </button>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="edit-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <NameField
          value={name.value}
          placeholder="a ticket, a release, a question"
          onChange={(value) => {
            name.value = value;
          }}
        />
        {problem.value !== null && <ProblemBox problem={problem.value} />}
        <div class="actions">
          <button type="submit" class="primary">
            Save
          </button>
          <button
            type="button"
            class="delete"
            onClick={() => {
              onClose();
              void deleteRows({ kind: 'comparisons', ids: [id], words: title });
            }}
          >
            Delete
          </button>
        </div>
      </form>
    </Dialog>
  );
}

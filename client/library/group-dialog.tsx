import { useSignal } from '@preact/signals';
import { plural } from '../../core/words/numbers.ts';
import { visible } from '../../core/text/visible.ts';
import type { ApiProblem } from '../api/api.ts';
import { editProfile } from '../api/catalogue.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { deleteRows } from './deletion.ts';
import { isRunLabel, sharedLabels, titleOf } from './groups.ts';
import { LabelFields, filledLabels } from './label-fields.tsx';
import type { LabelField } from './label-fields.tsx';
import { loadLabels, reload } from './list.ts';
import { runsOfGroup } from './picked.ts';

/** All runs of a group get other labels, each keeping its own number, or are deleted together. */
export function GroupDialog({ group, onClose }: { readonly group: string; readonly onClose: () => void }) {
  const shared = sharedLabels(group);
  const labels = useSignal<readonly LabelField[]>(shared.map(([name, value]) => ({ name, value })));
  const problem = useSignal<ApiProblem | null>(null);
  const isWorking = useSignal(false);
  const title = titleOf(shared);

  const save = async () => {
    isWorking.value = true;
    problem.value = await labelled(group, filledLabels(labels.value));
    isWorking.value = false;
    void loadLabels();
    await reload();
    if (problem.value === null) onClose();
  };
  const remove = async () => {
    isWorking.value = true;
    const runs = await runsOfGroup(group);
    isWorking.value = false;
    if (!runs.ok) {
      problem.value = runs.error;
      return;
    }
    onClose();
    await deleteRows({
      kind: 'profiles',
      ids: runs.value.map(({ id }) => id),
      words: `${plural(runs.value.length, 'run')} of ${visible(title)}`,
    });
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="edit-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>What is changed here is changed for all runs; each keeps its name and the number of its run.</p>
        <LabelFields
          fields={labels.value}
          onChange={(fields) => {
            labels.value = fields;
          }}
        />
        {problem.value !== null && <ProblemBox problem={problem.value} />}
        <div class="actions">
          <button type="submit" class="primary" disabled={isWorking.value}>
            Save
          </button>
          <button type="button" class="delete" disabled={isWorking.value} onClick={() => void remove()}>
            Delete all runs
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The first problem ends it; runs that were labelled before that stay so. */
async function labelled(group: string, labels: ReadonlyMap<string, string>): Promise<ApiProblem | null> {
  const runs = await runsOfGroup(group);
  if (!runs.ok) return runs.error;
  for (const run of runs.value) {
    const own = Object.entries(run.labels).filter(([name]) => isRunLabel(name));
    const answer = await editProfile(run.id, { labels: Object.fromEntries([...labels, ...own]) });
    if (!answer.ok) return answer.error;
  }
  return null;
}

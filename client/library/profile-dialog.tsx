import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { grouped, plural, sizeInWords } from '../../core/words/numbers.ts';
import { visible } from '../../core/text/visible.ts';
import type { Comparison, Profile } from '../../api/generated.ts';
import type { ApiProblem } from '../api/api.ts';
import { API } from '../api/api.ts';
import { comparisonsPage, editProfile } from '../api/catalogue.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { comparisonPath } from '../state/route.ts';
import { deleteRows, restoreRows } from './deletion.ts';
import { LabelFields, filledLabels } from './label-fields.tsx';
import type { LabelField } from './label-fields.tsx';
import { loadLabels, replaceRow } from './list.ts';
import { NameField } from './name-field.tsx';
import { comparisonTitle, timeInWords } from './row-cells.tsx';

/** What is known of a profile; its name and labels can be changed, and it can be deleted. */
export function ProfileDialog({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const { id, facts, bytes, createdAt, metrics, deletedUntil } = profile;
  const name = useSignal(profile.fileName ?? '');
  const labels = useSignal<readonly LabelField[]>(
    Object.entries(profile.labels).map(([label, value]) => ({ name: label, value })),
  );
  const problem = useSignal<ApiProblem | null>(null);
  const isSaving = useSignal(false);
  const save = async () => {
    isSaving.value = true;
    const answer = await editProfile(id, {
      ...(name.value === (profile.fileName ?? '') ? {} : { fileName: name.value }),
      labels: Object.fromEntries(filledLabels(labels.value)),
    });
    isSaving.value = false;
    problem.value = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    replaceRow(answer.value);
    void loadLabels();
    onClose();
  };
  return (
    <Dialog title={profile.fileName ?? 'Profile without a name'} onClose={onClose}>
      <form
        class="edit-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <dl class="facts">
          <dt>Format</dt>
          <dd>
            {facts.format} <span class="hint">{visible(facts.because)}</span>
          </dd>
          <dt>Stored</dt>
          <dd>
            {timeInWords(createdAt)}, {sizeInWords(bytes)}
          </dd>
          <dt>Stacks</dt>
          <dd>{grouped(facts.stacks)}</dd>
          {metrics.length > 0 && (
            <>
              <dt>Metrics</dt>
              <dd>{metrics.map(({ fileName, format }) => visible(fileName ?? format)).join(', ')}</dd>
            </>
          )}
          {facts.problems.length > 0 && (
            <>
              <dt>Notes</dt>
              <dd>{plural(facts.problems.length, 'note')} about the file, told with every comparison of it</dd>
            </>
          )}
          <dt>Used in</dt>
          <dd>
            <Uses profile={id} />
          </dd>
        </dl>
        {deletedUntil === undefined && (
          <>
            <NameField
              value={name.value}
              isRequired
              onChange={(value) => {
                name.value = value;
              }}
            />
            <LabelFields
              fields={labels.value}
              onChange={(fields) => {
                labels.value = fields;
              }}
            />
          </>
        )}
        {problem.value !== null && <ProblemBox problem={problem.value} />}
        <div class="actions">
          {deletedUntil === undefined ? (
            <>
              <button type="submit" class="primary" disabled={isSaving.value}>
                Save
              </button>
              <a href={`${API}/profiles/${id}/raw`} download>
                Download the file
              </a>
              <button
                type="button"
                class="delete"
                onClick={() => {
                  onClose();
                  void deleteRows({ kind: 'profiles', ids: [id], words: profile.fileName ?? 'a profile' });
                }}
              >
                Delete
              </button>
            </>
          ) : (
            <button
              type="button"
              class="primary"
              onClick={() => {
                onClose();
                void restoreRows('profiles', [id]);
              }}
            >
              Restore
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Comparisons of the profile: they keep working when it is deleted. */
function Uses({ profile }: { readonly profile: string }) {
  const uses = useSignal<readonly Comparison[] | null>(null);
  const hasMore = useSignal(false);
  const problem = useSignal<ApiProblem | null>(null);
  const look = async () => {
    const page = await comparisonsPage(new URLSearchParams({ profile }), null);
    problem.value = page.ok ? null : page.error;
    if (!page.ok) return;
    uses.value = page.value.rows;
    hasMore.value = page.value.next !== null;
  };
  useEffect(() => {
    void look();
  }, [profile]);
  if (problem.value !== null) return <span class="hint">not known: {visible(problem.value.detail)}</span>;
  if (uses.value === null) return <span class="hint">looking…</span>;
  if (uses.value.length === 0) return <span>no comparison</span>;
  return (
    <ul class="uses">
      {uses.value.map((comparison) => (
        <li key={comparison.id}>
          <a href={comparisonPath(comparison.id)}>{visible(comparisonTitle(comparison))}</a>
        </li>
      ))}
      {hasMore.value && <li class="hint">and more; the list of comparisons has all</li>}
    </ul>
  );
}

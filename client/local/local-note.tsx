import { useSignal } from '@preact/signals';
import { sizeInWords } from '../../core/words/numbers.ts';
import type { ApiProblem, UploadProgress } from '../api/api.ts';
import { ProblemBox } from '../parts/problem-box.tsx';
import { source } from '../state/comparison.ts';
import { navigate } from '../state/route.ts';

/** Of a comparison made in this browser: that nothing was sent, and the way to store it after all. */
export function LocalNote() {
  const progress = useSignal<UploadProgress | null>(null);
  const failure = useSignal<ApiProblem | null>(null);
  const stop = useSignal<(() => void) | null>(null);
  const store = source.value?.store ?? null;
  if (store === null) return null;
  const storeIt = async () => {
    failure.value = null;
    progress.value = { stage: 'sending', sent: 0, total: 0 };
    const upload = store((now) => {
      progress.value = now;
    });
    stop.value = upload.cancel;
    const answer = await upload.result;
    stop.value = null;
    progress.value = null;
    if (answer.ok) navigate(answer.value);
    else if (answer.error.code !== 'cancelled') failure.value = answer.error;
  };
  return (
    <div class="local-note">
      <p>
        <span>Compared in this browser: nothing was sent. It is gone when this tab is closed or loaded again.</span>
        {progress.value === null ? (
          <button type="button" onClick={() => void storeIt()}>
            Store it on the server
          </button>
        ) : (
          <>
            <span role="status">{wordsOf(progress.value)}</span>
            <button type="button" onClick={() => stop.value?.()}>
              Cancel
            </button>
          </>
        )}
      </p>
      {failure.value !== null && <ProblemBox problem={failure.value} />}
    </div>
  );
}

function wordsOf(progress: UploadProgress): string {
  if (progress.stage === 'comparing') return 'The server reads and compares…';
  if (progress.total === 0) return 'Sending…';
  return `Sending ${sizeInWords(progress.sent)} of ${sizeInWords(progress.total)}`;
}

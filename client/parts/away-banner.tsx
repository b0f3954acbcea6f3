import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { loading, reload } from '../state/comparison.ts';
import { askServer, isServerAway } from '../state/server-away.ts';

/** Says that the server does not answer, for as long as that is so; what failed is asked for again when it does. */
export function AwayBanner() {
  const isAsking = useSignal(false);
  const isAway = isServerAway.value;
  useEffect(() => {
    const failed = loading.peek();
    if (!isAway && failed.stage === 'failed' && failed.problem.code === 'unreachable') reload();
  }, [isAway]);
  if (!isAway) return null;
  const retry = async () => {
    isAsking.value = true;
    await askServer();
    isAsking.value = false;
  };
  return (
    <div class="away-banner" role="alert">
      <span>The server does not answer. What is on the page stays; looking for it again every few seconds.</span>
      <button type="button" disabled={isAsking.value} onClick={() => void retry()}>
        Try again
      </button>
    </div>
  );
}

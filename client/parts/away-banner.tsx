import { useSignal } from '@preact/signals';
import { loading, reload } from '../state/comparison.ts';
import { askServer, isServerAway } from '../state/server-away.ts';

/** Says that the server does not answer, for as long as that is so; what failed is asked for again when it does. */
export function AwayBanner() {
  const isAsking = useSignal(false);
  const isAway = isServerAway.value;
  if (!isAway) return null;
  const retry = async () => {
    isAsking.value = true;
    const isBack = await askServer();
    isAsking.value = false;
    if (isBack && loading.peek().stage === 'failed') reload();
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

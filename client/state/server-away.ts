/** Whether the server answers: known from what was asked of it, and asked again while it does not. */
import { effect, signal } from '@preact/signals';

/** Milliseconds between two questions. */
const PAUSE = 3000;

export const isServerAway = signal(false);

/** Asks once; true when it is back. */
export async function askServer(): Promise<boolean> {
  try {
    const { ok } = await fetch('/api/v1/healthz', { cache: 'no-store' });
    if (ok) isServerAway.value = false;
    return ok;
  } catch {
    return false;
  }
}

effect(() => {
  if (!isServerAway.value) return undefined;
  const timer = window.setInterval(() => void askServer(), PAUSE);
  return () => {
    window.clearInterval(timer);
  };
});

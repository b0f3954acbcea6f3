/** Who is looking at the page, where the server wants to know. */
import { signal } from '@preact/signals';
import type { Result } from '../../core/result.ts';
import { API, askFor } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';
import { isSignInNeeded } from '../state/sign-in-needed.ts';
import type { SessionAnswer } from '../../server/auth/contract.ts';

const SESSION = `${API}/session`;

/** Null until known, and where nobody has to sign in. */
export const session = signal<SessionAnswer | null>(null);

function isSession(answer: unknown): answer is SessionAnswer {
  return typeof answer === 'object' && answer !== null && 'auth' in answer;
}

/** Asks the server who is signed in, for the button to sign out. */
export async function readSession(): Promise<void> {
  const answer = await askFor(SESSION, undefined, isSession);
  if (answer.ok) session.value = answer.value;
}

/** When it worked the page has to be loaded again, since what it asked for before was refused. */
export function signIn(token: string): Promise<Result<SessionAnswer, ApiProblem>> {
  return askFor(
    SESSION,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) },
    isSession,
  );
}

export async function signOut(): Promise<void> {
  await fetch(SESSION, { method: 'DELETE' });
  session.value = null;
  isSignInNeeded.value = true;
}

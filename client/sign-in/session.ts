/** Who is looking at the page, where the server wants to know. */
import { signal } from '@preact/signals';
import type { Result } from '../../core/result.ts';
import type { AnswerOf } from '../../api/client.ts';
import { call } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';
import { isSignInNeeded } from '../state/sign-in-needed.ts';

type Session = AnswerOf<'readSession'>['value'];

/** Null until known, and where nobody has to sign in. */
export const session = signal<Session | null>(null);

/** Asks the server who is signed in, for the button to sign out. */
export async function readSession(): Promise<void> {
  const answer = await call('readSession', {});
  if (answer.ok) session.value = answer.value;
}

/** When it worked the page has to be loaded again, since what it asked for before was refused. */
export function signIn(token: string): Promise<Result<Session, ApiProblem>> {
  return call('signIn', { body: { json: { token } } });
}

export async function signOut(): Promise<void> {
  await call('signOut', {});
  session.value = null;
  isSignInNeeded.value = true;
}

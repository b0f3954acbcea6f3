import { useEffect } from 'preact/hooks';
import { visible } from '../../core/text/visible.ts';
import './sign-in.css';
import { readSession, session, signOut } from './session.ts';

/** Whose session this is, and the way out of it; nothing where nobody has to sign in. */
export function SignedIn() {
  useEffect(() => {
    void readSession();
  }, []);
  const who = session.value;
  if (who === null || who.auth !== 'session') return null;
  return (
    <span class="signed-in">
      {visible(who.name ?? '')}{' '}
      <button
        type="button"
        onClick={() => {
          void signOut();
        }}
      >
        Sign out
      </button>
    </span>
  );
}

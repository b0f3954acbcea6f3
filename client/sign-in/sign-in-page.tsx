import { useState } from 'preact/hooks';
import type { ApiProblem } from '../api/api.ts';
import { ProblemBox } from '../parts/problem-box.tsx';
import { signIn } from './session.ts';
import './sign-in.css';

/** Asks for a token once; the browser then holds a cookie that no script can read. */
export function SignInPage() {
  const [token, setToken] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function submit(): Promise<void> {
    setBusy(true);
    const answer = await signIn(token);
    setBusy(false);
    if (!answer.ok) setProblem(answer.error);
    else if (location.pathname === '/sign-in') location.assign('/');
    else location.reload();
  }

  return (
    <section class="start sign-in">
      <h1>Sign in</h1>
      <p class="lead">
        A server that the network can reach asks for a token. Whoever runs it makes one with{' '}
        <code>firebreak token create</code>.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label for="token">Token</label>
        <input
          id="token"
          type="password"
          autocomplete="current-password"
          spellcheck={false}
          required
          placeholder="fb_…"
          value={token}
          onInput={(event) => {
            setToken(event.currentTarget.value);
          }}
        />
        <button type="submit" class="primary" disabled={isBusy || token.trim() === ''}>
          Sign in
        </button>
      </form>
      {problem !== null && <ProblemBox problem={problem} />}
    </section>
  );
}

import { describe, expect, it } from 'vitest';
import { ATTEMPTS, retrying } from './retry.ts';

type Step = number | Error | Response;

/** Plays the steps one after the other; gives what was waited and said. */
function play(steps: readonly Step[]) {
  const [waits, said]: [number[], string[]] = [[], []];
  let at = 0;
  const fetch = retrying({
    fetch: async () => {
      const step = steps[at++];
      if (step === undefined) throw new Error('one attempt too many');
      if (step instanceof Error) throw step;
      return typeof step === 'number' ? new Response('x', { status: step }) : step;
    },
    wait: async (pause) => void waits.push(pause),
    random: () => 0.5,
    say: (line) => void said.push(line),
  });
  return { fetch, waits, said, attempts: () => at };
}

const refused = () => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });

describe('retries', () => {
  it('back off, doubling, with a random part, until it works', async () => {
    const { fetch, waits, said } = play([refused(), 503, 502, 201]);
    expect((await fetch('http://x')).status).toBe(201);
    expect(waits).toEqual([250, 500, 1000]);
    expect(said[0]).toBe('note: the server cannot be reached (ECONNREFUSED); attempt 2 of 5 in 0.3 s');
  });

  it('end with the last answer, or the last failure', async () => {
    const answers = play(Array.from({ length: ATTEMPTS }, () => 500));
    expect((await answers.fetch('http://x')).status).toBe(500);
    const failures = play(Array.from({ length: ATTEMPTS }, refused));
    await expect(failures.fetch('http://x')).rejects.toThrow('fetch failed');
    expect([answers.attempts(), failures.attempts()]).toEqual([ATTEMPTS, ATTEMPTS]);
  });

  it('wait as long as the server wants', async () => {
    const busy = (headers: Record<string, string>) => new Response('', { status: 429, headers });
    const date = 'Tue, 01 Dec 2026 00:00:00 GMT';
    const { fetch, waits } = play([
      busy({ 'retry-after': '7' }),
      busy({ 'retry-after': 'Tue, 01 Dec 2026 00:00:09 GMT', date }),
      busy({ 'retry-after': '99999' }),
      busy({ 'retry-after': 'soon' }),
      200,
    ]);
    await fetch('http://x');
    expect(waits).toEqual([7_000, 9_000, 30_000, 2_000]);
  });

  it('are not for what is final', async () => {
    for (const status of [200, 301, 400, 401, 403, 404, 413, 422]) {
      const { fetch, attempts } = play([status]);
      expect([(await fetch('http://x')).status, attempts()]).toEqual([status, 1]);
    }
  });
});

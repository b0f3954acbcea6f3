import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tokens } from '../auth/tokens.ts';
import { jobAnswer } from '../api/jobs.ts';
import type { JobAnswer } from '../api/jobs.ts';
import { comparisonAnswer, uploadAnswer } from '../contract.ts';
import { eventually, formOf, problemIn, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';
import { Jobs } from '../work/jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await server.close();
});

async function upload(text: string, query = ''): Promise<string> {
  const response = await fetch(`${server.api}/profiles${query}`, { method: 'POST', body: text });
  return uploadAnswer.parse(await response.json()).profiles[0]?.id ?? '';
}

function compare(body: object, prefer?: string): Promise<Response> {
  return fetch(`${server.api}/comparisons`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(prefer === undefined ? {} : { prefer }) },
    body: JSON.stringify(body),
  });
}

async function ended(location: string | null): Promise<JobAnswer> {
  let job: JobAnswer | null = null;
  await eventually(async () => {
    job = jobAnswer.parse(await (await fetch(server.url + (location ?? ''))).json());
    return job.endedAt !== null;
  });
  if (job === null) throw new Error('no job');
  return job;
}

describe('a comparison that is not waited for', () => {
  test('of stored profiles: 202 with a job that leads to the comparison', async () => {
    const [base, head] = [await upload('main;a 10\n'), await upload('main;a 20\n')];
    const response = await compare({ base: [base], head: [head] }, 'respond-async');
    expect(response.status).toBe(202);
    expect(response.headers.get('preference-applied')).toBe('respond-async');
    const job = await ended(response.headers.get('location'));
    expect(job).toMatchObject({ state: 'done', problem: null, page: `/c/${job.comparison}` });
    expect((await fetch(`${server.api}/comparisons/${job.comparison}`)).status).toBe(200);
  });

  test('of files: they are there until it is done, and gone then', async () => {
    const body = formOf(
      { name: 'base', text: 'main;async 1\n', fileName: 'a' },
      { name: 'head', text: 'main;async 2\n', fileName: 'b' },
    );
    const headers = { prefer: 'respond-async' };
    const response = await fetch(`${server.api}/comparisons`, { method: 'POST', headers, body });
    expect(response.status).toBe(202);
    expect((await ended(response.headers.get('location'))).state).toBe('done');
    await eventually(async () => (await server.temporaryFiles()).length === 0);
  });

  test('waited for long enough it is the comparison itself', async () => {
    const [base, head] = [await upload('main;b 10\n'), await upload('main;b 20\n')];
    const response = await compare({ base: [base], head: [head] }, 'respond-async, wait=60');
    expect(response.status).toBe(201);
    expect(response.headers.get('preference-applied')).toBe('wait=60');
    expect(comparisonAnswer.parse(await response.json()).created).toBe(true);
  });

  test('what fails says why', async () => {
    const [base, head] = [await upload('main;c 10\n'), await upload('main;c 0.5\n')];
    const response = await compare({ base: [base], head: [head], valueType: 'no such' }, 'respond-async');
    const job = await ended(response.headers.get('location'));
    expect(job).toMatchObject({ state: 'failed', comparison: null, problem: { status: 422 } });
  });

  test('what is wrong with the request is said at once', async () => {
    const response = await compare({ base: ['0'.repeat(32)], head: [] }, 'respond-async');
    expect(response.status).toBe(400);
  });

  test('a job that a stopped server left has failed', async () => {
    const { jobs } = server.ports;
    const id = 'f'.repeat(32);
    const left = {
      id,
      state: 'queued',
      tokenId: null,
      comparison: null,
      problem: null,
      createdAt: 1,
      endedAt: null,
    } as const;
    await jobs.add(left);
    expect(await new Jobs(server.ports).endLost()).toBe(1);
    const job = jobAnswer.parse(await (await fetch(`${server.api}/jobs/${id}`)).json());
    expect(job).toMatchObject({ state: 'failed', problem: { code: 'job-interrupted' } });
    expect(await new Jobs(server.ports).endLost()).toBe(0);
  });

  test('no such job', async () => {
    for (const path of [`/jobs/${'0'.repeat(32)}`, `/jobs/${'0'.repeat(32)}/events`]) {
      expect((await problemIn(await fetch(server.api + path))).code).toBe('not-found');
    }
  });
});

test('events tell every change, and end with the job', async () => {
  const [base, head] = [await upload('main;d 10\n'), await upload('main;d 20\n')];
  const response = await compare({ base: [base], head: [head] }, 'respond-async');
  const events = await fetch(`${server.url}${response.headers.get('location')}/events`);
  expect(events.headers.get('content-type')).toContain('text/event-stream');
  const text = await events.text();
  const jobs = [...text.matchAll(/^event: job\ndata: (.*)\n$/gm)].map(([, data]) =>
    jobAnswer.parse(JSON.parse(data ?? '')),
  );
  expect(jobs.at(-1)).toMatchObject({ state: 'done' });
  expect(text.endsWith('\n\n')).toBe(true);
});

describe('selectors', () => {
  test('the newest profile of a branch, with the others of its commit', async () => {
    const of = (commit: string) => `?label.branch=main&label.commit=${commit}&label.suite=x`;
    await upload('main;old 1\n', of('c1'));
    const runs = [await upload('main;new 1\n', of('c2')), await upload('main;new 2\n', of('c2'))];
    const head = await upload('main;head 1\n');
    const response = await compare({ base: { branch: 'main', labels: { suite: 'x' } }, head: [head] });
    expect(response.status).toBe(201);
    const { base } = comparisonAnswer.parse(await response.json());
    expect(base.map(({ id }) => id).toSorted()).toEqual(runs.toSorted());
  });

  test('nothing found, nothing named', async () => {
    const none = await compare({ base: { branch: 'nowhere' }, head: { branch: 'main' } });
    expect(none.status).toBe(422);
    expect((await problemIn(none)).detail).toContain('branch=nowhere');
    expect((await compare({ base: {}, head: { branch: 'main' } })).status).toBe(400);
  });
});

test('force compares what is refused otherwise, as another comparison', async () => {
  const trace = (unit: string, value: number) =>
    JSON.stringify({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: [{ name: 'main' }] },
      profiles: [
        { type: 'sampled', name: 'x', unit, startValue: 0, endValue: value, samples: [[0]], weights: [value] },
      ],
    });
  const [base, head] = [await upload(trace('milliseconds', 5)), await upload(trace('bytes', 7))];
  expect((await compare({ base: [base], head: [head] })).status).toBe(422);
  const forced = await compare({ base: [base], head: [head], force: true });
  expect(forced.status).toBe(201);
  expect(comparisonAnswer.parse(await forced.json()).force).toBe(true);
});

test('a token of one project sees its own comparisons and jobs alone', async () => {
  const open = await startTestServer({ exposure: 'network' });
  try {
    const tokens = new Tokens(open.ports);
    const headersOf = async (project: string | null) => {
      const scopes = ['read', 'upload'] as const;
      const { token } = await tokens.create({ name: 't', scopes, project, expiresInDays: 1 });
      return { authorization: `Bearer ${token}` };
    };
    const [one, other, all] = [await headersOf('one'), await headersOf('other'), await headersOf(null)];
    const send = async (text: string, headers: Record<string, string>) => {
      const response = await fetch(`${open.api}/profiles`, { method: 'POST', headers, body: text });
      return uploadAnswer.parse(await response.json()).profiles[0]?.id ?? '';
    };
    const [base, head] = [await send('main;p 1\n', one), await send('main;p 2\n', one)];
    const ask = (headers: Record<string, string>) =>
      fetch(`${open.api}/comparisons`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', prefer: 'wait=60' },
        body: JSON.stringify({ base: [base], head: [head] }),
      });
    expect((await ask(other)).status).toBe(404);
    const made = comparisonAnswer.parse(await (await ask(one)).json());
    const see = (path: string, headers: Record<string, string>) => fetch(open.api + path, { headers });
    for (const path of [
      `/comparisons/${made.id}`,
      `/comparisons/${made.id}/report.svg`,
      `/profiles/${base}`,
      `/profiles/${base}/raw`,
    ]) {
      expect([path, (await see(path, one)).status]).toEqual([path, 200]);
      expect([path, (await see(path, all)).status]).toEqual([path, 200]);
      expect([path, (await see(path, other)).status]).toEqual([path, 404]);
    }
  } finally {
    await open.close();
  }
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tokens } from '../auth/tokens.ts';
import {
  baselineAnswer,
  branchList,
  projectList,
  settingsAnswer,
  trendAnswer,
  verdictAnswer,
  verdictList,
} from '../baselines/contract.ts';
import type { VerdictAnswer } from '../baselines/contract.ts';
import { deleteExpired } from '../baselines/retention.ts';
import { uploadAnswer } from '../contract.ts';
import { formOf, problemIn, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

const SYSBENCH = readFileSync('fixtures/valid/metrics-sysbench.txt', 'utf8');
const GOOD = 'main;parse 3000\nmain;render 3000\nmain;store 4000\n';
const BAD = 'main;parse 3000\nmain;render 9000\nmain;store 4000\n';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await server.close();
});

interface Upload {
  readonly text: string;
  readonly labels: Record<string, string>;
  readonly fields?: Record<string, string>;
}

async function upload({ text, labels, fields = {} }: Upload, headers: Record<string, string> = {}): Promise<string> {
  const body = formOf(
    { name: 'profile', text, fileName: 'run.folded' },
    ...Object.entries(labels).map(([name, value]) => ({ name: `label.${name}`, text: value })),
    ...Object.entries(fields).map(([name, value]) => ({ name, text: value })),
  );
  const response = await fetch(`${server.api}/profiles`, { method: 'POST', headers, body });
  return uploadAnswer.parse(await response.json()).profiles[0]?.id ?? '';
}

/** Three runs of a commit, each with the label `run`. */
async function runs(
  text: string,
  labels: Record<string, string>,
  fields: Record<string, string> = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (const run of ['1', '2', '3']) ids.push(await upload({ text, labels: { ...labels, run }, fields }));
  return ids;
}

function judge(body: object, api = server.api, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${api}/verdicts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function verdictOn(head: readonly string[], rest: object = {}): Promise<VerdictAnswer> {
  const response = await judge({ head: { profiles: head }, ...rest });
  expect([200, 201]).toContain(response.status);
  return verdictAnswer.parse(await response.json());
}

describe('a pull request', () => {
  const project = 'pull';
  let head: string[];
  beforeAll(async () => {
    await runs(GOOD, { project, branch: 'main', commit: 'm1' });
    await runs(BAD, { project, branch: 'topic', commit: 't1' });
    head = await runs(BAD, { project, branch: 'topic', commit: 't2' }, { forkPoint: 'm2', ancestors: 'm2 m1\nm0' });
  });

  test('is judged against the nearest commit behind its fork point, which came with the upload', async () => {
    const response = await judge({ head: { profiles: head } });
    expect(response.status).toBe(201);
    const verdict = verdictAnswer.parse(await response.json());
    expect(response.headers.get('location')).toBe(`/api/v1/verdicts/${verdict.id}`);
    expect(verdict).toMatchObject({
      created: true,
      project,
      verdict: 'regression',
      neutralBecause: null,
      head: { commit: 't2', branch: 'topic', benchmark: {} },
      baseline: { rule: 'ancestor', commit: 'm1', distance: 1 },
      configFrom: 'default',
      gate: { outcome: 'regression' },
    });
    expect(verdict.sentence).toContain('render');
    expect(verdict.baseline.because).toContain('passed over: 1 commit without profiles');
    expect(verdict.page).toBe(`/c/${verdict.comparison}`);
    expect((await fetch(`${server.api}/comparisons/${verdict.comparison}?result=none`)).status).toBe(200);
    const again = await judge({ head: { profiles: head } });
    expect(again.status).toBe(200);
    expect(verdictAnswer.parse(await again.json())).toEqual({ ...verdict, created: false });
  });

  test('gives the same verdict for a fork point in the request, and another for other settings', async () => {
    const base = { forkPoint: 'm2', ancestors: ['m1'] };
    expect((await verdictOn(head, { base })).id).toBe((await verdictOn(head)).id);
    const lenient = 'gate:\n  minAbs: 90\n';
    expect(await verdictOn(head, { config: lenient })).toMatchObject({ verdict: 'pass', configFrom: 'request' });
    const wrong = await judge({ head: { profiles: head }, config: 'gate:\n  minAbs: -1\n' });
    expect(wrong.status).toBe(422);
    expect(await problemIn(wrong)).toMatchObject({ code: 'config-invalid', position: { line: 2 } });
  });

  test('is neutral, never red, without a baseline', async () => {
    for (const base of [{ branch: 'nobodys' }, { forkPoint: 'unknown' }, { profiles: [] }]) {
      const verdict = await verdictOn(head, { base });
      expect(verdict).toMatchObject({
        verdict: 'neutral',
        neutralBecause: 'no-baseline',
        comparison: null,
        page: null,
      });
      expect(verdict.baseline).toMatchObject({ rule: 'none', commit: null, profiles: [] });
      expect(verdict.sentence).toContain('NEUTRAL: nothing was judged:');
      expect(verdict.gate).toMatchObject({ outcome: 'no-baseline' });
    }
  });

  test.each(['md', 'txt', 'json', 'junit.xml', 'sarif.json', 'codequality.json'])(
    'as %s, a download',
    async (format) => {
      const { id } = await verdictOn(head);
      const response = await fetch(`${server.api}/verdicts/${id}/report.${format}`);
      expect(response.status).toBe(200);
      const name = `firebreak-verdict-${id.slice(0, 8)}.${format}`;
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename=${name}`);
      expect(await response.text()).toContain('render');
    },
  );

  test('is found in the list, by project, branch, commit and verdict', async () => {
    const { id } = await verdictOn(head);
    const list = async (query: string) => {
      const response = await fetch(`${server.api}/verdicts?${query}`);
      return verdictList.parse(await response.json()).verdicts;
    };
    const found = await list(`project=${project}&branch=topic&commit=t2&verdict=regression`);
    expect(found.map((verdict) => verdict.id)).toContain(id);
    expect(found.every((verdict) => verdict.gate === undefined)).toBe(true);
    expect(await list('project=nobodys')).toEqual([]);
    expect((await fetch(`${server.api}/verdicts/${'0'.repeat(32)}`)).status).toBe(404);
  });
});

describe('the sides', () => {
  test('of different machines are neutral, unless forced; the same machine goes before', async () => {
    const project = 'machines';
    await runs(GOOD, { project, branch: 'main', commit: 'm1', host: 'a' });
    const head = await runs(BAD, { project, branch: 'topic', commit: 't', host: 'b' });
    const base = { branch: 'main' };
    const verdict = await verdictOn(head, { base });
    expect(verdict).toMatchObject({ verdict: 'neutral', neutralBecause: 'environments-differ' });
    expect(verdict.sentence).toContain('host a against b');
    expect(verdict.comparison).not.toBeNull();
    expect(await verdictOn(head, { base, force: true })).toMatchObject({ verdict: 'regression', force: true });
    await runs(GOOD, { project, branch: 'main', commit: 'm0', host: 'b' });
    expect(await verdictOn(head, { base })).toMatchObject({ verdict: 'regression', baseline: { commit: 'm0' } });
  });

  test('of different units are neutral', async () => {
    const trace = (unit: string) =>
      JSON.stringify({
        $schema: 'https://www.speedscope.app/file-format-schema.json',
        shared: { frames: [{ name: 'f' }] },
        profiles: [{ type: 'sampled', name: 'x', unit, startValue: 0, endValue: 5, samples: [[0]], weights: [5] }],
      });
    const base = await upload({ text: trace('milliseconds'), labels: { project: 'units' } });
    const head = await upload({ text: trace('bytes'), labels: { project: 'units' } });
    const verdict = await verdictOn([head], { base: { profiles: [base] } });
    expect(verdict).toMatchObject({ verdict: 'neutral', neutralBecause: 'recordings-differ', gate: null, page: null });
  });

  test('must be of one commit and benchmark, and stored', async () => {
    const one = await upload({ text: GOOD, labels: { project: 'mixed', commit: 'a' } });
    const other = await upload({ text: GOOD, labels: { project: 'mixed', commit: 'b' } });
    expect(await problemIn(await judge({ head: { profiles: [one, other] } }))).toMatchObject({ code: 'heads-differ' });
    const gone = await judge({ head: { profiles: ['0'.repeat(32)] } });
    expect(await problemIn(gone)).toMatchObject({ status: 422, code: 'profile-unknown' });
    await fetch(`${server.api}/profiles/${other}`, { method: 'DELETE' });
    expect(await problemIn(await judge({ head: { profiles: [other] } }))).toMatchObject({ code: 'profile-unknown' });
  });

  test('on the default branch head is judged against what was stored before it', async () => {
    const project = 'nightly';
    await runs(GOOD, { project, branch: 'main', commit: 'n1' });
    const second = await runs(GOOD, { project, branch: 'main', commit: 'n2' });
    await runs(BAD, { project, branch: 'main', commit: 'n3' });
    expect(await verdictOn(second)).toMatchObject({ verdict: 'pass', baseline: { rule: 'branch-head', commit: 'n1' } });
  });
});

describe('projects', () => {
  test('with branches, settings and what a verdict would be judged against', async () => {
    const project = 'settled/with a slash';
    const url = `${server.api}/projects/${encodeURIComponent(project)}`;
    await runs(GOOD, { project, branch: 'trunk', commit: 'k1', benchmark: 'oltp' });
    const [head = ''] = await runs(BAD, { project, branch: 'topic', commit: 'k2', benchmark: 'oltp' });
    const list = projectList.parse(await (await fetch(`${server.api}/projects`)).json());
    expect(list.projects.find(({ name }) => name === project)).toMatchObject({ profiles: 6, branches: 2 });
    const { branches } = branchList.parse(await (await fetch(`${url}/branches`)).json());
    expect(branches.map(({ name, head: newest }) => [name, newest])).toEqual([
      ['topic', 'k2'],
      ['trunk', 'k1'],
    ]);
    const put = (body: object) =>
      fetch(`${url}/settings`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await put({ config: 'gate: {nonsense: 1}' })).status).toBe(422);
    const stored = await put({ defaultBranch: 'trunk', config: 'gate:\n  minAbs: 90\n' });
    expect(settingsAnswer.parse(await stored.json())).toMatchObject({ project, retentionDays: null });
    expect(settingsAnswer.parse(await (await fetch(`${url}/settings`)).json()).defaultBranch).toBe('trunk');
    const explained = baselineAnswer.parse(await (await fetch(`${url}/baseline?head=${head}`)).json());
    expect(explained).toMatchObject({
      head: { commit: 'k2', branch: 'topic', benchmark: { benchmark: 'oltp' } },
      baseline: { rule: 'branch-head', commit: 'k1' },
    });
    expect(await verdictOn([head])).toMatchObject({ configFrom: 'project', baseline: { commit: 'k1' } });
    expect((await fetch(`${url}/baseline?head=${head}&branch=a&forkPoint=b`)).status).toBe(400);
  });

  test('keep things for as many days as they say', async () => {
    const project = 'forgetful';
    const old = await upload({ text: GOOD, labels: { project, branch: 'main', commit: 'o' } });
    const head = await upload({ text: BAD, labels: { project, branch: 'topic', commit: 'p' } });
    const { id, comparison } = await verdictOn([head], { base: { branch: 'main' } });
    await fetch(`${server.api}/projects/${project}/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"retentionDays":2}',
    });
    const { projects, clock } = server.ports;
    const later = { projects, clock: { now: () => clock.now() + 3 * 86_400_000 } };
    const { removal } = server.library;
    const nothing = { verdicts: 0, comparisons: 0, profiles: 0 };
    expect(await deleteExpired({ projects, clock }, removal)).toEqual(nothing);
    // Profiles stay as long as there is a comparison of them, and that can be restored for a while.
    expect(await deleteExpired(later, removal)).toEqual({ verdicts: 1, comparisons: 1, profiles: 0 });
    expect((await fetch(`${server.api}/verdicts/${id}`)).status).toBe(404);
    expect((await fetch(`${server.api}/comparisons/${comparison}`)).status).toBe(404);
    await removal.purge(0);
    expect(await deleteExpired(later, removal)).toEqual({ ...nothing, profiles: 2 });
    expect((await fetch(`${server.api}/profiles/${old}`)).status).toBe(404);
  });
});

describe('a trend', () => {
  const project = 'trend';
  let like = '';
  beforeAll(async () => {
    for (let i = 0; i < 10; i++) {
      const text = `main;f ${i < 5 ? 1000 : 4000}\nmain;g ${9000 + i}\n`;
      const labels = { project, branch: 'main', commit: `c${i}` };
      const id = await upload({ text, labels });
      like = id;
      const body = SYSBENCH.replace(/\([\d.]+ per sec\.\)/, `(${500 - 10 * i}.00 per sec.)`);
      expect((await fetch(`${server.api}/profiles/${id}/metrics`, { method: 'POST', body })).status).toBe(200);
      await upload({ text, labels: { ...labels, benchmark: 'other' } });
    }
  });

  async function trend(query: string) {
    const response = await fetch(`${server.api}/projects/${project}/trend?${query}`);
    expect(response.status).toBe(200);
    return trendAnswer.parse(await response.json());
  }

  test('of a function: its shares, oldest first, and where it changed', async () => {
    const { points, trend: found, unit, leftOut } = await trend(`frame=f&like=${like}`);
    expect(points.map(({ commit }) => commit)).toEqual(Array.from({ length: 10 }, (_, i) => `c${i}`));
    expect(points[0]?.value).toBeCloseTo(0.1, 3);
    expect(points[9]?.value).toBeCloseTo(0.31, 2);
    expect(unit).toBe('share');
    expect(leftOut).toBe(10);
    expect(found?.changes).toMatchObject([{ name: 'f', at: 5 }]);
  });

  test('of everything, of a metric, of a subsystem that nobody has', async () => {
    const all = await trend(`like=${like}`);
    expect(all.trend?.changes.map(({ name }) => name).sort()).toEqual(['f', 'g']);
    expect(all.points.every(({ value }) => value === null)).toBe(true);
    const metric = await trend(`metric=tps&like=${like}&points=3`);
    expect(metric).toMatchObject({ trend: null, points: [{ value: 430 }, { value: 420 }, { value: 410 }] });
    const subsystem = await trend(`subsystem=innodb&like=${like}`);
    expect(subsystem.points.map(({ value }) => value)).toEqual(Array.from({ length: 10 }, () => 0));
  });

  test('of the newest benchmark of the branch, when none is named; empty where there is nothing', async () => {
    expect(await trend('')).toMatchObject({ branch: 'main', benchmark: { benchmark: 'other' } });
    expect(await trend('branch=nobodys')).toMatchObject({ points: [], trend: null });
    const both = await fetch(`${server.api}/projects/${project}/trend?frame=f&metric=tps`);
    expect(both.status).toBe(400);
    expect((await fetch(`${server.api}/projects/${project}/trend?like=${'0'.repeat(32)}`)).status).toBe(404);
  });
});

describe('where tokens are asked for', () => {
  test('one for uploads gets verdicts about what it stored, and reads those alone', async () => {
    const open = await startTestServer({ exposure: 'network' });
    try {
      const tokens = new Tokens(open.ports);
      const headersOf = async (scopes: readonly ('upload' | 'read')[], project: string | null) => {
        const { token } = await tokens.create({ name: 't', scopes, project, expiresInDays: 1 });
        return { authorization: `Bearer ${token}` };
      };
      const send = async (text: string, labels: string, headers: Record<string, string>) => {
        const response = await fetch(`${open.api}/profiles?${labels}`, { method: 'POST', headers, body: text });
        return uploadAnswer.parse(await response.json()).profiles[0];
      };
      const [ci, other] = [await headersOf(['upload'], 'p'), await headersOf(['upload'], null)];
      const [reader, foreigner] = [await headersOf(['read'], 'p'), await headersOf(['read'], 'q')];
      const base = await send(GOOD, 'label.branch=main&label.commit=a', ci);
      expect(base?.labels).toMatchObject({ project: 'p' });
      const head = await send(BAD, 'label.branch=topic&label.commit=b', ci);
      const about = { head: { profiles: [head?.id] }, base: { branch: 'main' } };
      const verdict = verdictAnswer.parse(await (await judge(about, open.api, ci)).json());
      expect(verdict.baseline.commit).toBe('a');
      const see = async (path: string, headers: Record<string, string>) =>
        (await fetch(`${open.api}${path}`, { headers })).status;
      const paths = [`/verdicts/${verdict.id}`, `/verdicts/${verdict.id}/report.md`];
      for (const path of paths) {
        expect([await see(path, ci), await see(path, other)]).toEqual([200, 403]);
        expect([await see(path, reader), await see(path, foreigner)]).toEqual([200, 404]);
      }
      expect((await judge(about, open.api, other)).status).toBe(403);
      expect((await judge(about, open.api, foreigner)).status).toBe(404);
      expect(await see(`/profiles/${head?.id}`, ci)).toBe(403);
      expect(await see(`/comparisons/${verdict.comparison}`, ci)).toBe(403);
      expect(await see('/projects/p/branches', foreigner)).toBe(404);
      expect(await see('/verdicts?project=p', foreigner)).toBe(404);
      const named = { ...about, base: { profiles: [base?.id] } };
      expect((await judge(named, open.api, ci)).status).toBe(201);
    } finally {
      await open.close();
    }
  });
});

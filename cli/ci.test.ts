import { describe, expect, it } from 'vitest';
import type { CiVerdictKind } from '../render/ci-verdict.ts';
import { rowOf, verdictOf } from '../render/verdict/verdict.testkit.ts';
import { firebreak } from './cli.testkit.ts';
import type { Ports } from './ports.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly form: FormData | null;
  readonly json: unknown;
}

/** A server that stores everything and gives one verdict; other hosts are played by `others`. */
function world(verdict: CiVerdictKind, env: Readonly<Record<string, string>> = {}, others?: Ports['fetch']) {
  const calls: Call[] = [];
  const fetch: Ports['fetch'] = async (address, request = {}) => {
    if (!address.startsWith('http://firebreak/'))
      return others?.(address, request) ?? new Response('', { status: 404 });
    const { body } = request;
    calls.push({
      method: request.method ?? 'GET',
      path: address.slice('http://firebreak'.length),
      headers: new Headers(request.headers),
      form: body instanceof FormData ? body : null,
      json: typeof body === 'string' ? JSON.parse(body) : null,
    });
    if (address.endsWith('/profiles')) {
      const files = body instanceof FormData ? body.getAll('profile') : [];
      const profiles = files.map((_, i) => ({ id: `${calls.length}${i}`, created: i > 0, fileName: `run${i}` }));
      return Response.json({ profiles }, { status: 201 });
    }
    return Response.json({ id: '0123', ...verdictOf([rowOf('hot')], { verdict }) }, { status: 201 });
  };
  const ports: Partial<Ports> = {
    fetch,
    env: { FIREBREAK_URL: 'http://firebreak/', FIREBREAK_TOKEN: 'fb_secret', ...env },
  };
  return { ports, calls };
}

const FILES = {
  'run/1.folded': 'a 1\n',
  'run/2.folded': 'a 2\n',
  'base.folded': 'a 3\n',
  'own.yml': [
    'project: mariadb',
    'labels: {benchmark: oltp, threads: "8"}',
    'outputs: {junit: v.xml, markdown: v.md}',
    'gate: {minAbs: 3}',
  ].join('\n'),
  'event.json': '{"pull_request":{"number":12,"head":{"sha":"b2"},"base":{"sha":"a1"}}}',
};

const ci = (ports: Partial<Ports>, ...args: readonly string[]) => firebreak(['ci', ...args], FILES, false, ports);
const saved = (files: ReadonlyMap<string, Uint8Array>, path: string) => Buffer.from(files.get(path) ?? '').toString();

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_EVENT_PATH: 'event.json',
  GITHUB_HEAD_REF: 'feature',
  GITHUB_BASE_REF: 'main',
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_API_URL: 'http://github',
  GITHUB_TOKEN: 'ghs',
  GITHUB_STEP_SUMMARY: 'summary.md',
  GITHUB_OUTPUT: 'output.txt',
};

describe('firebreak ci', () => {
  it('uploads a build with its place and labels, and asks for a verdict against the fork point', async () => {
    const { ports, calls } = world('regression', GITHUB);
    const { code, talk } = await ci(ports, 'run', '--config', 'own.yml', '--label', 'threads=64');
    expect(code).toBe(1);
    expect(talk).toContain('note: 2 profiles of commit b2 on feature uploaded');
    expect(talk).toContain('warning: the fork point is not known from git: there is no git repository here');
    const [upload, verdict] = calls;
    expect(Object.fromEntries([...(upload?.form ?? [])].filter(([name]) => name !== 'profile'))).toEqual({
      'label.project': 'mariadb',
      'label.benchmark': 'oltp',
      'label.threads': '64',
      'label.commit': 'b2',
      'label.branch': 'feature',
      'label.pr': '12',
      forkPoint: 'a1',
      ancestors: 'a1',
    });
    expect(upload?.form?.getAll('profile')).toHaveLength(2);
    expect(upload?.headers.get('authorization')).toBe('Bearer fb_secret');
    expect(verdict).toMatchObject({
      path: '/api/v1/verdicts',
      json: {
        head: { profiles: ['10', '11'] },
        base: { forkPoint: 'a1', ancestors: [] },
        config: FILES['own.yml'],
        level: 'default',
        valueType: null,
        force: false,
      },
    });
  });

  it('tells GitHub: annotations, the summary of the step, outputs, and the files that were asked for', async () => {
    const { ports } = world('regression', GITHUB);
    const run = await ci(ports, 'run', '--config', 'own.yml', '-o', 'sarif=v.sarif');
    expect(run.out).toMatch(/^REGRESSION \(exit 1\): hot grew/);
    expect(run.out).toContain(
      '\nBaseline (fork-point): commit a1, the fork point, has 3 profiles of the same benchmark.\n',
    );
    expect(run.out).toContain('\nComparison: http://firebreak/c/0123\n');
    expect(run.out).toContain('\n::error title=Firebreak%3A regression::REGRESSION');
    expect(saved(run.saved, 'output.txt')).toBe('verdict=regression\nurl=http://firebreak/c/0123\n');
    expect(saved(run.saved, 'summary.md')).toMatch(/^\*\*REGRESSION/);
    expect(saved(run.saved, 'v.xml')).toContain('<testsuites');
    expect(saved(run.saved, 'v.md')).toMatch(/^<!-- firebreak-verdict:mariadb%20benchmark%3Doltp -->\n\*\*REGRESSION/);
    expect(JSON.parse(saved(run.saved, 'v.sarif'))).toMatchObject({ version: '2.1.0' });
  });

  it.each<[CiVerdictKind, number, number]>([
    ['pass', 0, 0],
    ['neutral', 0, 0],
    ['inconclusive', 0, 3],
    ['regression', 1, 1],
    ['error', 2, 2],
  ])('%s ends with %i, strictly with %i', async (verdict, code, strict) => {
    expect((await ci(world(verdict).ports, 'run')).code).toBe(code);
    expect((await ci(world(verdict).ports, 'run', '--strict')).code).toBe(strict);
  });

  it.each<[string, Ports['fetch'], string]>([
    ['no network', () => Promise.reject(new TypeError('fetch failed')), 'the server cannot be reached'],
    ['a busy server', async () => new Response('', { status: 503 }), 'the server answered 503 (503)'],
    ['another server', async () => new Response('<html>'), 'this does not answer as a server of Firebreak does'],
    ['a redirect', async () => new Response('', { status: 302 }), 'the server answered 302 (302)'],
    [
      'a token that is not good',
      async () =>
        Response.json(
          { code: 'token-refused', title: 'x', detail: 'the token is not known', advice: null },
          { status: 401 },
        ),
      'the token is not known (401)',
    ],
  ])('%s is told apart from a regression: 0 with a warning, strictly 4', async (_what, fetch, words) => {
    const { ports } = world('pass');
    const lax = await ci({ ...ports, fetch }, 'run');
    expect([lax.code, lax.talk]).toEqual([
      0,
      expect.stringContaining(`warning: nothing was judged: http://firebreak: ${words}`),
    ]);
    expect((await ci({ ...ports, fetch }, 'run', '--strict')).code).toBe(4);
    expect((await firebreak(['upload', 'run'], FILES, false, { ...ports, fetch })).code).toBe(4);
  });

  it('what the server cannot read is bad input, strict or not', async () => {
    const { ports } = world('pass');
    const fetch: Ports['fetch'] = async () =>
      Response.json(
        { code: 'x', title: 'x', detail: 'line 3: no count', advice: 'Look at it.', file: '1.folded' },
        { status: 422 },
      );
    const { code, talk } = await ci({ ...ports, fetch }, 'run');
    expect([code, talk]).toEqual([2, '1.folded: line 3: no count\n  Look at it.']);
  });

  it('uploads base files of the same build and names them', async () => {
    const { ports, calls } = world('pass', {
      FIREBREAK_BASE_BRANCH: 'main',
      FIREBREAK_BASE_COMMIT: 'a1',
      FIREBREAK_COMMIT: 'b2',
    });
    await ci(ports, 'run', '--base', 'base.folded');
    expect(calls.map(({ path }) => path)).toEqual(['/api/v1/profiles', '/api/v1/profiles', '/api/v1/verdicts']);
    expect([calls[0]?.form?.get('label.commit'), calls[0]?.form?.get('label.branch')]).toEqual(['a1', 'main']);
    expect(calls[2]?.json).toMatchObject({ base: { profiles: ['10'] }, head: { profiles: ['20', '21'] } });
  });

  it('judges against the newest commit of a branch where no fork point is known, or the file says so', async () => {
    const known = world('pass', { FIREBREAK_BASE_BRANCH: 'main' });
    await ci(known.ports, 'run');
    expect(known.calls[1]?.json).toMatchObject({ base: { branch: 'main' } });
    const nothing = world('pass');
    await ci(nothing.ports, 'run');
    expect(nothing.calls[1]?.json).toMatchObject({ base: null, config: null });
  });

  it.each([
    ['no server', ['run'], { FIREBREAK_URL: '' }],
    ['no address', ['run', '--server', 'firebreak.example'], {}],
    ['no file', ['absent'], {}],
    ['an empty folder', ['empty'], {}],
    ['a wrong label', ['run', '--label', 'a b=c'], {}],
    ['a config that is not there', ['run', '--config', 'absent.yml'], {}],
    ['a format that is not there', ['run', '-o', 'pdf=x'], {}],
  ])('%s is bad usage', async (_what, args, env) => {
    const { ports, calls } = world('pass', env);
    const { code } = await firebreak(['ci', ...args], { ...FILES, 'empty/': '' }, false, ports);
    expect([code, calls.length]).toEqual([2, 0]);
  });
});

describe('the comment of a pull request', () => {
  /** Comments of a forum, kept as GitHub does; `ids` from 100 on. */
  function forum(bodies: string[]) {
    const requests: string[] = [];
    const fetch: Ports['fetch'] = async (address, { method = 'GET', body } = {}) => {
      requests.push(`${method} ${address}`);
      const text = typeof body === 'string' ? (JSON.parse(body) as { body: string }).body : '';
      if (method === 'POST') bodies.push(text);
      else if (method !== 'GET') bodies[Number(/\d+$/.exec(address)?.[0]) - 100] = text;
      const page = Number(new URL(address).searchParams.get('page'));
      const found = bodies.map((one, i) => ({ id: i + 100, body: one }));
      return Response.json(method === 'GET' ? found.slice((page - 1) * 100, page * 100) : {});
    };
    return { fetch, requests };
  }

  it('is written once on GitHub, and then edited in place', async () => {
    const bodies = Array.from({ length: 120 }, (_, i) => `other ${i}`);
    const { fetch, requests } = forum(bodies);
    const first = await ci(world('regression', GITHUB, fetch).ports, 'run', '--comment');
    expect(first.talk).toContain('note: the comment was written');
    await ci(world('pass', GITHUB, fetch).ports, 'run', '--comment');
    expect(bodies.filter((body) => body.startsWith('<!-- firebreak-verdict:'))).toHaveLength(1);
    expect(requests.filter((one) => !one.startsWith('GET'))).toEqual([
      'POST http://github/repos/o/r/issues/12/comments',
      'PATCH http://github/repos/o/r/issues/comments/220',
    ]);
  });

  it('is written on GitLab', async () => {
    const env = {
      GITLAB_CI: 'true',
      CI_API_V4_URL: 'http://gitlab/api/v4',
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '7',
      GITLAB_TOKEN: 'glpat',
    };
    const { fetch, requests } = forum([]);
    await ci(world('pass', env, fetch).ports, 'run', '--comment');
    await ci(world('pass', env, fetch).ports, 'run', '--comment');
    const notes = 'http://gitlab/api/v4/projects/5/merge_requests/7/notes';
    expect(requests.filter((one) => !one.startsWith('GET'))).toEqual([`POST ${notes}`, `PUT ${notes}/100`]);
  });

  it('that cannot be written is a warning, and fails strictly', async () => {
    const fetch: Ports['fetch'] = async () => new Response('', { status: 403 });
    const lax = await ci(world('pass', GITHUB, fetch).ports, 'run', '--comment');
    expect([lax.code, lax.talk]).toEqual([
      0,
      expect.stringContaining('warning: no comment was written: the comments cannot be listed: the answer was 403'),
    ]);
    expect((await ci(world('pass', GITHUB, fetch).ports, 'run', '--comment', '--strict')).code).toBe(4);
    const elsewhere = await ci(world('pass').ports, 'run', '--comment', '--strict');
    expect([elsewhere.code, elsewhere.talk]).toEqual([0, expect.stringContaining('this is no pull request')]);
  });
});

describe('firebreak upload', () => {
  it('sends files whole, although their reader uses one buffer', async () => {
    const { ports, calls } = world('pass');
    async function* open(): AsyncGenerator<Uint8Array> {
      const buffer = new Uint8Array(2);
      for (const text of ['a;', 'b ', '7\n']) {
        buffer.set(Buffer.from(text));
        yield buffer;
      }
    }
    await firebreak(['upload', 'run.folded'], {}, false, { ...ports, open });
    const sent = calls[0]?.form?.get('profile');
    expect(sent instanceof Blob && (await sent.text())).toBe('a;b 7\n');
  });

  it('prints ids, and says what was there already', async () => {
    const { ports, calls } = world('pass');
    const { code, out, talk } = await firebreak(
      ['upload', 'run', '--label', 'commit=b2', '--label', 'benchmark=a=b', '--project', 'p'],
      FILES,
      false,
      ports,
    );
    expect([code, out, talk]).toEqual([0, '10\n11\n', 'note: run0 was there already']);
    expect(Object.fromEntries([...(calls[0]?.form ?? [])].filter(([name]) => name !== 'profile'))).toEqual({
      'label.project': 'p',
      'label.commit': 'b2',
      'label.benchmark': 'a=b',
    });
  });
});

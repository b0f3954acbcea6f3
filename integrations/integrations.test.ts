import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../core/version.ts';
import { Tokens } from '../server/auth/tokens.ts';
import { startTestServer } from '../server/server.testkit.ts';
import type { TestServer } from '../server/server.testkit.ts';

/** The steps of the ready pipelines, run as they stand in a shell: base on main, then head in a pretend pull request. */
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..');
const COMMAND = `${join(root, 'node_modules/.bin/tsx')} ${join(root, 'cli/main.ts')}`;
const recorded = (name: string) => join(root, `fixtures/examples/mariadb/${name}.folded`);

const folder = mkdtempSync(join(tmpdir(), 'firebreak-integrations-'));
const repository = join(folder, 'repository');

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  const { stdout } = spawnSync('git', ['-C', repository, ...identity, ...args], { encoding: 'utf8' });
  return stdout.trim();
}

/** Checks a branch out and puts the profile there that its benchmark would have written. */
function build(branch: 'main' | 'feature'): string {
  git('checkout', '-q', branch);
  rmSync(join(repository, 'profiles'), { recursive: true, force: true });
  mkdirSync(join(repository, 'profiles'));
  copyFileSync(recorded(branch === 'main' ? 'good' : 'bad'), join(repository, 'profiles/run 1.folded'));
  return git('rev-parse', 'HEAD');
}

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly talk: string;
}

/** Runs a script as a CI does: in the repository, with its variables alone. */
function shell(command: readonly string[], script: string, env: Readonly<Record<string, string>>): Promise<Run> {
  return new Promise((resolve) => {
    const [program = '', ...args] = command;
    const path = { PATH: process.env['PATH'] ?? '', HOME: folder };
    const child = spawn(program, [...args, '-c', script], { cwd: repository, env: { ...path, ...env } });
    let [out, talk] = ['', ''];
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (talk += String(chunk)));
    child.on('close', (code) => resolve({ code, out, talk }));
  });
}

const textOf = (path: string) => readFileSync(path, 'utf8');

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  spawnSync('git', ['init', '-q', '-b', 'main', repository]);
  writeFileSync(join(repository, '.gitignore'), 'profiles\nfirebreak*\n');
  for (const name of ['one', 'two']) {
    writeFileSync(join(repository, 'code'), name);
    git('add', '.');
    git('commit', '-qm', name);
  }
  git('checkout', '-qb', 'feature');
  writeFileSync(join(repository, 'code'), 'three');
  git('commit', '-qam', 'three');
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A forum of a pull request: lists, takes and changes comments as GitHub and GitLab do. */
async function startForum() {
  const comments: { id: number; body: string }[] = [];
  const http = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const sent = text === '' ? '' : (JSON.parse(text) as { body: string }).body;
      const known = comments.find(({ id }) => request.url?.endsWith(`/${id}`) === true);
      if (request.method === 'POST') comments.push({ id: 1_000 + comments.length, body: sent });
      else if (known !== undefined) known.body = sent;
      const page = new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? '1';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.method === 'GET' ? (page === '1' ? comments : []) : {}));
    });
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => void http.close(resolve));
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, comments, close };
}

describe('the GitHub Action', () => {
  interface Action {
    inputs: Record<string, { default?: string }>;
    outputs: Record<string, { value: string }>;
    runs: { steps: { id: string; shell: string; env: Record<string, string>; run: string }[] };
  }
  const action = parse(textOf(join(here, 'github/action.yml'))) as Action;

  /** Runs the step with inputs, as the runner fills them into its variables. */
  function step(inputs: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>>): Promise<Run> {
    const [only, ...others] = action.runs.steps;
    if (only === undefined || others.length > 0) throw new Error('the action has one step');
    const value = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? '';
    const env = Object.entries(only.env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => value(input)),
    ]);
    const given = Object.fromEntries(env) as Record<string, string>;
    return shell(['bash', '--noprofile', '--norc', '-eo', 'pipefail'], only.run, { ...variables, ...given });
  }

  it('uploads main, and stops a regression in the pull request', async () => {
    const forum = await startForum();
    const event = join(folder, 'event.json');
    const inputs = {
      files: 'profiles/*.folded',
      url: server.url,
      labels: 'project=github\nbenchmark=oltp $(touch hacked) `x`\n',
      command: COMMAND,
      'github-token': 'ghs',
    };
    const common = {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: forum.url,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_EVENT_PATH: event,
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      GITHUB_OUTPUT: join(folder, 'output.txt'),
      RUNNER_TEMP: join(folder, 'temp'),
    };
    const base = build('main');
    writeFileSync(event, JSON.stringify({ repository: { default_branch: 'main' } }));
    const main = await step(inputs, { ...common, GITHUB_SHA: base, GITHUB_REF_NAME: 'main' });
    expect([main.code, main.out]).toEqual([0, expect.stringMatching(/^NEUTRAL: nothing was judged: /)]);
    expect(textOf(common.GITHUB_OUTPUT)).toContain('verdict=neutral\n');

    const head = build('feature');
    const pull_request = { number: 12, head: { sha: head }, base: { sha: base } };
    writeFileSync(event, JSON.stringify({ pull_request, repository: { default_branch: 'main' } }));
    const pull = { ...common, GITHUB_SHA: 'merge', GITHUB_HEAD_REF: 'feature', GITHUB_BASE_REF: 'main' };
    for (const _again of [1, 2]) {
      const run = await step(inputs, pull);
      expect([run.code, run.talk]).toEqual([1, expect.stringContaining('1 profile of commit')]);
      expect(run.out).toMatch(/^REGRESSION \(exit 1\): row_purge_is_unsafe grew from 2\.5 % to 93\.0 % of samples/);
      expect(run.out).toContain(
        `Baseline (fork-point): commit ${base.slice(0, 12)}, the fork point, has 1 profile of the same`,
      );
      expect(run.out).toContain('\n::error title=Firebreak%3A regression::REGRESSION');
    }
    expect(forum.comments).toEqual([{ id: 1_000, body: textOf(join(common.RUNNER_TEMP, 'firebreak/verdict.md')) }]);
    expect(forum.comments[0]?.body).toMatch(/^<!-- firebreak-verdict:[^\n]+ -->\n\*\*REGRESSION/);
    expect(textOf(common.GITHUB_STEP_SUMMARY)).toContain('| failed | ');
    expect(textOf(common.GITHUB_OUTPUT)).toMatch(
      /verdict=regression\nurl=http:\/\/127\.0\.0\.1:\d+\/c\/[0-9a-f]{32}\n$/,
    );
    expect(JSON.parse(textOf(join(common.RUNNER_TEMP, 'firebreak/firebreak.sarif')))).toMatchObject({
      version: '2.1.0',
    });
    expect(existsSync(join(repository, 'hacked'))).toBe(false);
    await forum.close();
  }, 120_000);

  it('lets a build pass when the server is not there, unless it is strict', async () => {
    build('feature');
    const inputs = { files: 'profiles', url: 'http://127.0.0.1:9', command: COMMAND };
    const output = join(folder, 'unreached.txt');
    const variables = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: output, RUNNER_TEMP: join(folder, 'temp') };
    const lax = await step(inputs, variables);
    expect([lax.code, lax.out]).toEqual([
      0,
      expect.stringMatching(/^::warning title=Firebreak%3A nothing was judged::/),
    ]);
    expect(textOf(output)).toContain('verdict=undelivered\n');
    expect((await step({ ...inputs, strict: 'true' }, variables)).code).toBe(4);
  }, 240_000);

  it('declares what it uses', () => {
    const [step] = action.runs.steps;
    if (step === undefined) throw new Error('no step');
    const { run, env, id } = step;
    expect(run).not.toContain('${{');
    const used = Object.values(env).flatMap((text) => [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name));
    expect(new Set(used)).toEqual(new Set(Object.keys(action.inputs)));
    for (const { value } of Object.values(action.outputs)) expect(value).toContain(`steps.${id}.outputs.`);
    expect(parse(textOf(join(here, 'github/example.yml')))).toMatchObject({
      jobs: { profile: { steps: [{}, {}, {}] } },
    });
  });
});

it('the GitLab template stops a regression in the merge request', async () => {
  interface Template {
    '.firebreak': {
      variables: Record<string, string>;
      script: string[];
      artifacts: { reports: Record<string, string> };
    };
  }
  const job = (parse(textOf(join(here, 'gitlab/firebreak.gitlab-ci.yml'))) as Template)['.firebreak'];
  const forum = await startForum();
  const run = (env: Readonly<Record<string, string>>) =>
    shell(['sh', '-e'], job.script.join('\n'), {
      ...job.variables,
      GITLAB_CI: 'true',
      CI_DEFAULT_BRANCH: 'main',
      CI_PROJECT_ID: '5',
      CI_API_V4_URL: forum.url,
      GITLAB_TOKEN: 'glpat',
      FIREBREAK_URL: server.url,
      FIREBREAK_COMMAND: COMMAND,
      FIREBREAK_LABELS: 'project=gitlab benchmark=oltp',
      ...env,
    });
  const base = build('main');
  expect((await run({ CI_COMMIT_SHA: base, CI_COMMIT_REF_NAME: 'main' })).code).toBe(0);
  const head = build('feature');
  const merge = {
    CI_COMMIT_SHA: head,
    CI_COMMIT_REF_NAME: 'feature',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
  };
  const { code, out } = await run(merge);
  expect([code, out]).toEqual([1, expect.stringContaining('REGRESSION (exit 1): row_purge_is_unsafe')]);
  expect(forum.comments.map(({ body }) => body)).toEqual([textOf(join(repository, 'firebreak.md'))]);
  const { junit = '', codequality = '' } = job.artifacts.reports;
  expect(textOf(join(repository, junit))).toContain('<failure message="REGRESSION');
  expect(JSON.parse(textOf(join(repository, codequality)))).toContainEqual(
    expect.objectContaining({ severity: 'critical' }),
  );
  await forum.close();
}, 120_000);

it('the Jenkins stage stops a regression in the pull request', async () => {
  const file = textOf(join(here, 'jenkins/Jenkinsfile'));
  const script = /sh '''\n([\s\S]*?)'''/.exec(file)?.[1] ?? '';
  const variables = Object.fromEntries(
    [...file.matchAll(/(FIREBREAK_\w+) = '(.*)'/g)].map(([, name, value]) => [name, value]),
  );
  const run = (env: Readonly<Record<string, string>>) =>
    shell(['sh', '-xe'], script, {
      ...variables,
      JENKINS_URL: 'https://jenkins.example/',
      FIREBREAK_URL: server.url,
      FIREBREAK_COMMAND: COMMAND,
      FIREBREAK_LABELS: 'project=jenkins benchmark=oltp',
      ...env,
    });
  const base = build('main');
  expect((await run({ GIT_COMMIT: base, BRANCH_NAME: 'main' })).code).toBe(0);
  const head = build('feature');
  const change = {
    GIT_COMMIT: head,
    BRANCH_NAME: 'PR-9',
    CHANGE_ID: '9',
    CHANGE_BRANCH: 'feature',
    CHANGE_TARGET: 'main',
  };
  const { code, out } = await run(change);
  expect([code, out]).toEqual([1, expect.stringContaining('REGRESSION (exit 1): row_purge_is_unsafe')]);
  expect(textOf(join(repository, 'firebreak-junit.xml'))).toContain('<failure message="REGRESSION');
  expect(JSON.parse(textOf(join(repository, 'firebreak.json')))).toMatchObject({ verdict: 'regression' });
}, 120_000);

it('the Buildkite step stops a regression in the pull request', async () => {
  interface Pipeline {
    env: Record<string, string>;
    steps: { label: string; command: string }[];
  }
  const { env: variables, steps } = parse(textOf(join(here, 'buildkite/pipeline.yml'))) as Pipeline;
  const script = (steps.find(({ label }) => label === 'Firebreak')?.command ?? '').replaceAll('$$', '$');
  // An agent that keeps what it is asked to show.
  const agent = join(folder, 'agent');
  mkdirSync(agent);
  writeFileSync(join(agent, 'buildkite-agent'), '#!/bin/sh\necho "$@" > ../asked\ncat > ../shown\n', { mode: 0o755 });
  const run = (env: Readonly<Record<string, string>>) =>
    shell(['bash', '-e'], script, {
      ...variables,
      PATH: `${agent}:${process.env['PATH'] ?? ''}`,
      BUILDKITE: 'true',
      FIREBREAK_URL: server.url,
      FIREBREAK_COMMAND: COMMAND,
      FIREBREAK_LABELS: 'project=buildkite benchmark=oltp',
      ...env,
    });
  const base = build('main');
  const main = { BUILDKITE_COMMIT: base, BUILDKITE_BRANCH: 'main', BUILDKITE_PULL_REQUEST: 'false' };
  expect((await run(main)).code).toBe(0);
  const head = build('feature');
  const pull = {
    BUILDKITE_COMMIT: head,
    BUILDKITE_BRANCH: 'feature',
    BUILDKITE_PULL_REQUEST: '9',
    BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main',
  };
  const { code, out } = await run(pull);
  expect([code, out]).toEqual([1, expect.stringContaining('REGRESSION (exit 1): row_purge_is_unsafe')]);
  expect(textOf(join(folder, 'asked'))).toBe('annotate --context firebreak\n');
  expect(textOf(join(folder, 'shown'))).toBe(textOf(join(repository, 'firebreak.md')));
  expect(textOf(join(repository, 'firebreak-junit.xml'))).toContain('<failure message="REGRESSION');
}, 120_000);

it('the pipelines run the version that they belong to', () => {
  for (const file of [
    'github/action.yml',
    'gitlab/firebreak.gitlab-ci.yml',
    'jenkins/Jenkinsfile',
    'buildkite/pipeline.yml',
  ]) {
    expect(textOf(join(here, file)).match(/firebreak@[\d.]+/g)).toEqual([`firebreak@${VERSION}`]);
  }
});

it('a token for uploads is enough where the network reaches the server, and reads nothing else', async () => {
  const guarded = await startTestServer({ exposure: 'network' });
  const issued = await new Tokens(guarded.ports).create({
    name: 'ci',
    scopes: ['upload'],
    project: 'shop',
    expiresInDays: 1,
  });
  const run = (script: string, token = issued.token) =>
    shell(['sh', '-e'], script, { FIREBREAK_URL: guarded.url, FIREBREAK_TOKEN: token, FIREBREAK_BRANCH: 'feature' });
  try {
    build('main');
    const base = await run(`FIREBREAK_BRANCH=main ${COMMAND} ci profiles`);
    expect([base.code, base.out]).toEqual([0, expect.stringMatching(/^NEUTRAL/)]);
    build('feature');
    const head = await run(`${COMMAND} ci --strict profiles`);
    expect([head.code, head.out]).toEqual([1, expect.stringMatching(/^REGRESSION/)]);
    const stranger = await run(`${COMMAND} ci --strict profiles`, 'fb_wrong');
    expect([stranger.code, stranger.talk]).toEqual([4, expect.stringContaining('error: nothing was judged: http://')]);
    const list = await fetch(`${guarded.api}/profiles`, { headers: { authorization: `Bearer ${issued.token}` } });
    expect(list.status).toBe(403);
  } finally {
    await guarded.close();
  }
}, 120_000);

import { afterEach, describe, expect, it, test } from 'vitest';
import { Refusal } from '../http/problem.ts';
import { startBugzilla } from '../trackers/fake-bugzilla.testkit.ts';
import { startGitHub } from '../trackers/fake-github.testkit.ts';
import { startGitLab } from '../trackers/fake-gitlab.testkit.ts';
import { startJira } from '../trackers/fake-jira.testkit.ts';
import { startRedmine } from '../trackers/fake-redmine.testkit.ts';
import { FILE_LIMIT, testWire } from '../trackers/fake.testkit.ts';
import type { Fake } from '../trackers/fake.testkit.ts';
import { openTracker } from '../trackers/open.ts';
import { markerIn } from '../trackers/tracker.ts';
import { postReport, previewReport } from './post.ts';
import type { Posted } from './post.ts';
import { Mortal, memoryTickets, reportFor } from './post.testkit.ts';

const STARTS = {
  'Jira Cloud': () => startJira('cloud'),
  'Jira Data Center': () => startJira('dc'),
  GitHub: startGitHub,
  GitLab: startGitLab,
  Redmine: startRedmine,
  Bugzilla: startBugzilla,
} as const;
type Name = keyof typeof STARTS;
const NAMES = Object.keys(STARTS) as Name[];

let fake: Fake;
let tickets = memoryTickets();

async function start(name: Name): Promise<void> {
  fake = await STARTS[name]();
  tickets = memoryTickets();
}

afterEach(() => fake.close());

/** One run of the command, by a process that may die. */
async function run(edition = 1, mortal = new Mortal()): Promise<Posted> {
  const wire = testWire();
  const tracker = openTracker(fake.entry, mortal.wire(wire));
  const posting = { tracker, ticket: fake.key, report: reportFor(tracker, edition) };
  return postReport(posting, { tickets: mortal.store(tickets), clock: { now: () => 1 }, wait: wire.wait });
}

/** What people see: texts of comments, and names of files that are not obsolete. */
function onTicket() {
  const comments = fake.ticket.comments.map(({ body }) => JSON.stringify(body));
  const names = fake.ticket.files.filter(({ obsolete }) => obsolete !== true).map(({ name }) => name);
  return { comments, names: names.sort() };
}

function namesOf(edition = 1): readonly string[] {
  if (fake.entry.kind === 'github') return [];
  return reportFor({ markup: 'text' }, edition)
    .files.map(({ fileName }) => fileName)
    .sort();
}

/** Exactly one comment and one of each file. GitLab keeps uploads that nothing links to; only what is linked counts. */
function expectOnce(edition = 1): void {
  const { comments, names } = onTicket();
  expect(comments).toHaveLength(1);
  expect(comments[0]).toContain(`edition ${edition}`);
  if (fake.entry.kind === 'gitlab') {
    expect([...new Set(names)]).toEqual(expect.arrayContaining([...namesOf(edition)]));
    expect(comments[0]?.match(/\]\(\/uploads\//g)).toHaveLength(4);
  } else expect(names).toEqual(namesOf(edition));
}

describe.each(NAMES)('a report on %s', { timeout: 120_000 }, (name) => {
  it('is posted once, and a second run changes nothing', async () => {
    await start(name);
    expect(await run()).toMatchObject({ comment: 'posted', attached: { length: namesOf().length }, removed: 0 });
    expectOnce();
    const before = onTicket();
    const requests = fake.heard.length;
    expect(await run()).toMatchObject({ comment: 'unchanged', attached: [], present: { length: namesOf().length } });
    expect(onTicket()).toEqual(before);
    expect(fake.heard.slice(requests).every(({ method }) => method === 'GET')).toBe(true);
  });

  it('is changed in place, its files replaced, when there is something new', async () => {
    await start(name);
    const first = await run();
    if (name === 'Bugzilla') {
      await expect(run(2)).rejects.toMatchObject({ fault: { code: 'tracker-cannot-edit' } });
      expectOnce();
      return;
    }
    const second = await run(2);
    expect(second).toMatchObject({ comment: 'changed', commentId: first.commentId });
    expectOnce(2);
  });

  it('is found again when nothing was written down', async () => {
    await start(name);
    await run();
    tickets = memoryTickets();
    // Uploads of GitLab cannot be found without their addresses: they are sent again, and the comment names the new ones.
    expect(await run()).toMatchObject({ comment: name === 'GitLab' ? 'changed' : 'unchanged' });
    expectOnce();
  });

  it('comes back when somebody deleted it', async () => {
    await start(name);
    await run();
    fake.ticket.comments.splice(0);
    if (name !== 'GitLab') fake.ticket.files.splice(0);
    await run();
    expectOnce();
  });

  it('is complete after a death at any step and another run', async () => {
    await start(name);
    const whole = new Mortal();
    await run(1, whole);
    await fake.close();
    expect(whole.steps).toBeGreaterThan(name === 'GitHub' ? 4 : 8);
    for (let at = 1; at <= whole.steps; at++) {
      for (const when of ['before', 'after'] as const) {
        await start(name);
        await expect(run(1, new Mortal(at, when)), `${when} step ${at}`).rejects.toThrow();
        await run();
        expectOnce();
        expect([...tickets.rows.values()].map(({ state }) => state)).toEqual(['posted']);
        await fake.close();
      }
    }
    await start(name);
  });

  it('is complete when any one connection breaks', async () => {
    await start(name);
    await run();
    const requests = fake.heard.length;
    await fake.close();
    for (let at = 1; at <= requests; at++) {
      for (const cut of ['cut-before', 'cut-after'] as const) {
        await start(name);
        fake.twist = () => (fake.heard.length === at ? cut : null);
        await run();
        expectOnce();
        await fake.close();
      }
    }
    await start(name);
  });

  it('is shown before it is posted, exactly', async () => {
    await start(name);
    const tracker = openTracker(fake.entry, testWire());
    const posting = { tracker, ticket: fake.key, report: reportFor(tracker) };
    const ports = { tickets, clock: { now: () => 1 }, wait: testWire().wait };
    const preview = await previewReport(posting, ports);
    expect(preview.comment).toBe('posted');
    expect(preview.files.map(({ isPresent }) => isPresent)).toEqual(namesOf().map(() => false));
    expect(onTicket()).toEqual({ comments: [], names: [] });
    await postReport(posting, ports);
    const body = fake.ticket.comments[0]?.body;
    const posted = typeof body === 'string' ? body : JSON.stringify(body);
    if (name === 'Jira Cloud') expect(JSON.parse(posted)).toEqual(JSON.parse(preview.text));
    else if (name !== 'GitLab') expect(posted.startsWith(preview.text.trimEnd())).toBe(true);
    const later = await previewReport(posting, ports);
    expect(later.comment).toBe('unchanged');
    expect(later.files.every(({ isPresent }) => isPresent)).toBe(true);
  });
});

test('files that are too large are left out, and the comment says so', async () => {
  await start('Jira Data Center');
  const tracker = openTracker(fake.entry, testWire());
  const report = reportFor(tracker);
  const files = report.files.map((file) =>
    file.kind === 'html' ? { ...file, bytes: Buffer.alloc(FILE_LIMIT + 1) } : file,
  );
  const ports = { tickets, clock: { now: () => 1 }, wait: testWire().wait };
  const posting = { tracker, ticket: fake.key, report: { ...report, files } };
  expect(await postReport(posting, ports)).toMatchObject({ attached: { length: 2 }, leftOut: [files[2]?.fileName] });
  expect(onTicket().comments[0]).toContain('The HTML file (1.9 MiB) is larger than this tracker takes.');
  expect(await postReport(posting, ports)).toMatchObject({ comment: 'unchanged', attached: [] });
});

test('a file of our name with other bytes is not taken for ours', async () => {
  await start('Jira Cloud');
  const [png] = reportFor({ markup: 'adf' }).files;
  fake.ticket.addFile(png?.fileName ?? '', Buffer.alloc(png?.bytes.length ?? 0, 'x'));
  await run();
  expect(onTicket().names.filter((name) => name === png?.fileName)).toHaveLength(2);
});

test('an edit by hand that keeps the marker is kept; one that removes it is replaced', async () => {
  await start('Jira Data Center');
  await run();
  const [comment] = fake.ticket.comments;
  if (comment === undefined) throw new Error('no comment');
  comment.body = `seen by Anna\n${String(comment.body)}`;
  expect(await run()).toMatchObject({ comment: 'unchanged' });
  expect(String(comment.body)).toContain('Anna');
  comment.body = 'all gone';
  expect(await run()).toMatchObject({ comment: 'changed' });
  expectOnce();
});

test('a tracker that refuses leaves everything to be gone on with', async () => {
  await start('Jira Cloud');
  fake.twist = ({ method, path }) =>
    method === 'POST' && path.endsWith('/comment') ? { status: 403, body: { errorMessages: ['no permission'] } } : null;
  await expect(run()).rejects.toBeInstanceOf(Refusal);
  fake.twist = () => null;
  expect(await run()).toMatchObject({ comment: 'posted', attached: [] });
  expectOnce();
});

test('the marker is where readers do not see it', async () => {
  await start('GitHub');
  await run();
  const body = String(fake.ticket.comments[0]?.body);
  expect(markerIn(body, reportFor({ markup: 'markdown' }).pair)).not.toBeNull();
  expect(body.replace(/^\[\/\/\]: # \(firebreak-[0-9a-f-]+\)$/m, '')).not.toContain('firebreak-');
});

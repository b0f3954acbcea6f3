import { afterEach, describe, expect, it, test } from 'vitest';
import { Refusal } from '../http/problem.ts';
import { wordsOf } from '../../core/words/faults.ts';
import { Unanswered } from './client.ts';
import { startBugzilla } from './fake-bugzilla.testkit.ts';
import { startGitHub } from './fake-github.testkit.ts';
import { startGitLab, uploadPath } from './fake-gitlab.testkit.ts';
import { startJira } from './fake-jira.testkit.ts';
import { startRedmine } from './fake-redmine.testkit.ts';
import { EMAIL, FILE_LIMIT, TOKEN, testWire } from './fake.testkit.ts';
import type { Fake } from './fake.testkit.ts';
import { openTracker } from './open.ts';
import type { NewComment, NewFile, Tracker } from './tracker.ts';

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
let wire: ReturnType<typeof testWire>;
let tracker: Tracker;

async function start(name: Name, more: Partial<Fake['entry']> = {}): Promise<void> {
  fake = await STARTS[name]();
  wire = testWire();
  tracker = openTracker({ ...fake.entry, ...more }, wire);
}

afterEach(() => fake.close());

const PAIR = '0123456789abcdef';
const comment = (text: string, textHash = 'aaaaaaaaaaaa'): NewComment => ({
  text: tracker.markup === 'adf' ? documentOf(text) : text,
  marker: { pair: PAIR, textHash },
});

function documentOf(text: string): string {
  return JSON.stringify({
    version: 1,
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
}

const file = (size: number): NewFile => ({
  fileName: 'firebreak-01234567-0123456789ab.svg',
  contentType: 'image/svg+xml',
  bytes: Buffer.alloc(size, '<svg/>\r\n--'),
});

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error.fault.code;
    throw error;
  }
  return 'done';
}

describe.each(NAMES)('%s', (name) => {
  it('reads a ticket: title, texts, address', async () => {
    await start(name);
    fake.ticket.addComment('somebody', 'abc1234 is the first bad commit');
    const ticket = await tracker.ticket(fake.key);
    expect(ticket.title).toBe('Contention in purge');
    expect(ticket.text).toContain('tps falls from 19003 to 592');
    expect(ticket.text).toContain('abc1234 is the first bad commit');
    expect(ticket.url.startsWith(fake.url)).toBe(true);
  });

  it('posts a comment, finds it by its marker, and changes it in place', async () => {
    await start(name);
    for (let n = 0; n < 5; n++) fake.ticket.addComment('somebody', `talk ${n}`);
    expect(await tracker.ownComment(fake.key, PAIR, null)).toBeNull();
    const posted = await tracker.postComment(fake.key, comment('first'));
    expect(await tracker.ownComment(fake.key, PAIR, null)).toEqual({ id: posted.id, textHash: 'aaaaaaaaaaaa' });
    expect(await tracker.ownComment(fake.key, 'fedcba9876543210', null)).toBeNull();
    if (!tracker.abilities.editComment) {
      expect(await codeOf(tracker.updateComment(fake.key, posted.id, comment('second')))).toBe('tracker-cannot-edit');
      return;
    }
    await tracker.updateComment(fake.key, posted.id, comment('second', 'bbbbbbbbbbbb'));
    expect(await tracker.ownComment(fake.key, PAIR, null)).toEqual({ id: posted.id, textHash: 'bbbbbbbbbbbb' });
    expect(fake.ticket.comments).toHaveLength(6);
    expect(JSON.stringify(fake.ticket.comments.at(-1)?.body)).toContain('second');
  });

  it('does not take a quoted comment for its own, and knows its own without the marker', async () => {
    await start(name);
    const posted = await tracker.postComment(fake.key, comment('first'));
    const own = fake.ticket.comments.at(-1);
    const quote = fake.ticket.addComment('somebody', own?.body);
    for (const [key, value] of own?.properties ?? []) quote.properties.set(key, value);
    fake.ticket.comments.reverse();
    expect((await tracker.ownComment(fake.key, PAIR, null))?.id).toBe(posted.id);
    if (own !== undefined) own.body = 'edited';
    own?.properties.clear();
    expect(await tracker.ownComment(fake.key, PAIR, null)).toBeNull();
    expect(await tracker.ownComment(fake.key, PAIR, posted.id)).toEqual({ id: posted.id, textHash: null });
  });

  it('refuses wrong credentials and tells nobody what they were', async () => {
    await start(name, { token: 'wrong-token-77' });
    for (const work of [tracker.ticket(fake.key), tracker.postComment(fake.key, comment('x'))]) {
      const refusal = await work.catch((error: unknown) => error);
      if (!(refusal instanceof Refusal)) throw new Error('not refused');
      expect(JSON.stringify([refusal.fault, wordsOf(refusal.fault), refusal.message])).not.toContain('wrong-token-77');
    }
    expect(fake.ticket.comments).toEqual([]);
  });

  it('says that there is no such ticket', async () => {
    await start(name);
    const other = {
      'Jira Cloud': 'MDEV-1',
      'Jira Data Center': 'MDEV-1',
      GitHub: 'MariaDB/server#8',
      GitLab: 'db/server!13',
      Redmine: '13',
      Bugzilla: '999',
    };
    expect(await codeOf(tracker.ticket(other[name]))).toBe('ticket-not-found');
  });

  it('says what the tracker says of a comment that it does not take', async () => {
    await start(name);
    const refusal = await tracker
      .postComment(fake.key, comment('x'.repeat(1_000_001)))
      .catch((error: unknown) => error);
    if (!(refusal instanceof Refusal)) throw new Error('not refused');
    expect(refusal.fault.code).toBe('tracker-refused');
    expect(wordsOf(refusal.fault).sentence).toMatch(/too long|cannot be longer/);
  });

  it('waits as long as a 429 asks, and gives up after some time', async () => {
    await start(name);
    let refusals = 2;
    fake.twist = () => (refusals-- > 0 ? { status: 429, headers: { 'retry-after': '7' }, body: {} } : null);
    await tracker.postComment(fake.key, comment('patient'));
    expect(wire.waits).toEqual([7000, 7000]);
    expect(fake.ticket.comments).toHaveLength(1);
    fake.twist = () => ({ status: 429, headers: { 'retry-after': '3600' }, body: {} });
    expect(await codeOf(tracker.ticket(fake.key))).toBe('tracker-busy');
    expect(wire.waits).toHaveLength(2);
  });

  it('asks again when a read breaks off, but posts once', async () => {
    await start(name);
    let cuts = 2;
    fake.twist = ({ method }) => (method === 'GET' && cuts-- > 0 ? 'cut-before' : null);
    expect((await tracker.ticket(fake.key)).title).toBe('Contention in purge');
    fake.twist = ({ method }) => (method !== 'GET' ? 'cut-after' : null);
    const lost = await tracker.postComment(fake.key, comment('once')).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(Unanswered);
    expect(fake.ticket.comments).toHaveLength(1);
  });

  it('follows nothing to another host', async () => {
    await start(name);
    fake.twist = () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' }, body: '' });
    expect(await codeOf(tracker.ticket(fake.key))).toBe('tracker-redirect-refused');
    expect(fake.heard).toHaveLength(1);
  });

  it('refuses what is no answer of its API', async () => {
    await start(name);
    for (const body of ['<html>sign in</html>', '{}', '{"id":', '[]']) {
      fake.twist = () => ({ status: 200, headers: { 'content-type': 'application/json' }, body });
      expect(await codeOf(tracker.ticket(fake.key))).toBe('tracker-answer-malformed');
    }
  });

  it('is not called at a private address unless its entry says so', async () => {
    await start(name, { allowPrivate: false });
    expect(await codeOf(tracker.ticket(fake.key))).toBe('tracker-address-private');
    expect(fake.heard).toEqual([]);
  });
});

describe.each(['Jira Cloud', 'Jira Data Center', 'GitLab', 'Redmine', 'Bugzilla'] as const)('files of %s', (name) => {
  it('attaches bytes as they are and gets the same back', async () => {
    await start(name);
    const [attached] = await tracker.attach(fake.key, [file(30_000)]);
    expect(fake.ticket.files.map(({ name, type }) => [name, type])).toEqual([[file(1).fileName, 'image/svg+xml']]);
    if (attached === undefined) throw new Error('nothing attached');
    if (name !== 'GitLab') expect((await tracker.ticket(fake.key)).attachments).toEqual([attached]);
    const back = await tracker.download(fake.key, attached, 30_000);
    expect(Buffer.compare(Buffer.from(back), file(30_000).bytes as Buffer)).toBe(0);
  });

  it('says that a file is too large, of those that it sends and of those that it gets', async () => {
    await start(name);
    expect(await codeOf(tracker.attach(fake.key, [file(FILE_LIMIT + 1)]))).toBe('tracker-too-large');
    expect(fake.ticket.files).toEqual([]);
    const [attached] = await tracker.attach(fake.key, [file(5000)]);
    if (attached === undefined) throw new Error('nothing attached');
    expect(await codeOf(tracker.download(fake.key, attached, 4999))).toBe('tracker-answer-too-large');
  });

  it.skipIf(name === 'GitLab')('takes an attachment away', async () => {
    await start(name);
    const [attached] = await tracker.attach(fake.key, [file(10)]);
    await tracker.remove(fake.key, attached?.id ?? '');
    expect((await tracker.ticket(fake.key)).attachments).toEqual([]);
    if (name !== 'Bugzilla')
      expect(await codeOf(tracker.remove(fake.key, attached?.id ?? ''))).toBe('ticket-not-found');
  });
});

test('Jira refuses an attachment without its header against forged requests', async () => {
  await start('Jira Cloud');
  fake.twist = (heard) => {
    delete heard.headers['x-atlassian-token'];
    return null;
  };
  expect(await codeOf(tracker.attach(fake.key, [file(10)]))).toBe('tracker-unauthorised');
});

test('Jira Cloud: a comment of ours carries its marker in a property, not in its text', async () => {
  await start('Jira Cloud');
  await tracker.postComment(fake.key, comment('text'));
  expect(JSON.stringify(fake.ticket.comments[0]?.body)).not.toContain(PAIR);
  expect(fake.ticket.comments[0]?.properties.get('firebreak')).toEqual({ marker: `firebreak-${PAIR}-aaaaaaaaaaaa` });
});

test('Jira Cloud: files come from a listed media host, without credentials, and from no other', async () => {
  const media = await startGitHub();
  await start('Jira Cloud', { mediaHosts: [new URL(media.url).host] });
  const { id } = fake.ticket.addFile('good.svg', 'x');
  const attachment = { id, fileName: 'good.svg', bytes: 1, reference: null };
  fake.twist = () => ({ status: 303, headers: { location: `${media.url}/file` }, body: '' });
  media.twist = () => ({ status: 200, body: Buffer.from('from the media host') });
  expect(Buffer.from(await tracker.download(fake.key, attachment, 100)).toString()).toBe('from the media host');
  expect(media.heard[0]?.headers.authorization).toBeUndefined();
  media.twist = () => ({ status: 302, headers: { location: 'https://elsewhere.example/file' }, body: '' });
  expect(await codeOf(tracker.download(fake.key, attachment, 100))).toBe('tracker-redirect-refused');
  await media.close();
});

test('Jira Data Center: a file is fetched from its own origin only', async () => {
  await start('Jira Data Center');
  const { id } = fake.ticket.addFile('good.svg', 'x');
  fake.twist = ({ path }) =>
    path.includes('/attachment/')
      ? { status: 200, body: { id, filename: 'a', size: 1, content: 'http://10.0.0.1/secret' } }
      : null;
  const attachment = { id, fileName: 'good.svg', bytes: 1, reference: null };
  expect(await codeOf(tracker.download(fake.key, attachment, 100))).toBe('tracker-redirect-refused');
});

test('GitHub: files are the links in the texts; a comment is found on the second page; a limit by 403 is waited for', async () => {
  await start('GitHub');
  fake.ticket.description =
    'good: [good.svg](https://github.com/user-attachments/files/1/x) and https://github.com/user-attachments/files/2/bad.svg.';
  const { attachments } = await tracker.ticket(fake.key);
  expect(attachments.map(({ fileName }) => fileName)).toEqual(['good.svg', 'bad.svg']);
  expect(
    await codeOf(
      tracker.download(fake.key, attachments[0] ?? { id: '', fileName: '', bytes: null, reference: null }, 10),
    ),
  ).toBe('tracker-redirect-refused');
  expect(await codeOf(tracker.attach(fake.key, []))).toBe('tracker-no-attachments');
  for (let n = 0; n < 120; n++) fake.ticket.addComment('somebody', `talk ${n}`);
  const posted = await tracker.postComment(fake.key, comment('late'));
  let refusals = 1;
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 0, 1) / 1000 + 9) };
  fake.twist = () => (refusals-- > 0 ? { status: 403, headers, body: { message: 'rate limit' } } : null);
  expect((await tracker.ownComment(fake.key, PAIR, null))?.id).toBe(posted.id);
  expect(wire.waits).toEqual([9000]);
});

test('GitLab: files are the uploads that texts link to', async () => {
  await start('GitLab');
  const { id, name } = fake.ticket.addFile('good run.svg', 'svg');
  fake.ticket.addComment('somebody', `see [good run.svg](${uploadPath(id, name)})`);
  const { attachments } = await tracker.ticket(fake.key);
  expect(attachments.map(({ fileName }) => fileName)).toEqual(['good run.svg']);
  const [attachment] = attachments;
  if (attachment === undefined) throw new Error('no attachment');
  expect(Buffer.from(await tracker.download(fake.key, attachment, 10)).toString()).toBe('svg');
});

test('Bugzilla: its numbers of errors are understood', async () => {
  await start('Bugzilla', { token: 'wrong-token-77' });
  expect(await codeOf(tracker.ticket(fake.key))).toBe('tracker-unauthorised');
});

test('an answer that repeats the credentials does not pass them on', async () => {
  await start('Jira Cloud');
  const encoded = Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64');
  fake.twist = () => ({ status: 400, body: { errorMessages: [`bad header Basic ${encoded} of ${TOKEN}`] } });
  const refusal = await tracker.ticket(fake.key).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error('not refused');
  const said = JSON.stringify(refusal.fault);
  expect(said).toContain('***');
  expect(said).not.toContain(TOKEN);
  expect(said).not.toContain(encoded);
});

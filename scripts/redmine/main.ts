/**
 * From a ticket to a ticket on a real Redmine: an issue with two flame graphs, `firebreak ticket compare`, the report read
 * back and compared byte for byte, run again, run with other rules; and names that are markup, on Redmine's own pages.
 *
 *     npm run redmine [-- --picture docs/tickets/redmine.png]
 *
 * It needs the built product, and Debian's packages, which it installs where it may.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { hostileNames } from './hostile.ts';
import { installRedmine, startRedmine } from './instance.ts';
import type { Redmine } from './instance.ts';
import { attachmentOf, createIssue, readIssue } from './issues.ts';
import type { Issue } from './issues.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const example = join(root, 'fixtures/examples/mariadb');
const DESCRIPTION =
  'sysbench oltp_update_index, one row, one thread, 120 seconds: 16826 transactions a second fall to 1406. Flame graphs and sysbench output attached.';
const { picture } = parseArgs({ options: { picture: { type: 'string' } } }).values;

if (installRedmine()) await withEverything();
else process.stdout.write('skipped: there is no Redmine on this machine, and it cannot be installed\n');

async function withEverything(): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'firebreak-redmine-'));
  const browser = await chromium.launch({
    executablePath: process.env['FIREBREAK_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const redmine = await startRedmine(join(work, 'redmine'));
    try {
      await writeFile(join(work, 'trackers.yml'), trackersOf(redmine, 'textile'));
      await roundTrip(redmine, work, browser);
      await hostileNames(redmine, browser, 'textile');
      redmine.setFormatting('markdown');
      await inMarkdown(redmine, work, browser);
      await hostileNames(redmine, browser, 'markdown');
    } finally {
      await redmine.stop();
    }
  } finally {
    await browser.close();
    await rm(work, { recursive: true, force: true });
  }
}

function trackersOf({ url, keyFile }: Redmine, markup: 'textile' | 'markdown'): string {
  const entry = { name: 'redmine', kind: 'redmine', url, tokenFile: keyFile, allowPrivate: true, markup };
  return JSON.stringify({ trackers: [entry] });
}

/** Runs the product as a user does, and shows it. */
function firebreak(work: string, ...args: readonly string[]): string {
  process.stdout.write(`\n$ firebreak ${args.join(' ')}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, FIREBREAK_DATA: work, FIREBREAK_TRACKERS: '' },
  });
  process.stdout.write(stderr + stdout);
  assert.equal(status, 0);
  return stdout;
}

async function roundTrip(redmine: Redmine, work: string, browser: Browser): Promise<void> {
  const file = async (name: string, source: string, type: string) => ({
    name,
    type,
    bytes: await readFile(join(example, source)),
  });
  const id = await createIssue(
    redmine,
    'Update of one row: purge takes it all with innodb_purge_batch_size=1000',
    DESCRIPTION,
    [
      await file('good-purge-batch-127.svg', 'good.svg', 'image/svg+xml'),
      await file('bad-purge-batch-1000.svg', 'bad.svg', 'image/svg+xml'),
      await file('sysbench-good.txt', 'good.sysbench.txt', 'text/plain'),
      await file('sysbench-bad.txt', 'bad.sysbench.txt', 'text/plain'),
    ],
  );
  const ticket = `${redmine.url}/issues/${id}`;
  const saved = join(work, 'saved');
  firebreak(work, 'ticket', 'show', ticket);
  firebreak(work, 'ticket', 'compare', ticket, '--save', saved);

  const first = await readIssue(redmine, id);
  assert.equal(first.notes.length, 1);
  assert.match(first.notes[0]?.text ?? '', /row.*purge.*is.*unsafe/);
  await expectFiles(redmine, first, saved);
  await expectNote(browser, ticket);
  if (picture !== undefined) await takePicture(browser, ticket, picture);

  const again = firebreak(work, 'ticket', 'compare', ticket);
  assert.match(again, /unchanged/);
  assert.deepEqual(await readIssue(redmine, id), first);

  const changed = firebreak(work, 'ticket', 'compare', ticket, '--level', 'none');
  assert.match(changed, /changed in place/);
  const second = await readIssue(redmine, id);
  assert.equal(second.notes.length, 1);
  assert.equal(second.notes[0]?.id, first.notes[0]?.id);
  assert.notEqual(second.notes[0]?.text, first.notes[0]?.text);
  assert.equal(second.attachments.length, first.attachments.length);

  firebreak(work, 'ticket', 'compare', ticket);
  assert.equal((await readIssue(redmine, id)).notes[0]?.text, first.notes[0]?.text);
}

/** The same report where Redmine's texts are Markdown. */
async function inMarkdown(redmine: Redmine, work: string, browser: Browser): Promise<void> {
  await writeFile(join(work, 'trackers.yml'), trackersOf(redmine, 'markdown'));
  const id = await createIssue(redmine, 'The same in Markdown', '', []);
  const ticket = `${redmine.url}/issues/${id}`;
  const sides = ['--good', join(example, 'good.svg'), '--bad', join(example, 'bad.svg')];
  firebreak(work, 'ticket', 'attach', ticket, ...sides);
  await expectNote(browser, ticket);
  assert.match(firebreak(work, 'ticket', 'attach', ticket, ...sides), /unchanged/);
}

/** What hangs on the issue is, byte for byte, what was saved beside. */
async function expectFiles(redmine: Redmine, issue: Issue, saved: string): Promise<void> {
  const names = (await readdir(saved)).sort();
  assert.deepEqual(new Set(names.map((name) => name.split('.').at(-1))), new Set(['html', 'png', 'svg']));
  const attached = issue.attachments.map(({ name }) => name).filter((name) => name.startsWith('firebreak-'));
  assert.deepEqual(attached.sort(), names);
  for (const name of names) {
    const bytes = await attachmentOf(redmine, issue, name);
    assert.equal(Buffer.compare(bytes, await readFile(join(saved, name))), 0);
    process.stdout.write(
      `${name}: ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}\n`,
    );
  }
}

/** Redmine shows the note as it is meant: a table, the picture, links to the files, and no marker. */
async function expectNote(browser: Browser, ticket: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  await page.goto(ticket);
  const note = page.locator('#history .wiki').first();
  assert.ok((await note.locator('table tr').count()) > 5);
  const image = note.locator('img');
  await image.scrollIntoViewIfNeeded();
  type Image = { decode(): Promise<void>; naturalWidth: number };
  assert.ok((await image.evaluate((one: Image) => one.decode().then(() => one.naturalWidth))) > 1000);
  for (const ending of [/\.png$/, /\.svg$/, /\.html$/]) {
    assert.equal(await note.locator('a.attachment', { hasText: ending }).count(), 1);
  }
  assert.doesNotMatch(await note.innerText(), /firebreak-[0-9a-f]{16}-/);
  await page.close();
}

/** The issue from its title to the explanations, small enough for a document. */
async function takePicture(browser: Browser, ticket: string, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1040, height: 2600 }, deviceScaleFactor: 0.85 });
  const page = await context.newPage();
  await page.goto(ticket, { waitUntil: 'networkidle' });
  await page.screenshot({ path, clip: { x: 0, y: 110, width: 790, height: 1750 } });
  await context.close();
}

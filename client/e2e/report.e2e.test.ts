/** The report in one HTML file, opened from the disk as whoever got it by mail opens it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firebreak } from '../../cli/cli.testkit.ts';
import { reportPage } from '../../pipeline/node-report-page.ts';
import { TWO_HUNDRED_NAMES, twoHundredNames } from '../../render/hostile-names.testkit.ts';
import { comparisonToHtml } from '../../render/html.ts';
import { comparisonOf } from '../../render/render.testkit.ts';
import { accessibilityFaults, exampleFile, graphIsDrawn, placeOnCanvas, startBrowser } from './browser.testkit.ts';
import type { Browser } from 'playwright-core';
import { readFileSync } from 'node:fs';

const MOST_BYTES = 700_000;
const PERMALINK = 'https://firebreak.example/c/0123';

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'firebreak-report-'));

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

interface OpenedReport {
  readonly page: Page;
  /** Uncaught errors, dialogs, violations of the policy, and requests beside that for the file. */
  readonly trouble: readonly string[];
}

async function open(name: string, html: string, options: { javaScriptEnabled?: boolean } = {}): Promise<OpenedReport> {
  const path = join(folder, name);
  writeFileSync(path, html);
  const url = pathToFileURL(path).href;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text());
  });
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== url) trouble.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, trouble };
}

async function mariadbReport(): Promise<string> {
  const files = Object.fromEntries(['good.svg', 'bad.svg'].map((name) => [name, readFileSync(exampleFile(name))]));
  const args = ['diff', '-q', 'good.svg', 'bad.svg', '--permalink', PERMALINK, '-o', 'out.html'];
  const { code, saved } = await firebreak(args, files);
  expect(code).toBe(0);
  return Buffer.from(saved.get('out.html') ?? []).toString('utf8');
}

it('is the whole page without a server: search, zoom, table, and no request', async () => {
  const html = await mariadbReport();
  expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES);
  const { page, trouble } = await open('report.html', html);
  await graphIsDrawn(page);
  expect(await page.locator('h1').innerText()).toContain('row_purge_is_unsafe grew from 2.5 % to 92.9 %');
  expect(await page.title()).toContain('row_purge_is_unsafe');

  // Zoom: the third row of the drawing holds `clone3`; the way back stands above the graph.
  const at = await placeOnCanvas(page, 0.25, 2);
  await page.mouse.click(at.x, at.y);
  await expect.poll(() => page.locator('.breadcrumbs').innerText()).toContain('clone3');
  expect(page.url()).toContain('focus=');
  await page.goBack();
  await expect.poll(() => page.locator('.breadcrumbs').innerText()).not.toContain('clone3');

  await page.keyboard.press('/');
  await page.keyboard.type('buf_');
  await expect.poll(() => page.locator('.found').innerText()).toContain('of all stacks');
  await page.getByRole('button', { name: 'Search by pattern' }).click();
  await page.getByRole('searchbox', { name: 'Search frames' }).fill('^row_purge');
  await expect.poll(() => page.locator('.found').innerText()).toContain('of all stacks');

  await page.getByPlaceholder('Filter by name').fill('trx_undo');
  await expect.poll(() => page.locator('.functions').textContent()).toContain('trx_undo_rec_get_row_ref');
  await page.getByRole('radio', { name: 'Leaf first' }).check({ force: true });
  await graphIsDrawn(page);

  expect(await page.getByRole('link', { name: 'the comparison on its server' }).getAttribute('href')).toBe(PERMALINK);
  expect(await page.getByRole('region', { name: 'Made of' }).innerText()).toMatch(/good\.svg\s+[0-9a-f]{64}/);
  for (const absent of ['Rules…', '⇄ Exchange sides']) {
    expect(await page.getByRole('button', { name: absent }).count()).toBe(0);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await page.context().close();
});

it('holds hostile names as data: no element, no request, no code', async () => {
  const page = reportPage();
  if (!page.ok) throw new Error('run npm run build first');
  const comparison = comparisonOf(twoHundredNames(), twoHundredNames(7));
  const html = [...comparisonToHtml(comparison, { page: page.value, permalink: null })].join('');
  for (const name of TWO_HUNDRED_NAMES) {
    // What could be markup is nowhere in the file as it came; the longest ones are cut in sentences.
    if (/<[a-z!/?]/i.test(name)) expect(html.includes(name)).toBe(false);
  }
  const { page: opened, trouble } = await open('hostile.html', html);
  await graphIsDrawn(opened);
  const box = await opened.locator('.flame-canvas').boundingBox();
  for (let step = 0; step < 60; step++) {
    await opened.mouse.move((box?.x ?? 0) + ((box?.width ?? 0) * (step + 0.5)) / 60, (box?.y ?? 0) + 45);
  }
  await opened.getByRole('radio', { name: 'Rows' }).check({ force: true });
  await opened.locator('.functions').scrollIntoViewIfNeeded();
  const elements = await opened.evaluate(() => ({
    scripts: document.scripts.length,
    strange: document.querySelectorAll('img, iframe, object, embed, foreignObject, math, base, form, link, video')
      .length,
    styles: document.querySelectorAll('style').length,
  }));
  expect(elements).toEqual({ scripts: 2, strange: 0, styles: 1 });
  expect(trouble).toEqual([]);
  await opened.context().close();
});

it('says its sentences to readers without scripts', async () => {
  const { page, trouble } = await open('still.html', await mariadbReport(), { javaScriptEnabled: false });
  expect(await page.locator('noscript, h1').first().innerText()).toContain('row_purge_is_unsafe grew');
  expect(await page.locator('ol li').count()).toBeGreaterThan(3);
  expect(trouble).toEqual([]);
  await page.context().close();
});

it('says that it is damaged instead of showing nothing', async () => {
  const html = await mariadbReport();
  const at = html.indexOf('H4sI');
  const { page } = await open('damaged.html', `${html.slice(0, at + 5000)}${html.slice(at + 5400)}`);
  await expect.poll(() => page.locator('main').innerText()).toContain('The comparison in this file cannot be read.');
  await page.context().close();
});

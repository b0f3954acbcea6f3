import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonOf, hostileProfile } from './render.testkit.ts';
import { comparisonToSvg, profileToSvg } from './svg.ts';

/** The SVG in a real browser: on its own, where its script runs, and as an image, where it does not. */
const folder = mkdtempSync(join(tmpdir(), 'firebreak-svg-'));
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** Errors, dialogs and requests beside the file itself: there must be none. */
  readonly trouble: string[];
}

async function open(name: string, content: string): Promise<Opened> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const page = await browser.newPage({ viewport: { width: 1220, height: 800 } });
  const trouble: string[] = [];
  const url = pathToFileURL(path).href;
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('dialog', (dialog) => {
    trouble.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith(pathToFileURL(folder).href)) trouble.push(request.url());
  });
  await page.goto(url);
  return { page, trouble };
}

const svgOf = (base: string, head: string) => [...comparisonToSvg(comparisonOf(base, head))].join('');
const frame = (page: Page, name: string) => page.locator(`[data-fb-name="${name}"] > rect`);
const widthOf = async (page: Page, name: string) => Number(await frame(page, name).getAttribute('width'));
const hint = (page: Page) => page.locator('#fb-hint').textContent();
const details = (page: Page) => page.locator('#fb-details').textContent();

describe('opened on its own', () => {
  const svg = svgOf(
    'main;parse;read 10 / main;parse;lex 30 / main;run;read 20 / main;run;wait 40',
    'main;parse;read 10 / main;parse;lex 30 / main;run;read 20 / main;run;wait 340',
  );

  it('zooms by click and back', async () => {
    const { page, trouble } = await open('zoom.svg', svg);
    const before = await widthOf(page, 'parse');
    await frame(page, 'parse').click();
    expect(await widthOf(page, 'parse')).toBeCloseTo(1180, 1);
    expect(await widthOf(page, 'main')).toBeCloseTo(1180, 1);
    expect(await frame(page, 'wait').isVisible()).toBe(false);
    expect(await details(page)).toContain('parse: 40.0 % → 10.0 % of samples, -30.0 points');
    await page.locator('#fb-reset').click();
    expect(await widthOf(page, 'parse')).toBeCloseTo(before, 1);
    expect(await frame(page, 'wait').isVisible()).toBe(true);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('moves and zooms by keyboard', async () => {
    const { page } = await open('keys.svg', svg);
    await page.keyboard.press('ArrowDown');
    expect(await details(page)).toMatch(/^main: /);
    await page.keyboard.press('ArrowDown');
    expect(await details(page)).toMatch(/^run: /);
    await page.keyboard.press('ArrowLeft');
    expect(await details(page)).toMatch(/^parse: /);
    await page.keyboard.press('Enter');
    expect(await widthOf(page, 'parse')).toBeCloseTo(1180, 1);
    await page.keyboard.press('Escape');
    expect(await details(page)).toMatch(/^all: /);
    await page.close();
  });

  it('searches names as text and adds up the shares once a stack', async () => {
    const { page } = await open('search.svg', svg);
    await page.keyboard.press('/');
    await page.keyboard.type('R');
    // run and parse match, and read inside them adds nothing: everything is below them.
    expect(await hint(page)).toBe('4 drawn frames match: base 100.0 %, head 100.0 %');
    await page.keyboard.type('EAD');
    expect(await hint(page)).toBe('2 drawn frames match: base 30.0 %, head 7.5 %');
    expect(await frame(page, 'read').first().getAttribute('fill')).toBe('#ffee33');
    await page.locator('#fb-search').fill('.*');
    expect(await hint(page)).toBe('no drawn frame matches');
    await page.keyboard.press('Escape');
    expect(await frame(page, 'read').first().getAttribute('fill')).not.toBe('#ffee33');
    await page.close();
  });

  it('runs nothing that a name contains', async () => {
    const hostile = [...comparisonToSvg(comparisonOf(hostileProfile(), hostileProfile(2)))].join('');
    const { page, trouble } = await open('hostile.svg', hostile);
    const frames = await page.locator('[data-fb-depth] > rect').all();
    expect(frames.length).toBe(22);
    for (const one of frames) await one.hover({ force: true });
    await page.locator('#fb-search').fill('<script>');
    await frames[5]!.click({ force: true });
    expect(await page.locator('img').count()).toBe(0);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('shows shares of the one side of a plain profile', async () => {
    const { page, trouble } = await open('plain.svg', [...profileToSvg(hostileProfile())].join(''));
    await page.locator('#fb-search').fill('hot');
    expect(await hint(page)).toMatch(/^1 drawn frames match: \d/);
    expect(trouble).toEqual([]);
    await page.close();
  });
});

describe('as an image', () => {
  it('has its whole picture without a script', async () => {
    writeFileSync(join(folder, 'image.svg'), svgOf('main;a 10 / main;gone 10', 'main;a 10'));
    const { page, trouble } = await open('image.html', '<!doctype html><img id="picture" src="image.svg">');
    const size = await page.evaluate('[document.images[0].naturalWidth, document.images[0].complete]');
    expect(size).toEqual([1200, true]);
    // The bar of `a`, and the dashed outline of the vanished frame, are there: the picture is not blank.
    const shot = await page.locator('#picture').screenshot();
    expect(shot.length).toBeGreaterThan(10_000);
    expect(trouble).toEqual([]);
    await page.close();
  });
});

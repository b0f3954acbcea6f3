/** Hostile names in our SVG, in Chromium: as a document, where its script runs, and as `<img>`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SaxesParser } from 'saxes';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TWO_HUNDRED_NAMES, twoHundredNames } from '../../render/hostile-names.testkit.ts';
import { comparisonOf } from '../../render/render.testkit.ts';
import { startBrowser } from './browser.testkit.ts';
import { comparisonToSvg, profileToSvg } from '../../render/svg.ts';

const folder = mkdtempSync(join(tmpdir(), 'firebreak-hostile-'));
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(name: string, content: string): Promise<{ page: Page; trouble: readonly string[] }> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const page = await browser.newPage({ viewport: { width: 1220, height: 800 } });
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('dialog', (dialog) => {
    trouble.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(pathToFileURL(folder).href)) trouble.push(request.url());
  });
  await page.goto(pathToFileURL(path).href);
  return { page, trouble };
}

const PICTURES: readonly (readonly [string, () => string])[] = [
  ['a comparison', () => [...comparisonToSvg(comparisonOf(twoHundredNames(), twoHundredNames(7)))].join('')],
  ['a profile', () => [...profileToSvg(twoHundredNames())].join('')],
];

describe.each(PICTURES)('more than two hundred names in the SVG of %s', (_, picture) => {
  it('are well-formed XML and text', () => {
    const faults: string[] = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => faults.push(error.message));
    parser.write(picture()).close();
    expect(faults).toEqual([]);
  });

  it('make no element, run no code and ask for nothing, opened on their own', async () => {
    const { page, trouble } = await open('picture.svg', picture());
    const elements = () =>
      page.evaluate(() => [...new Set(Array.from(document.querySelectorAll('svg *'), ({ localName }) => localName))]);
    // What the script adds for its search box stands beside what was drawn.
    const own = ['button', 'desc', 'div', 'foreignObject', 'g', 'input', 'rect', 'script', 'text', 'title', 'tspan'];
    expect((await elements()).filter((name) => !own.includes(name))).toEqual([]);
    expect(await page.evaluate(() => document.querySelectorAll('script').length)).toBe(1);
    const frames = await page.$$('[data-fb-depth]');
    expect(frames.length).toBe(TWO_HUNDRED_NAMES.length + 2);
    for (const frame of frames.slice(0, 60)) await frame.dispatchEvent('mouseover');
    for (const frame of frames.slice(-20)) await frame.dispatchEvent('click');
    expect((await elements()).filter((name) => !own.includes(name))).toEqual([]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('are a picture as <img>', async () => {
    writeFileSync(join(folder, 'shown.svg'), picture());
    const { page, trouble } = await open('index.html', '<!doctype html><img src="shown.svg">');
    const size = await page.evaluate(async () => {
      const image = document.querySelector('img');
      await image?.decode();
      return [image?.naturalWidth, (image?.naturalHeight ?? 0) > 100];
    });
    expect(size).toEqual([1200, true]);
    expect(trouble).toEqual([]);
    await page.close();
  });
});

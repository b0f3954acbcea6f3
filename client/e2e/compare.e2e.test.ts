import { createReadStream } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { percent } from '../../core/words/numbers.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import { comparisonWords } from '../../core/words/comparison.ts';
import { compareRuns, DEFAULT_READ_LIMITS, readFile } from '../../pipeline/index.ts';
import {
  accessibilityFaults,
  compared,
  exampleFile,
  frameLabels,
  graphIsDrawn,
  layoutShift,
  placeInDocument,
  startSite,
  status,
} from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const GOOD = 'main;parse 300\nmain;run;lock 100\nmain;run;work 500\nmain;old_way;step 100\n';
const BAD = 'main;parse 300\nmain;run;lock 1000\nmain;run;work 500\nmain;new_way;step 200\n';

/** The classic drawer has an element for each frame. */
const SVG = '?drawer=svg';

async function examplePath(): Promise<string> {
  const response = await fetch(`${site.url}/api/v1/example`);
  return ((await response.json()) as { page: string }).page;
}

async function exampleByPipeline(): Promise<Comparison> {
  const sides = await Promise.all(
    ['good.svg', 'bad.svg'].map(async (fileName) => {
      const read = await readFile(createReadStream(exampleFile(fileName)), { fileName, limits: DEFAULT_READ_LIMITS });
      if (!read.ok) throw new Error(read.error.code);
      return read.value.file.profiles.map(({ profile }) => profile);
    }),
  );
  const result = await compareRuns(sides[0] ?? [], sides[1] ?? []);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

describe('the MariaDB example', () => {
  it('shows the numbers that the pipeline computes', async () => {
    const comparison = await exampleByPipeline();
    const { tree, functions } = comparison;
    const { page, faults } = await site.open(await examplePath());
    await graphIsDrawn(page);
    expect(await page.locator('h1').innerText()).toBe(comparisonWords(comparison).headline);
    const [base, head] = tree.sides;
    for (const name of ['trx_purge', 'dispatch_command']) {
      const func = tree.functions.names.findIndex((one) => one.includes(name));
      await page.getByRole('searchbox', { name: 'Filter functions by name' }).fill(tree.functions.names[func] ?? '');
      const row = page.locator('.table-body .table-row').first();
      await expect.poll(() => row.locator('.column-name .name').getAttribute('title')).toBe(tree.functions.names[func]);
      const cells = await row.locator('[role=gridcell]').allTextContents();
      expect(cells[1]).toBe(percent((functions.baseTotal[func] ?? 0) / (base?.sum ?? 1)));
      expect(cells[2]).toBe(percent((functions.headTotal[func] ?? 0) / (head?.sum ?? 1)));
    }
    expect(faults).toEqual([]);
  });

  it('searches with the share of both sides and walks over the matches', async () => {
    const { page } = await site.open(`${await examplePath()}${SVG}`);
    await graphIsDrawn(page);
    await page.keyboard.press('/');
    await page.keyboard.type('TRX_PURGE');
    const found = page.locator('.found');
    await expect.poll(() => found.innerText()).toMatch(/in .* % → .* % of all stacks/);
    expect(await page.locator('g.frame.matched').count()).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    expect(await found.locator('.step-count').innerText()).toMatch(/^1 \/ /);
    await expect.poll(() => page.url()).toContain('search=TRX_PURGE');
  });

  it('is accessible in both themes, and fits 400 px', async () => {
    const path = await examplePath();
    for (const colorScheme of ['light', 'dark'] as const) {
      const wide = await site.open(path, { colorScheme });
      await graphIsDrawn(wide.page);
      expect(await accessibilityFaults(wide.page)).toEqual([]);
    }
    const { page } = await site.open(path, { width: 400, height: 800 });
    await graphIsDrawn(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe('the graph', () => {
  it('shows new and vanished frames in the common layout, and one side only on demand', async () => {
    const { page } = await site.open(`${await compared(site, GOOD, BAD)}${SVG}`);
    await graphIsDrawn(page);
    expect(await frameLabels(page)).toEqual(expect.arrayContaining(['old_way', 'new_way']));
    await page.locator('input[name=layout][value=head]').check({ force: true });
    await expect.poll(() => frameLabels(page)).not.toContain('old_way');
    await page.goBack();
    await expect.poll(() => frameLabels(page)).toContain('old_way');
  });

  it('is walked and zoomed by keyboard, and the back button goes back', async () => {
    const { page } = await site.open(`${await compared(site, GOOD, BAD)}${SVG}`);
    await graphIsDrawn(page);
    await page.locator('.graph-scroller').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('main: 100.0 % → 100.0 %');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('run: 60.0 % → 75.0 %, +15.0 points');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => status(page)).toContain('parse');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.breadcrumbs [aria-current]').innerText()).toBe('run');
    expect(await frameLabels(page)).not.toContain('parse');
    await page.keyboard.press('Escape');
    await expect.poll(() => frameLabels(page)).toContain('parse');
    await page.goBack();
    await expect.poll(() => page.locator('.breadcrumbs [aria-current]').innerText()).toBe('run');
    await page.locator('.graph-scroller').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('.breadcrumbs [aria-current]').innerText()).toBe('all');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  });

  it('zooms by click, keeps the zoom in the address, and tells all numbers under the pointer', async () => {
    const { page } = await site.open(`${await compared(site, GOOD, BAD)}${SVG}`);
    await graphIsDrawn(page);
    await page.locator('g.frame', { hasText: 'run' }).first().locator('rect').click();
    await expect.poll(() => page.locator('.breadcrumbs [aria-current]').innerText()).toBe('run');
    await page.reload();
    await graphIsDrawn(page);
    expect(await page.locator('.breadcrumbs [aria-current]').innerText()).toBe('run');
    await page.locator('g.frame', { hasText: 'lock' }).first().locator('rect').hover();
    const tip = await page.locator('.tooltip').innerText();
    for (const text of ['lock', '10.0 %', '50.0 %', '+40.0', '5.00×', '100', '1,000']) expect(tip).toContain(text);
  });

  it('draws a stack 100,000 frames deep, and goes deeper by handles', async () => {
    const deep = Array.from({ length: 100_000 }, (_, i) => `f${i % 7}`).join(';');
    const { page, faults } = await site.open(
      `${await compared(site, `main;x 5\n${deep} 10\n`, `main;x 5\n${deep} 30\n`)}${SVG}`,
    );
    await graphIsDrawn(page);
    const handle = page.locator('g.frame.bar-deeper');
    expect(await handle.textContent()).toBe('… 99,760 frames deeper');
    await page.locator('.graph-scroller').evaluate((box) => {
      box.scrollTop = box.scrollHeight;
    });
    // A click while the graph is still being drawn goes to a frame that is about to be replaced: a person clicks again.
    await expect
      .poll(async () => {
        if ((await handle.textContent()) === '… 99,760 frames deeper') await handle.locator('rect').click();
        return handle.textContent();
      })
      .toBe('… 99,520 frames deeper');
    expect(await page.locator('g.frame.bar-above').textContent()).toContain('frames above');
    expect(await page.locator('g.frame').count()).toBeLessThan(1500);
    expect(faults).toEqual([]);
  });

  it('moves nothing after the first paint, nor below the graph when a frame is zoomed or searched for', async () => {
    const { page } = await site.open(`${await compared(site, GOOD, BAD)}${SVG}`);
    await graphIsDrawn(page);
    expect(await layoutShift(page)).toBe(0);
    const place = await placeInDocument(page, '.functions');
    await page.locator('g.frame', { hasText: 'run' }).first().locator('rect').click();
    await page.getByRole('searchbox', { name: 'Search frames' }).fill('lock');
    await expect.poll(() => page.locator('.found').innerText()).toContain('of all stacks');
    expect(await placeInDocument(page, '.functions')).toEqual(place);
  });
});

describe('the view in the address', () => {
  it('is restored', async () => {
    const path = await compared(site, GOOD, BAD);
    const { page } = await site.open(
      `${path}?drawer=svg&layout=head&direction=flame&palette=classic&sort=name&order=down&search=lock`,
    );
    await graphIsDrawn(page);
    expect(await page.locator('input[name=layout][value=head]').isChecked()).toBe(true);
    expect(await page.locator('input[name=direction][value=flame]').isChecked()).toBe(true);
    expect(await page.locator('input[name=palette][value=classic]').isChecked()).toBe(true);
    expect(await page.locator('.legend').innerText()).toContain('Red: larger share');
    expect(await page.locator('.column-name[aria-sort=descending]').count()).toBe(1);
    expect(await page.locator('g.frame.matched').count()).toBe(1);
    const [all, lock] = await Promise.all(
      ['all', 'lock'].map((name) => page.locator('g.frame', { hasText: name }).first().locator('rect').boundingBox()),
    );
    expect(all?.y).toBeGreaterThan(lock?.y ?? Number.POSITIVE_INFINITY);
  });

  it('that means nothing shows everything', async () => {
    const { page, faults } = await site.open(
      `${await compared(site, GOOD, BAD)}?drawer=svg&focus=3.zzz&layout=x&sort=y&mark=99999.a`,
    );
    await graphIsDrawn(page);
    expect(await page.locator('.breadcrumbs [aria-current]').innerText()).toBe('all');
    expect(faults).toEqual([]);
  });
});

describe('explanations and functions', () => {
  it('shows an explanation in the graph', async () => {
    const { page } = await site.open(`${await compared(site, GOOD, BAD)}${SVG}`);
    await graphIsDrawn(page);
    const card = page.locator('.card').first();
    expect(await card.innerText()).toMatch(/lock[^]*10\.0 %[^]*50\.0 %[^]*\+40\.0[^]*5\.00×/);
    await card.click();
    await expect.poll(() => status(page)).toContain('lock: 10.0 % → 50.0 %');
    expect(await card.getAttribute('aria-pressed')).toBe('true');
    const chained = page.locator('g.frame.chained');
    await expect.poll(() => chained.allTextContents()).toEqual([expect.stringContaining('lock')]);

    await page.goBack();
    await expect.poll(() => card.getAttribute('aria-pressed')).toBe('false');
    await page.mouse.move(0, 0);
    await card.blur();
    await expect.poll(() => chained.count()).toBe(0);
    await card.hover();
    await expect.poll(() => chained.count()).toBe(1);
  });

  it('sorts, filters and marks functions', async () => {
    const { page } = await site.open(`${await compared(site, GOOD, BAD)}${SVG}`);
    await graphIsDrawn(page);
    const names = () => page.locator('.table-body .column-name').allTextContents();
    await page.getByRole('button', { name: 'Function' }).click();
    await expect.poll(names).toEqual(['lock', 'main', 'new_way', 'old_way', 'parse', 'run', 'step', 'work']);
    await page.getByRole('searchbox', { name: 'Filter functions by name' }).fill('WAY');
    await expect.poll(names).toEqual(['new_way', 'old_way']);
    await page.locator('.table-body .table-row').first().click();
    await expect.poll(() => page.locator('.marked-function').innerText()).toContain('new_way');
    expect(await page.locator('g.frame.matched').count()).toBe(1);
    expect(page.url()).toContain('filter=WAY');
  });

  it('holds 100,000 functions with few elements', async () => {
    const many = (by: number) =>
      Array.from({ length: 100_000 }, (_, i) => `main;fn_${i} ${1 + ((i * by) % 40)}`).join('\n');
    const { page } = await site.open(await compared(site, many(7), many(11)));
    await graphIsDrawn(page);
    expect(await page.locator('.functions-head').innerText()).toContain('100,001 functions');
    expect(await page.locator('.table-body .table-row').count()).toBeLessThan(60);
    await page.locator('.table').evaluate((box) => {
      box.scrollTop = box.scrollHeight;
    });
    await page.locator('.table-body .table-row[aria-rowindex="100002"]').waitFor();
  });

  it('compares again under another level, at another address, and exchanges the sides', async () => {
    const { page } = await site.open(`${await compared(site, GOOD, BAD)}${SVG}`);
    await graphIsDrawn(page);
    const first = page.url();
    await page.getByRole('radio', { name: 'None' }).click({ force: true });
    await page.waitForURL((url) => url.href !== first);
    await graphIsDrawn(page);
    expect(await page.getByRole('radio', { name: 'None' }).isChecked()).toBe(true);
    const second = page.url();
    await page.getByRole('button', { name: 'Exchange sides' }).click();
    await page.waitForURL((url) => url.href !== second);
    await expect.poll(() => page.locator('.card').first().innerText()).toMatch(/50\.0 %[^]*10\.0 %/);
    await page.goBack();
    await expect.poll(() => page.locator('.card').first().innerText()).toMatch(/10\.0 %[^]*50\.0 %/);
  });
});

describe('hostile names', () => {
  const names = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(2)>',
    'a(b[c*',
    '\u202egnp.exe',
    'שלום עולם',
    '👩‍👩‍👧‍👦 emoji',
    '__proto__',
    'constructor',
    'x'.repeat(10_000),
    '\u001b[31mred',
  ];
  it('stay text everywhere', async () => {
    const folded = (by: number) =>
      names.map((name, i) => `main;${name};leaf ${100 + (names.length - i) * by}`).join('\n');
    const { page, faults } = await site.open(`${await compared(site, folded(1), folded(40), 'none')}${SVG}`);
    await graphIsDrawn(page);
    expect(await page.locator('script:not([src])').count()).toBe(0);
    expect(await page.locator('main img').count()).toBe(0);
    for (const name of ['<script>alert(1)</script>', '__proto__', 'a(b[c*', '[U+202E]gnp.exe']) {
      expect(await page.locator(`.table-body .name[title=${JSON.stringify(name)}]`).count()).toBe(1);
    }
    await page.getByRole('searchbox', { name: 'Search frames' }).fill('a(b[c*');
    await expect.poll(() => page.locator('.found').innerText()).toContain('of all stacks');
    await page.getByRole('searchbox', { name: 'Search frames' }).fill('');
    await page.locator('g.frame', { hasText: '<script>' }).first().locator('rect').hover();
    expect(await page.locator('.tooltip .facts-name').innerText()).toBe('<script>alert(1)</script>');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(faults).toEqual([]);
  });
});

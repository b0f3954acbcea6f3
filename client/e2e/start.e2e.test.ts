import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { percent } from '../../core/words/numbers.ts';
import {
  accessibilityFaults,
  drop,
  exampleFile,
  graphIsDrawn,
  pick,
  placeInDocument,
  startSite,
  textFile,
} from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const GOOD = 'main;parse 30\nmain;run;lock 10\nmain;run;work 60\n';
const BAD = 'main;parse 30\nmain;run;lock 110\nmain;run;work 60\n';

describe('choosing files', () => {
  it('compares two dropped files without another click, and shows their numbers', async () => {
    const { page, faults } = await site.open('/');
    await drop(page, '[data-side=base]', [{ name: 'good.folded', text: GOOD }]);
    expect(await page.locator('.zone.side-base .files').innerText()).toContain('good.folded');
    await drop(page, '[data-side=head]', [{ name: 'bad.folded', text: BAD }]);
    await page.waitForURL('**/c/*');
    await graphIsDrawn(page);
    const row = page.locator('.table-body .table-row', { hasText: 'lock' });
    const cells = await row.locator('[role=gridcell]').allTextContents();
    expect(cells.slice(1, 3)).toEqual([percent(0.1), percent(0.55)]);
    expect(cells[3]).toBe('+45.0');
    expect(cells[4]).toBe('5.50×');
    expect(faults).toEqual([]);
  });

  it('takes several runs of each side from the file picker and waits for the button', async () => {
    const { page } = await site.open('/');
    await pick(page, 'base', [textFile('a1.folded', GOOD), textFile('a2.folded', GOOD)]);
    await pick(page, 'head', [textFile('b1.folded', BAD), textFile('b2.folded', BAD)]);
    expect(await page.locator('.files li').count()).toBe(4);
    await page.getByRole('button', { name: 'Remove b2.folded' }).click();
    expect(await page.locator('.zone.side-head .files').innerText()).not.toContain('b2.folded');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.waitForURL('**/c/*');
    expect(await page.locator('.totals').innerText()).toContain('1 more run');
  });

  it('asks for the side of files that are dropped beside the zones, guessing from the names', async () => {
    const { page } = await site.open('/');
    await drop(page, 'h1', [
      { name: 'after.folded', text: `${BAD}main;x 1\n` },
      { name: 'before.folded', text: `${GOOD}main;x 1\n` },
    ]);
    await page.getByRole('button', { name: 'Add 2 files' }).click();
    await page.waitForURL('**/c/*');
    expect(await page.locator('.totals tr.side-base').innerText()).toContain('before.folded');
  });

  it('takes pasted stacks', async () => {
    const { page } = await site.open('/');
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    }, GOOD);
    await page.getByRole('button', { name: 'Add 1 file' }).click();
    expect(await page.locator('.zone.side-base .files').innerText()).toContain('pasted text');
    expect(await page.locator('.zone.side-head .files').innerText()).toContain('Drop files here');
  });

  it('exchanges the sides', async () => {
    const { page } = await site.open('/');
    await pick(page, 'base', textFile('one.folded', GOOD));
    await page.getByRole('button', { name: 'Exchange good and bad' }).click();
    expect(await page.locator('.zone.side-head .files').innerText()).toContain('one.folded');
  });

  it('opens the example', async () => {
    const { page, faults } = await site.open('/');
    await page.getByRole('button', { name: 'Try the example' }).click();
    await page.waitForURL('**/c/*');
    await graphIsDrawn(page);
    expect(await page.locator('h1').innerText()).toContain('purge');
    expect(faults).toEqual([]);
  });

  it('compares the flame graphs of the example as files', async () => {
    const { page } = await site.open('/');
    await pick(page, 'base', exampleFile('good.svg'));
    await pick(page, 'head', exampleFile('bad.svg'));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.waitForURL('**/c/*');
    await graphIsDrawn(page);
    expect(await page.locator('h1').innerText()).toContain('purge');
  });
});

describe('files that cannot be compared', () => {
  const chart =
    '<svg xmlns="http://www.w3.org/2000/svg"><rect x="1" y="1" width="5" height="9"/><text>Sales</text></svg>';
  const cases: readonly (readonly [what: string, text: string])[] = [
    ['an empty file', ''],
    ['a binary file', '\u0000\u0001\u0002PNG\u0000\u0003'],
    ['HTML that is no flame graph', '<!doctype html><html><body><h1>Login</h1></body></html>'],
    ['an SVG that is a chart', chart],
    [
      'a truncated SVG',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><g><title>main (10 samples, 100%)</title><rect x="10" y="1" wid',
    ],
    ['a side without samples', 'main;work 0\n'],
  ];
  for (const [what, text] of cases) {
    it(`says what is wrong with ${what} and keeps the chosen files`, async () => {
      const { page, faults } = await site.open('/');
      await pick(page, 'base', textFile('good.folded', GOOD));
      await pick(page, 'head', textFile('odd.file', text));
      const place = await placeInDocument(page, '.actions');
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      const problem = page.getByRole('alert');
      await problem.waitFor();
      expect((await problem.locator('.problem-detail').innerText()).length).toBeGreaterThan(15);
      expect(await problem.locator('.problem-advice').count()).toBe(1);
      expect(await page.locator('.zone.side-base .files').innerText()).toContain('good.folded');
      expect(await placeInDocument(page, '.actions')).toEqual(place);
      expect(page.url()).toBe(`${site.url}/`);
      expect(faults).toEqual([]);
    });
  }

  it('says that a comparison does not exist', async () => {
    const { page } = await site.open(`/c/${'0'.repeat(32)}`);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('h1').innerText()).toContain('cannot be shown');
  });
});

describe('the start page', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible and fits 400 px, ${colorScheme}`, async () => {
      const { page } = await site.open('/', { width: 400, colorScheme });
      await pick(page, 'base', textFile(`${'long_'.repeat(60)}.folded`, GOOD));
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    });
  }
});

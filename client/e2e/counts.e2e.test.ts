import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessibilityFaults, drop, graphIsDrawn, startSite, threads } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

async function totals(page: Page): Promise<readonly string[]> {
  return page.locator('.totals td.number').allInnerTexts();
}

async function choose(page: Page, recording: string): Promise<void> {
  const before = page.url();
  await page.locator('.totals').getByRole('button').click();
  await page.getByLabel('Recording').selectOption(recording);
  await page.getByRole('button', { name: 'Compare again' }).click();
  await page.waitForURL((url) => url.href !== before);
  await graphIsDrawn(page);
}

it('compares another recording of the files, and keeps it when the sides are exchanged', async () => {
  const form = new FormData();
  form.append('base', new Blob([threads(1000, 2000)]), 'good.json');
  form.append('head', new Blob([threads(1000, 7000)]), 'bad.json');
  const made = await fetch(`${site.url}/api/v1/comparisons`, { method: 'POST', body: form });
  const { page, faults } = await site.open(((await made.json()) as { page: string }).page);
  await graphIsDrawn(page);
  expect(await totals(page)).toEqual(['1,000', '1,000']);
  await page.locator('.totals').getByRole('button').click();
  const options = page.getByLabel('Recording').locator('option');
  await expect.poll(() => options.allInnerTexts()).toEqual(['main', '<b>worker</b>']);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await choose(page, '<b>worker</b>');
  expect(await totals(page)).toEqual(['2,000', '7,000']);
  await page.getByRole('button', { name: 'Exchange sides' }).click();
  await expect.poll(() => totals(page)).toEqual(['7,000', '2,000']);
  await page.goBack();
  await expect.poll(() => totals(page)).toEqual(['2,000', '7,000']);
  expect(faults).toEqual([]);
  await page.context().close();
});

it('does so for files that were compared in the browser', async () => {
  const { page, faults } = await site.open('/');
  await page.locator('.place label', { hasText: 'In this browser' }).click();
  await drop(page, '[data-side=base]', [{ name: 'good.json', text: threads(1000, 2000) }]);
  await drop(page, '[data-side=head]', [{ name: 'bad.json', text: threads(1000, 7000) }]);
  await page.waitForURL('**/local/1');
  await graphIsDrawn(page);
  await choose(page, '<b>worker</b>');
  expect(await totals(page)).toEqual(['2,000', '7,000']);
  await page.getByRole('button', { name: 'Store it on the server' }).click();
  await page.waitForURL('**/c/*');
  await graphIsDrawn(page);
  expect(await totals(page)).toEqual(['2,000', '7,000']);
  expect(faults).toEqual([]);
  await page.context().close();
});

/** A drawing of `all` and ten callees, without the narrower ones: the last tenth of `all` is empty. */
function drawing(): string {
  const [pixels, total] = [1000, 100_000];
  const box = (name: string, at: number, samples: number, y: number) =>
    `<g><title>${name} (${samples.toLocaleString('en')} samples, ${((samples / total) * 100).toFixed(2)}%)</title>` +
    `<rect x="${((at / total) * pixels).toFixed(1)}" y="${y}" width="${((samples / total) * pixels).toFixed(1)}" height="15.0" /></g>`;
  const callees = Array.from({ length: 10 }, (_, i) => box(`callee_${i}`, i * 9000, 1003 + 777 * i, 30));
  return `<svg version="1.1" width="${pixels}" height="80" xmlns="http://www.w3.org/2000/svg">${box('all', 0, total, 46)}${callees.join('')}</svg>`;
}

it('compares at the coarser width of two drawings', async () => {
  const form = new FormData();
  const stacks = Array.from({ length: 10 }, (_, i) => `callee_${i} ${1003 + 777 * i}\n`).join('');
  form.append('base', new Blob([`${stacks}narrow 500\nwide 54505\n`]), 'good.folded');
  form.append('head', new Blob([drawing()]), 'bad.svg');
  const made = await fetch(`${site.url}/api/v1/comparisons`, { method: 'POST', body: form });
  const { page, faults } = await site.open(((await made.json()) as { page: string }).page);
  await graphIsDrawn(page);
  const narrow = page.locator('.table-body .table-row', { hasText: 'narrow' });
  await narrow.waitFor();
  const before = page.url();
  await page.locator('.totals').getByRole('button').click();
  await page.getByLabel('At the coarser width').check();
  await page.getByRole('button', { name: 'Compare again' }).click();
  await page.waitForURL((url) => url.href !== before);
  await graphIsDrawn(page);
  await page.locator('.table-body .table-row', { hasText: 'wide' }).waitFor();
  expect(await narrow.count()).toBe(0);
  await page.locator('.totals').getByRole('button').click();
  expect(await page.getByLabel('At the coarser width').isChecked()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

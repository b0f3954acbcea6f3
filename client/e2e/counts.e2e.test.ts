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

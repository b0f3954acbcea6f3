import { afterAll, beforeAll, expect, it } from 'vitest';
import { STEPS } from '../tour/steps.ts';
import { accessibilityFaults, compared, graphIsDrawn, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it('is offered, never starts by itself, goes through by keys, and is not offered again', async () => {
  const { page, faults } = await site.open('/');
  expect(await page.locator('.tour').count()).toBe(0);
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await page.waitForURL('**/c/*');
  for (const [at, { title, target }] of STEPS.entries()) {
    await page.locator('.tour h2', { hasText: title }).waitFor();
    await page.locator(`${target}.tour-target`).waitFor();
    await expect.poll(() => page.locator('.tour-target').count()).toBe(1);
    if (at === 0) expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
  }
  await page.locator('.tour').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.tour-target').count()).toBe(0);
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Try the example' }).waitFor();
  expect(await page.locator('.tour-invitation').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('can be declined, and is reached from the list of keys', async () => {
  const { page } = await site.open('/');
  await page.getByRole('button', { name: 'No tour' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Try the example' }).waitFor();
  expect(await page.locator('.tour-invitation').count()).toBe(0);
  await page.goto(`${site.url}${await compared(site, 'main;a 1\n', 'main;a 1\nmain;b 1\n')}`);
  await graphIsDrawn(page);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Take the tour over the example' }).click();
  await page.locator('.tour').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.tour').waitFor({ state: 'detached' });
});

it('leaves the page usable and fits 400 px', async () => {
  const { page } = await site.open('/', { width: 400, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await page.locator('.tour').waitFor();
  for (const { title } of STEPS) {
    await page.locator('.tour h2', { hasText: title }).waitFor();
    const box = await page.locator('.tour').boundingBox();
    expect(box !== null && box.x >= 0 && box.x + box.width <= 400 && box.y >= 0 && box.y + box.height <= 900).toBe(
      true,
    );
    await page
      .locator('.tour')
      .getByRole('button', { name: /Next|Done/ })
      .click();
  }
});

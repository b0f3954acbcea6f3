/** A comparison that is too large to be had at once: what is shown while the rest arrives, and that nothing moves then. */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coloursOnCanvas, compared, graphIsDrawn, layoutShift, placeOnCanvas, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
let path: string;

const FUNCTIONS = 21_000;

beforeAll(async () => {
  site = await startSite();
  const many = (extra: number) =>
    Array.from({ length: FUNCTIONS }, (_, i) => `main;part_${i % 7};f_${i} ${1 + (i % 11)}`).join('\n') +
    `\nmain;lock;wait ${30_000 * extra}\nmain;work 40000\n`;
  path = await compared(site, many(1), many(3));
});
afterAll(() => site.close());

/** Opens the page and keeps the code back that reads the rest, until the returned function is called. */
async function heldBack(query: string): Promise<{ page: Page; faults: readonly string[]; release: () => void }> {
  const opened = await site.open('/');
  let release = (): void => undefined;
  const released = new Promise<void>((done) => (release = done));
  await opened.page.route('**/read-worker-*.js', async (route: Route) => {
    await released;
    await route.continue();
  });
  await opened.page.goto(`${site.url}${path}${query}`);
  return { ...opened, release };
}

it('shows its first picture exactly as it will be, and nothing moves when the rest is there', async () => {
  const { page, faults, release } = await heldBack('');
  await graphIsDrawn(page);
  const sights = () => Promise.all([0, 1, 2, 3].map((row) => coloursOnCanvas(page, row)));
  const texts = () => page.locator('.compare h1, .totals-line, .explanations, .hidden-count').allTextContents();
  const before = { sights: await sights(), texts: await texts() };
  expect(await page.locator('.graph-status').textContent()).toContain('still arriving');
  expect(await page.locator('.functions').count()).toBe(0);
  release();
  await page.locator('.functions .table-row').nth(5).waitFor();
  expect(await page.locator('.graph-status').textContent()).not.toContain('still arriving');
  expect({ sights: await sights(), texts: await texts() }).toEqual(before);
  expect(await layoutShift(page)).toBe(0);
  expect(faults).toEqual([]);
});

it('waits with what needs the rest, and then goes where it was asked to', async () => {
  const { page, faults, release } = await heldBack('');
  await graphIsDrawn(page);
  await page.locator('.graph-scroller').scrollIntoViewIfNeeded();
  const lock = await placeOnCanvas(page, 0.1, 2);
  await page.mouse.click(lock.x, lock.y);
  await page.locator('.graph-waiting').waitFor();
  release();
  await page.locator('.breadcrumbs [aria-current]').getByText('lock').waitFor();
  expect(faults).toEqual([]);
});

it('keeps a view of the address that needs the rest waiting', async () => {
  const { page, release } = await heldBack('?show=inverted');
  await page.locator('.graph-waiting').waitFor();
  expect(await page.locator('.graph-waiting').textContent()).toMatch(/all 21,0\d\d frames/);
  release();
  await graphIsDrawn(page);
});

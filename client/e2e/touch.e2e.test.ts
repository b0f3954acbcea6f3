/** Fingers on the graph, as a screen sends them. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { compared, graphIsDrawn, placeOnCanvas, startSite, status } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

const GOOD = 'main;parse;lock 50\nmain;parse 250\nmain;run;lock 100\nmain;run;work 500\nmain;old_way 100\n';
const BAD = 'main;parse;lock 100\nmain;parse 500\nmain;run;lock 1000\nmain;run;work 200\nmain;new_way 200\n';

let site: TestSite;
let path: string;
beforeAll(async () => {
  site = await startSite();
  path = await compared(site, GOOD, BAD);
});
afterAll(() => site.close());

let page: Page;
let screen: CDPSession;
beforeEach(async () => {
  const context = await site.browser.newContext({ hasTouch: true, viewport: { width: 400, height: 800 } });
  page = await context.newPage();
  await page.goto(`${site.url}${path}`);
  await graphIsDrawn(page);
  await page.locator('.graph-scroller').scrollIntoViewIfNeeded();
  screen = await context.newCDPSession(page);
  return () => context.close();
});

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Puts fingers down, moves them in steps to where they end, and, unless `stays`, lifts them. */
async function drag(from: readonly Finger[], to: readonly Finger[], stays = false): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map((finger, id) => ({ ...finger, id })) });
  await send('touchStart', from);
  for (let step = 1; step <= 6; step++) {
    const between = (a: number, b: number) => a + ((b - a) * step) / 6;
    const now = from.map(({ x, y }, i) => ({ x: between(x, to[i]?.x ?? x), y: between(y, to[i]?.y ?? y) }));
    if (from.some(({ x }, i) => x !== to[i]?.x)) await send('touchMove', now);
  }
  if (!stays) await send('touchEnd', []);
}

const part = () => {
  const [from, to] = (new URL(page.url()).searchParams.get('part') ?? '0-1').split('-').map(Number);
  return { from: from ?? 0, to: to ?? 1, width: (to ?? 1) - (from ?? 0) };
};

async function pinched(): Promise<void> {
  const { x, y } = await placeOnCanvas(page, 0.5, 2);
  await drag(
    [
      { x: x - 20, y },
      { x: x + 20, y },
    ],
    [
      { x: x - 80, y },
      { x: x + 80, y },
    ],
  );
  await expect.poll(() => part().width).toBeLessThan(0.4);
}

it('spreads two fingers to zoom in on what is between them, and brings them together to zoom out', async () => {
  await pinched();
  expect(part().width).toBeGreaterThan(0.15);
  const { from, to } = part();
  expect((from + to) / 2).toBeCloseTo(0.5, 1);
  const { x, y } = await placeOnCanvas(page, 0.5, 2);
  await drag(
    [
      { x: x - 120, y },
      { x: x + 120, y },
    ],
    [
      { x: x - 10, y },
      { x: x + 10, y },
    ],
  );
  await expect.poll(() => part().width).toBe(1);
});

it('pans with one finger, and does not take that for a tap', async () => {
  await pinched();
  const before = part();
  const { x, y } = await placeOnCanvas(page, 0.5, 2);
  await drag([{ x: x + 60, y }], [{ x: x - 60, y }]);
  await expect.poll(() => part().from).toBeGreaterThan(before.from + 0.02);
  expect(part().width).toBeCloseTo(before.width, 5);
  expect(await page.locator('.breadcrumbs [aria-current]').innerText()).toBe('all');
});

it('zooms by a tap', async () => {
  const place = await placeOnCanvas(page, 0.9, 2);
  await drag([place], [place]);
  await expect.poll(() => page.locator('.breadcrumbs [aria-current]').innerText()).toBe('run');
  await expect.poll(() => status(page)).toContain('run: 60.0 % → 60.0 %');
});

it('tells all numbers of the frame on which a finger rests, and the next tap takes them away', async () => {
  const place = await placeOnCanvas(page, 0.9, 2);
  await drag([place], [place], true);
  const tip = page.locator('.tooltip');
  await tip.waitFor();
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  for (const text of ['run', '60.0 %', '600', '1,200']) expect(await tip.innerText()).toContain(text);
  expect(await page.locator('.breadcrumbs [aria-current]').innerText()).toBe('all');
  await drag([place], [place]);
  await tip.waitFor({ state: 'detached' });
});

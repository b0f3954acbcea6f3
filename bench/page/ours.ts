import type { Browser, Page } from 'playwright-core';
import { median } from '../measure.ts';
import { firstPicture, freshPage, rendererMegabytes } from './browser.ts';

export interface PageFigures {
  /** Milliseconds. */
  readonly picture: number;
  readonly zoom: number;
  readonly search: number;
  /** Milliseconds from one frame to the next while the wheel zooms: median and the slowest of twenty. */
  readonly wheel: { readonly median: number; readonly p95: number } | null;
  /** Milliseconds of a frame in which nothing happens: what every figure above waits for at least once. */
  readonly idle: number;
  readonly megabytes: number;
}

const REPEATS = 3;
const WHEEL_FRAMES = 60;

/** A stored comparison in our page: opened, zoomed, searched. */
export async function ourPage(browser: Browser, url: string): Promise<PageFigures> {
  const pictures: number[] = [];
  let page: Page | null = null;
  for (let i = 0; i < REPEATS; i++) {
    await page?.context().close();
    page = await freshPage(browser);
    pictures.push(await firstPicture(page, url, '.flame-canvas[data-bars]'));
  }
  if (page === null) throw new Error('no page');
  await page.locator('.graph-scroller').scrollIntoViewIfNeeded();
  const idle = await idleFrame(page);
  const wheel = await wheelFrames(page);
  const zooms: number[] = [];
  for (let row = 1; row <= REPEATS; row++) zooms.push(await clickTime(page, row + 1));
  await page.keyboard.press('Home');
  const searches: number[] = [];
  for (const text of ['function_1', 'module_7', 'nothing of this name']) searches.push(await searchTime(page, text));
  const megabytes = await rendererMegabytes(browser);
  await page.context().close();
  return { picture: median(pictures), zoom: median(zooms), search: median(searches), wheel, idle, megabytes };
}

/** From the click on the widest frame of a row until the second next frame of the screen: the first has drawn. */
function clickTime(page: Page, row: number): Promise<number> {
  return page.locator('.flame-canvas').evaluate(async (canvas, at) => {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [box.left + box.width * 0.3, box.top + at * 18 + 9];
    const start = performance.now();
    canvas.dispatchEvent(new MouseEvent('click', { clientX: x, clientY: y, bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  }, row);
}

function searchTime(page: Page, text: string): Promise<number> {
  return page.locator('.search input').evaluate(async (element, wanted) => {
    const input = element as HTMLInputElement;
    const start = performance.now();
    input.value = wanted;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  }, text);
}

function idleFrame(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const times: number[] = [];
    for (let i = 0; i < 30; i++) {
      const start = performance.now();
      await new Promise((done) => requestAnimationFrame(done));
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[15] ?? 0;
  });
}

function wheelFrames(page: Page): Promise<{ median: number; p95: number }> {
  return page.locator('.flame-canvas').evaluate(async (canvas, frames) => {
    const box = canvas.getBoundingClientRect();
    const times: number[] = [];
    let last = performance.now();
    for (let i = 0; i < frames; i++) {
      // In, and out again, around a place that is not the middle.
      const deltaY = i < frames / 2 ? -40 : 40;
      const [clientX, clientY] = [box.left + box.width * 0.37, box.top + 60];
      canvas.dispatchEvent(
        new WheelEvent('wheel', { clientX, clientY, deltaY, ctrlKey: true, bubbles: true, cancelable: true }),
      );
      await new Promise((done) => requestAnimationFrame(done));
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    times.sort((a, b) => a - b);
    return { median: times[frames >> 1] ?? 0, p95: times[Math.floor(frames * 0.95)] ?? 0 };
  }, WHEEL_FRAMES);
}

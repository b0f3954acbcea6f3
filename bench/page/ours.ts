import type { Browser, Page } from 'playwright-core';
import { median } from '../measure.ts';
import { firstPicture, frameWork, freshPage, rendererMegabytes } from './browser.ts';
import type { FrameWork } from './browser.ts';

export interface PageFigures {
  /** Milliseconds. */
  readonly picture: number;
  readonly zoom: number;
  readonly search: number;
  /** From the choice of the inverted view until it is on the screen. */
  readonly inverted: number;
  /** Of the main thread while the wheel zooms, and while the zoomed graph is panned. */
  readonly wheel: FrameWork;
  readonly pan: FrameWork;
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
  // All of a large comparison is there when its table is.
  await page.locator('.functions .table-row').nth(1).waitFor();
  await page.locator('.graph-scroller').scrollIntoViewIfNeeded();
  const idle = await idleFrame(page);
  const [wheel, pan] = await moving(browser, page);
  const zooms: number[] = [];
  for (let row = 1; row <= REPEATS; row++) zooms.push(await clickTime(page, row + 1));
  await page.keyboard.press('Home');
  const searches: number[] = [];
  for (const text of ['function_1', 'module_7', 'nothing of this name']) searches.push(await searchTime(page, text));
  await searchTime(page, '');
  const inverted = await invertTime(page);
  const megabytes = await rendererMegabytes(browser);
  await page.context().close();
  return {
    picture: median(pictures),
    zoom: median(zooms),
    search: median(searches),
    inverted,
    wheel,
    pan,
    idle,
    megabytes,
  };
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

function invertTime(page: Page): Promise<number> {
  return page.locator('input[name=show][value=inverted]').evaluate(async (element) => {
    const start = performance.now();
    (element as HTMLInputElement).click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  });
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

/** Zooms with the wheel, in and out again, then pans to and fro; one step a frame. */
async function moving(browser: Browser, page: Page): Promise<readonly [FrameWork, FrameWork]> {
  const wheel = await frameWork(browser, page, () => wheelFrames(page, 'zoom'));
  // Somewhere in the middle: a graph that is all in sight has nowhere to go.
  await wheelFrames(page, 'in');
  const pan = await frameWork(browser, page, () => wheelFrames(page, 'pan'));
  await page.locator('.graph-scroller').press('Home');
  return [wheel, pan];
}

function wheelFrames(page: Page, how: 'zoom' | 'in' | 'pan'): Promise<void> {
  return page.locator('.flame-canvas').evaluate(
    async (canvas, { frames, how }) => {
      const box = canvas.getBoundingClientRect();
      const [clientX, clientY] = [box.left + box.width * 0.37, box.top + 60];
      for (let i = 0; i < (how === 'in' ? 20 : frames); i++) {
        const step = i < frames / 2 ? -40 : 40;
        const by = how === 'pan' ? { deltaX: step } : { deltaY: step, ctrlKey: true };
        canvas.dispatchEvent(new WheelEvent('wheel', { clientX, clientY, ...by, bubbles: true, cancelable: true }));
        await new Promise((done) => requestAnimationFrame(done));
      }
    },
    { frames: WHEEL_FRAMES, how },
  );
}

/** The graph of many visible frames, opened, zoomed with the wheel and panned. */
export async function crowdedPage(browser: Browser, url: string): Promise<Pick<PageFigures, 'wheel' | 'pan'>> {
  const page = await freshPage(browser);
  await firstPicture(page, url, '.flame-canvas[data-bars]');
  await page.locator('.functions .table-row').nth(1).waitFor();
  await page.locator('.graph-scroller').scrollIntoViewIfNeeded();
  const [wheel, pan] = await moving(browser, page);
  await page.context().close();
  return { wheel, pan };
}

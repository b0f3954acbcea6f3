import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const CHROMIUM = process.env['FIREBREAK_CHROMIUM'] ?? '/usr/bin/chromium';

/** A real browser without a GPU, as on a build machine: figures with one are better. */
export function launch(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(`no browser at ${CHROMIUM}: set FIREBREAK_CHROMIUM`);
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
}

/** Milliseconds until a new window has come to rest. */
const WINDOW_REST = 3000;

/** A page of its own, without transitions: what is timed is the work, not the animation. */
export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  // tsx wraps functions in a helper of its own, which those that are sent to the page would miss there.
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  const page = await context.newPage();
  // A new window loads pages of the browser's own around it, which take the processor from the page for a second or two.
  await page.goto('about:blank');
  await page.waitForTimeout(WINDOW_REST);
  return page;
}

/** Resident memory of all processes that show pages, in MB: the page's own and its arrays. */
export async function rendererMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  let largest = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      largest = Math.max(largest, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The process has ended.
    }
  }
  return largest;
}

/** Work of the page's main thread for each frame of the screen, in milliseconds: median and the slowest of twenty. */
export interface FrameWork {
  readonly frames: number;
  readonly median: number;
  readonly p95: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** The thread's own time: what other programs took from it is none of the page's work. */
  readonly tdur?: number;
}

/** What the main thread does while `action` runs, told by the browser's own trace: script, style, layout and painting. */
export async function frameWork(browser: Browser, page: Page, action: () => Promise<unknown>): Promise<FrameWork> {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'],
  });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const ticks = traceEvents.filter(({ name }) => name === 'FireAnimationFrame');
  // Pages of the browser itself have frames too, but hardly any.
  const thread = mostCommon(ticks.map(({ pid, tid }) => `${pid} ${tid}`));
  const ofPage = ({ pid, tid }: TraceEvent) => `${pid} ${tid}` === thread;
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && event.ph === 'X' && ofPage(event));
  // All callbacks of one frame run in one task.
  const isFrame = (task: TraceEvent) =>
    ticks.some((tick) => ofPage(tick) && tick.ts >= task.ts && tick.ts < task.ts + (task.dur ?? 0));
  const starts = tasks
    .filter(isFrame)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const work: number[] = [];
  for (let i = 1; i < starts.length; i++) {
    const [from, to] = [starts[i - 1] ?? 0, starts[i] ?? 0];
    const inFrame = tasks.filter(({ ts, dur = 0 }) => ts + dur / 2 >= from && ts + dur / 2 < to);
    work.push(inFrame.reduce((sum, { dur = 0, tdur = dur }) => sum + tdur, 0) / 1000);
  }
  work.sort((a, b) => a - b);
  return {
    frames: work.length,
    median: work[work.length >> 1] ?? 0,
    p95: work[Math.floor(work.length * 0.95)] ?? 0,
  };
}

function mostCommon(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Milliseconds from the start of the navigation until the selector matches and that is on the screen. */
export async function firstPicture(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector(wanted) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => (document.documentElement.dataset['pictureAt'] = String(performance.now())));
    };
    document.addEventListener('DOMContentLoaded', look);
  }, selector);
  await page.goto(url, { timeout: 180_000 });
  const at = await page.waitForFunction(() => document.documentElement.dataset['pictureAt'], null, {
    timeout: 180_000,
  });
  return Number(await at.jsonValue());
}

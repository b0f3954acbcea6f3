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

/** A page of its own, without transitions: what is timed is the work, not the animation. */
export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  // tsx wraps functions in a helper of its own, which those that are sent to the page would miss there.
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  return context.newPage();
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

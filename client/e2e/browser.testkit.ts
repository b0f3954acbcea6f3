/** A real server on a port of its own with an empty data folder, and a real browser, for one test file. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { startServer } from '../../server/main.ts';
import type { RunningServer } from '../../server/main.ts';

const ROOT = new URL('../../', import.meta.url);
const CHROMIUM = process.env['FIREBREAK_CHROMIUM'] ?? '/usr/bin/chromium';

export interface TestSite {
  readonly url: string;
  readonly browser: Browser;
  /** A page in a context of its own, that fails the test on errors of ours: uncaught ones, blocked code, dialogs. */
  open(path: string, options?: { width?: number; height?: number; colorScheme?: 'light' | 'dark' }): Promise<TestPage>;
  close(): Promise<void>;
}

export interface TestPage {
  readonly page: Page;
  /** Uncaught errors, dialogs and violations of the content policy so far. */
  readonly faults: readonly string[];
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** `prepare` puts files into the empty data folder before the server starts; `host` is where it listens. */
export async function startSite(
  prepare?: (dataDirectory: string) => void | Promise<void>,
  host = '127.0.0.1',
): Promise<TestSite> {
  if (!existsSync(new URL('dist/client/index.html', ROOT)))
    throw new Error('dist/client is missing: run npm run build first');
  const dataDirectory = mkdtempSync(join(tmpdir(), 'firebreak-e2e-'));
  await prepare?.(dataDirectory);
  const started = await startServer({ port: 0, dataDirectory, host });
  if (!started.ok) throw new Error(`the server did not start: ${started.error.code}`);
  const server: RunningServer = started.value;
  const url = server.url.replace('0.0.0.0', '127.0.0.1');
  const browser = await startBrowser();
  return {
    url,
    browser,
    async open(path, { width = 1280, height = 900, colorScheme = 'light' } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('dialog', (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('console', (message) => {
        if (message.type() === 'error' && message.text().includes('Content Security Policy'))
          faults.push(message.text());
      });
      await page.goto(`${url}${path}`);
      return { page, faults };
    },
    async close() {
      await browser.close();
      await server.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export interface NamedBytes {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function textFile(name: string, text: string): NamedBytes {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

export function exampleFile(name: string): string {
  return fileURLToPath(new URL(`fixtures/examples/mariadb/${name}`, ROOT));
}

/** Stores a comparison of two folded texts and gives its path. */
export async function compared(site: TestSite, base: string, head: string, level = 'default'): Promise<string> {
  const form = new FormData();
  form.append('base', new Blob([base]), 'base.folded');
  form.append('head', new Blob([head]), 'head.folded');
  form.append('level', level);
  const response = await fetch(`${site.url}/api/v1/comparisons`, { method: 'POST', body: form });
  const answer = (await response.json()) as { page?: string; detail?: string };
  if (answer.page === undefined) throw new Error(`not compared: ${answer.detail ?? response.status}`);
  return answer.page;
}

export function pick(
  page: Page,
  side: 'base' | 'head',
  files: NamedBytes | readonly NamedBytes[] | string,
): Promise<void> {
  const given = typeof files === 'string' || !Array.isArray(files) ? (files as string | NamedBytes) : [...files];
  return page.locator(`input[type=file][data-side=${side}]`).setInputFiles(given as never);
}

/** Drops files as the desktop would: a DataTransfer with real File objects. */
export async function drop(
  page: Page,
  selector: string,
  files: readonly { name: string; text: string }[],
): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent(selector, 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer });
}

/** Resolves when the graph is drawn, by whichever drawer. */
export async function graphIsDrawn(page: Page): Promise<void> {
  await page.waitForSelector('.graph-host g.frame rect[width], .flame-canvas[data-bars]', { state: 'attached' });
}

/** Where in the window a place of the first canvas is: `x` as a fraction of its width, `row` counted from the top. */
export async function placeOnCanvas(page: Page, x: number, row: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.graph-scroller').first().boundingBox();
  const width = await page
    .locator('.flame-canvas')
    .first()
    .evaluate((canvas) => canvas.clientWidth);
  if (box === null) throw new Error('the graph is not in sight');
  return { x: box.x + 1 + x * width, y: box.y + 1 + row * 18 + 9 };
}

/** Colours of a row of pixels in the middle of a row of the first canvas, as `#rrggbb`. */
export function coloursOnCanvas(page: Page, row: number): Promise<readonly string[]> {
  return page
    .locator('.flame-canvas')
    .first()
    .evaluate((element, at) => {
      const canvas = element as HTMLCanvasElement;
      const scale = canvas.width / canvas.clientWidth;
      // Above the letters.
      const data =
        canvas.getContext('2d')?.getImageData(0, Math.round((at * 18 + 3) * scale), canvas.width, 1).data ?? [];
      return Array.from(
        { length: canvas.width },
        (_, i) => `#${[0, 1, 2].map((c) => (data[i * 4 + c] ?? 0).toString(16).padStart(2, '0')).join('')}`,
      );
    }, row);
}

/** Labels of the frames of the graph, outermost first as drawn. */
export function frameLabels(page: Page): Promise<string[]> {
  return page.locator('.graph-host g.frame:not(.spacer) .d3-flame-graph-label').allTextContents();
}

/** What the line below the graph says of the frame with the cursor. */
export async function status(page: Page): Promise<string> {
  return (await page.locator('.graph-status').textContent()) ?? '';
}

/** Where an element stands in the document, however far the window is scrolled. */
export function placeInDocument(page: Page, selector: string): Promise<{ x: number; y: number }> {
  return page.locator(selector).evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    return { x: x + window.scrollX, y: y + window.scrollY };
  });
}

/** Sum of the layout shifts since the page was opened, as browsers count them. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are handed over before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

/** Ids of the rules that axe finds broken, with the elements. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // Through the debugger, since the page's own policy lets no code in.
  await page.evaluate(axe.source);
  const result = await page.evaluate(async () => {
    const loaded = (window as unknown as { axe: typeof axe }).axe;
    return await loaded.run(document, { resultTypes: ['violations'] });
  });
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** A speedscope file of two threads, each with one stack. */
export function threads(main: number, worker: number): string {
  const profile = (name: string, weight: number) => {
    return { type: 'sampled', name, unit: 'none', startValue: 0, endValue: weight, samples: [[0]], weights: [weight] };
  };
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: [{ name: 'run' }] },
    profiles: [profile('main', main), profile('<b>worker</b>', worker)],
  });
}

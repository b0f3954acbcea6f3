/** What others need for the same data in the same browser: speedscope, and d3-flame-graph as it comes. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { freshPage, rendererMegabytes } from './browser.ts';
import { median } from '../measure.ts';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const REPEATS = 3;
const LONGEST_WAIT = 180_000;

export interface PeerFigures {
  /** Milliseconds; null for what the peer does not offer, or was not asked for. */
  readonly picture: number;
  readonly zoom: number | null;
  readonly search: number | null;
  readonly megabytes: number;
}

/** speedscope opening one folded file: from the start of the page until the picture is on the screen. */
export async function speedscope(browser: Browser, folded: string): Promise<PeerFigures> {
  const site = await served(join(MODULES, 'speedscope/dist/release'), new Map([['/profile.folded', folded]]));
  const pictures: number[] = [];
  let megabytes = 0;
  for (let i = 0; i < REPEATS; i++) {
    const page = await freshPage(browser);
    // Its title has the name of the file as soon as that is read; the picture comes with the frame after.
    await page.addInitScript(() => {
      const look = () => {
        if (document.title.includes('profile.folded'))
          requestAnimationFrame(() => (document.documentElement.dataset['pictureAt'] = String(performance.now())));
        else requestAnimationFrame(look);
      };
      document.addEventListener('DOMContentLoaded', look);
    });
    await page.goto(`${site.url}/#profileURL=/profile.folded`);
    const at = await page.waitForFunction(() => document.documentElement.dataset['pictureAt'], null, {
      timeout: LONGEST_WAIT,
    });
    pictures.push(Number(await at.jsonValue()));
    megabytes = Math.max(megabytes, await rendererMegabytes(browser));
    await page.context().close();
  }
  site.close();
  return { picture: median(pictures), zoom: null, search: null, megabytes };
}

/** d3-flame-graph without a cut, fed with the nested tree of one folded file. */
export async function plainD3(browser: Browser, folded: string): Promise<PeerFigures> {
  const page = await freshPage(browser);
  const html = '<!doctype html><meta charset="utf-8"><div id="chart"></div>';
  await page.setContent(html);
  await page.addScriptTag({ path: join(MODULES, 'd3/dist/d3.min.js') });
  await page.addScriptTag({ path: join(MODULES, 'd3-flame-graph/dist/d3-flamegraph.umd.js') });
  const figures = await page.evaluate(async (text) => {
    interface Nested {
      name: string;
      value: number;
      children: Nested[];
    }
    interface Chart {
      (selection: unknown): void;
      width(pixels: number): Chart;
      transitionDuration(milliseconds: number): Chart;
      zoomTo(node: unknown): void;
      search(term: string): void;
    }
    interface Globals {
      d3: { select(place: string): { datum(data: Nested): unknown; select(what: string): { datum(): unknown } } };
      flamegraph: { default(): Chart };
    }
    const { d3, flamegraph } = window as unknown as Globals;
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const start = performance.now();
    const root: Nested = { name: 'all', value: 0, children: [] };
    const children = new Map<Nested, Map<string, Nested>>();
    for (const line of text.split('\n')) {
      const space = line.lastIndexOf(' ');
      if (space < 0) continue;
      const count = Number(line.slice(space + 1));
      let node = root;
      node.value += count;
      for (const name of line.slice(0, space).split(';')) {
        let below = children.get(node);
        if (below === undefined) children.set(node, (below = new Map()));
        let child = below.get(name);
        if (child === undefined) {
          child = { name, value: 0, children: [] };
          below.set(name, child);
          node.children.push(child);
        }
        child.value += count;
        node = child;
      }
    }
    const chart = flamegraph.default().width(1200).transitionDuration(0);
    chart(d3.select('#chart').datum(root));
    await painted();
    const picture = performance.now() - start;
    const before = performance.now();
    const group = [...document.querySelectorAll('g.frame')].find(
      (one) => one.querySelector('title')?.textContent?.startsWith(root.children[0]?.name ?? '') === true,
    );
    group?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await painted();
    const zoom = performance.now() - before;
    const asked = performance.now();
    chart.search('function_1');
    await painted();
    return { picture, zoom, search: performance.now() - asked };
  }, folded);
  const megabytes = await rendererMegabytes(browser);
  await page.context().close();
  return { ...figures, megabytes };
}

async function served(folder: string, files: ReadonlyMap<string, string>): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const made = files.get(pathname);
    if (made !== undefined) {
      response.end(made);
      return;
    }
    const path = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    try {
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.end(readFileSync(path));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  };
}

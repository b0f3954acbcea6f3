/**
 * `npm run bench:page`: the page in a real browser at 10,000, 100,000 and 1,000,000 nodes of the union tree, beside
 * speedscope opening the bad side alone and d3-flame-graph without a cut (up to 10,000 nodes: it draws every one).
 * `npm run bench:page -- 10000` measures that size alone. `goal` is the row of the goals that a figure belongs to.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startServer } from '../../server/main.ts';
import { machineFactor, median } from '../measure.ts';
import { freshPage, launch } from './browser.ts';
import { crowdedPair, pairOf } from './inputs.ts';
import { crowdedPage, ourPage } from './ours.ts';
import type { PageFigures } from './ours.ts';
import { plainD3, speedscope } from './peers.ts';

/** d3-flame-graph needs minutes and gigabytes beyond. */
const MOST_PLAIN = 10_000;
/** Milliseconds on the machine that the goals were set on, up to 100,000 nodes (P11) and at 1,000,000. */
const GOAL = { picture: 300, zoom: 50, search: 100, inverted: 1000 };
const LARGE_GOAL = { picture: 500, zoom: 100, search: 100, inverted: 1000 };
/** Work of the main thread a frame, which has 16.7 ms at 60 frames a second. */
const WORK_GOAL = ['', '16 ms', '', '16 ms', ''];
/** Cells between the first figure and the last. */
const EMPTY = Array.from({ length: 7 }, () => '');
/** Nodes of a pair of files of about 1 MB each, and of one of about 10 MB each. */
const MEGABYTE_PAIR = 55_000;
const LARGE_PAIR = 500_000;

const sizes = process.argv.slice(2).map(Number);
const wanted = sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000];

const folder = mkdtempSync(join(tmpdir(), 'firebreak-bench-page-'));
const started = await startServer({ port: 0, dataDirectory: folder });
if (!started.ok) throw new Error(`the server did not start: ${started.error.code}`);
const server = started.value;
const { url } = server;
const browser = await launch();
// Goals in seconds were set on the machine that peers were recorded on.
const factor = machineFactor();
console.log(`machine factor ${factor.toFixed(2)} (1 = where the goals were set), load ${loadavg()[0]?.toFixed(1)}\n`);
console.log(
  line(['what', 'picture', 'zoom', 'search', 'inverted', 'wheel work', '95 %', 'pan work', '95 %', 'memory']),
);
try {
  for (const nodes of wanted) {
    const pair = pairOf(nodes);
    const ours = await ourPage(browser, `${url}${await stored(pair.base, pair.head)}`);
    console.log(
      line([
        `ours, ${pair.nodes.toLocaleString('en')} nodes`,
        ms(ours.picture),
        ms(ours.zoom),
        ms(ours.search),
        ms(ours.inverted),
        ...workCells(ours),
        `${ours.megabytes.toFixed(0)} MB`,
      ]),
    );
    const goal = nodes > 100_000 ? LARGE_GOAL : GOAL;
    console.log(
      line([
        '  goal',
        ...[goal.picture, goal.zoom, goal.search, goal.inverted].map((value) => ms(value * factor)),
        ...WORK_GOAL,
      ]),
    );
    const peer = await speedscope(browser, pair.head);
    console.log(line(['  speedscope, one side', ms(peer.picture), ...EMPTY, `${peer.megabytes.toFixed(0)} MB`]));
    if (nodes <= MOST_PLAIN) {
      const plain = await plainD3(browser, pair.head);
      console.log(
        line([
          '  d3-flame-graph',
          ms(plain.picture),
          ms(plain.zoom),
          ms(plain.search),
          ...EMPTY.slice(2),
          `${plain.megabytes.toFixed(0)} MB`,
        ]),
      );
    }
  }
  if (sizes.length === 0) {
    const crowded = crowdedPair();
    const work = await crowdedPage(browser, `${url}${await stored(crowded.base, crowded.head)}`);
    const what = `ours, ${crowded.nodes.toLocaleString('en')} frames in sight`;
    console.log(line([what, ...EMPTY.slice(3), ...workCells(work), '']));
    console.log('');
    await dropped(browser, MEGABYTE_PAIR);
    await dropped(browser, LARGE_PAIR);
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

function workCells({ wheel, pan }: Pick<PageFigures, 'wheel' | 'pan'>): readonly string[] {
  return [wheel, pan].flatMap((work) => [ms(work.median), ms(work.p95)]);
}

/** Two files dropped on the page until the picture is there, against speedscope opening one of them (P10). */
async function dropped(using: Browser, nodes: number): Promise<void> {
  const pair = pairOf(nodes);
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const page = await freshPage(using);
    await page.goto(url);
    // Another count every time, or the server knows the answer already.
    const texts = [pair.base, pair.head].map((text) => `${text}main;round_${i} 1\n`);
    times.push(
      await page.evaluate(async (both) => {
        const start = performance.now();
        for (const [at, side] of ['base', 'head'].entries()) {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([both[at] ?? ''], `${side}.folded`));
          document
            .querySelector(`[data-side=${side}]`)
            ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
          await new Promise((done) => setTimeout(done));
        }
        while (document.querySelector('.flame-canvas[data-bars]') === null)
          await new Promise((done) => requestAnimationFrame(done));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return performance.now() - start;
      }, texts),
    );
    await page.context().close();
  }
  const peer = await speedscope(using, pair.head);
  const ours = median(times);
  const sizeOf = (text: string) => `${(text.length / 1e6).toFixed(1)} MB`;
  console.log(
    `P10  ${sizeOf(pair.base)} and ${sizeOf(pair.head)} dropped: ${ms(ours)}; speedscope opening one: ${ms(peer.picture)}; ` +
      `ratio ${(ours / peer.picture).toFixed(2)}, goal 0.40`,
  );
}

/** Stores a comparison and gives its path. */
async function stored(base: string, head: string): Promise<string> {
  const form = new FormData();
  form.append('base', new Blob([base]), 'base.folded');
  form.append('head', new Blob([head]), 'head.folded');
  const response = await fetch(`${url}/api/v1/comparisons?result=none`, { method: 'POST', body: form });
  const answer = (await response.json()) as { page?: string; detail?: string };
  if (answer.page === undefined) throw new Error(`not compared: ${answer.detail ?? response.status}`);
  return answer.page;
}

function ms(value: number | null): string {
  return value === null ? '' : `${value.toFixed(0)} ms`;
}

function line(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(29) : cell.padStart(11))).join('');
}

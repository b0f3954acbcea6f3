/** Controls of a comparison, each driven once, and the numbers on the screen beside those of the command line. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pointsCell, probabilityCell, shareCell } from '../model/format.ts';
import { compared, graphIsDrawn, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

const GOOD =
  'main;parse 300\nmain;run;row_purge_step.cold 100\nmain;run;work(int) 500\nmain;run;run;work(int) 20\nmain;old_way;step 100\n';
const BAD =
  'main;parse 300\nmain;run;row_purge_step.cold 1000\nmain;run;work(int) 500\nmain;run;run;work(int) 80\nmain;new_way;step 200\n';

let site: TestSite;
let path: string;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  path = await compared(site, GOOD, BAD);
  folder = mkdtempSync(join(tmpdir(), 'firebreak-cli-'));
  writeFileSync(join(folder, 'good.folded'), GOOD);
  writeFileSync(join(folder, 'bad.folded'), BAD);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site.close();
});

interface Counts {
  readonly share: number;
  readonly selfShare: number;
}
interface Diff {
  readonly words: { readonly headline: string };
  readonly base: { readonly total: number };
  readonly head: { readonly total: number };
  readonly functions: readonly {
    readonly name: string;
    readonly base: Counts;
    readonly head: Counts;
    readonly delta: number;
    readonly deltaSelf: number;
    readonly q: number | null;
    readonly state: string;
  }[];
  readonly nodes: readonly {
    readonly name: string;
    readonly path: string[];
    readonly base: number;
    readonly head: number;
  }[];
  readonly subsystems: readonly { readonly tag: string; readonly base: unknown }[];
}

function cli(...args: readonly string[]): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, [`${process.cwd()}/dist/cli/main.js`, ...args, '--json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const diff = (...args: readonly string[]) => cli('diff', ...args) as Diff;

/** Cells of the function table by function. */
async function table(page: Page): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await page
    .locator('.table-body .table-row')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent)),
    );
  return new Map(rows.map(([name = '', ...cells]) => [name, cells]));
}

const COLUMNS = 'columns=name.baseTotal.headTotal.totalPoints.q.baseSelf.headSelf.selfPoints.state';

function cellsOf({ functions }: Diff): ReadonlyMap<string, readonly string[]> {
  return new Map(
    functions.map(({ name, base, head, delta, deltaSelf, q, state }) => [
      name,
      [
        shareCell(base.share),
        shareCell(head.share),
        pointsCell(delta),
        probabilityCell(q ?? Number.NaN),
        shareCell(base.selfShare),
        shareCell(head.selfShare),
        pointsCell(deltaSelf),
        state,
      ],
    ]),
  );
}

async function opened(query: string): Promise<Page> {
  const { page } = await site.open(`${path}?${query}`);
  await page.locator('.table-body .table-row').first().waitFor();
  return page;
}

it('names made equal, and sides exchanged: all columns of all functions', async () => {
  const page = await opened(COLUMNS);
  await expect.poll(() => table(page)).toEqual(cellsOf(diff('good.folded', 'bad.folded')));
  for (const level of ['None', 'Syntax', 'Aggressive', 'Default']) {
    const radio = page.getByRole('radio', { name: level, exact: true });
    await expect.poll(() => radio.isEnabled()).toBe(true);
    await radio.click({ force: true });
    const told = diff('good.folded', 'bad.folded', '--level', level.toLowerCase());
    await expect.poll(() => table(page)).toEqual(cellsOf(told));
    await expect.poll(() => page.locator('h1').innerText()).toBe(told.words.headline);
  }
  await page.getByRole('button', { name: 'Exchange sides' }).click();
  const swapped = diff('bad.folded', 'good.folded');
  await expect.poll(() => table(page)).toEqual(cellsOf(swapped));
  await expect.poll(() => page.locator('h1').innerText()).toBe(swapped.words.headline);
});

/** Name, good, bad of the rows of the tree; what is closed, being light, is opened. */
async function treeRows(page: Page): Promise<readonly (readonly string[])[]> {
  for (const closed of await page.locator('.tree [aria-expanded=false] .opener').all()) await closed.click();
  return page
    .locator('.tree [role=row][aria-level]')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('[role=gridcell]')]
          .slice(0, 3)
          .map((cell) => cell.textContent.replace(/^[▸▾]?\s*/, '')),
      ),
    );
}

const byText = (a: readonly string[], b: readonly string[]) => (a.join() < b.join() ? -1 : 1);

function rowsOf({ nodes, base, head }: Diff): readonly (readonly string[])[] {
  return nodes
    .map((node) => [node.name, shareCell(node.base / base.total), shareCell(node.head / head.total)])
    .sort(byText);
}

it('every frame as a row, also with recursion folded', async () => {
  const page = await opened('show=rows');
  const shown = async () => (await treeRows(page)).filter(([name]) => name !== 'all').toSorted(byText);
  await expect.poll(shown).toEqual(rowsOf(diff('good.folded', 'bad.folded', '--nodes')));
  await page.getByText('Filters and display').click();
  for (const kind of ['direct', 'mutual']) {
    await page.locator(`input[name=recursion][value=${kind}]`).check({ force: true });
    const told = diff('good.folded', 'bad.folded', '--nodes', '--collapse-recursion', kind);
    await expect.poll(shown).toEqual(rowsOf(told));
  }
});

it('widths of one side, and of each side alone, are the shares', async () => {
  const told = diff('good.folded', 'bad.folded', '--nodes');
  const page = await opened('drawer=svg');
  await graphIsDrawn(page);
  const widths = (pane: string) =>
    page
      .locator(`[data-pane=${pane}] g.frame:not(.spacer)`)
      .evaluateAll((all) =>
        all.map((frame): [string, number] => [
          frame.querySelector('.d3-flame-graph-label')?.textContent ?? '',
          Number(frame.querySelector('rect')?.getAttribute('width')),
        ]),
      );
  const share = (side: 'base' | 'head', name: string) =>
    told.nodes.filter((node) => node.name === name).reduce((most, node) => Math.max(most, node[side]), 0) /
    told[side].total;
  for (const [control, side, pane] of [
    ['layout][value=base', 'base', 'only'],
    ['layout][value=head', 'head', 'only'],
    ['show][value=good', 'base', 'base'],
    ['show][value=bad', 'head', 'head'],
  ] as const) {
    await page.locator(`input[name=${control}]`).check({ force: true });
    for (const name of ['parse', 'run', 'row_purge_step']) {
      const drawn = async () => {
        const all = await widths(pane);
        const of = (label: string) => Math.max(...all.filter(([one]) => one === label).map(([, width]) => width));
        return of(name) / of('all');
      };
      await expect.poll(drawn).toBeCloseTo(share(side, name), 2);
    }
    if (control.startsWith('layout')) await page.locator('input[name=layout][value=union]').check({ force: true });
    else await page.locator('input[name=show][value=diff]').check({ force: true });
  }
});

it('callers and callees, searches, filters and subsystems tell the shares of the function', async () => {
  const name = 'row_purge_step';
  const told = diff('good.folded', 'bad.folded').functions.find((one) => one.name === name);
  const [base, head] = [shareCell(told?.base.share ?? null), shareCell(told?.head.share ?? null)];
  const page = await opened('drawer=svg');
  await page.getByRole('searchbox', { name: 'Search frames' }).fill(name);
  await expect.poll(() => page.locator('.found').innerText()).toContain(`in ${base} → ${head} of all stacks`);
  await page.getByText('Filters and display').click();
  await page.getByRole('searchbox', { name: 'Only stacks with' }).fill(name);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.active-filters').innerText()).toContain(`${base} of good and ${head} of bad`);
  await page.getByRole('button', { name: 'Show all stacks' }).click();
  const { subsystems } = diff('good.folded', 'bad.folded') as unknown as {
    subsystems: { name: string; base: { share: number }; head: { share: number } }[];
  };
  expect(subsystems.length).toBeGreaterThan(0);
  for (const [tag] of [['innodb.purge']]) {
    const row = page.locator('.subsystem', { hasText: tag ?? '' });
    expect(await row.locator('.subsystem-numbers').innerText()).toMatch(new RegExp(`${base}[^]*${head}`));
  }
  const callers = cli('callers', 'run', 'good.folded', 'bad.folded') as {
    callees: { name: string | null; baseShare: number; headShare: number }[];
  };
  await page.locator('input[name=show][value=callers]').check({ force: true });
  await page.locator('.table-body .table-row', { hasText: 'run' }).first().click();
  await expect.poll(() => page.locator('.centre .name').innerText()).toBe('run');
  const frame = page.locator('[data-pane=callees] g.frame', { hasText: name }).first().locator('rect');
  await frame.hover();
  const callee = callers.callees.find((one) => one.name === name);
  const tip = await page.locator('.tooltip').innerText();
  expect(tip).toContain(shareCell(callee?.baseShare ?? null));
  expect(tip).toContain(shareCell(callee?.headShare ?? null));
});

it('how it looks: direction, letters, palette, drawer and theme change the picture and no number', async () => {
  const page = await opened(COLUMNS);
  await graphIsDrawn(page);
  const before = await table(page);
  await page.getByText('Filters and display').click();
  const picture = () => page.locator('.graph-host').evaluate((host) => host.querySelector('canvas')?.toDataURL() ?? '');
  for (const [name, value] of [
    ['direction', 'flame'],
    ['direction', 'icicle'],
    ['size', 'small'],
    ['size', 'medium'],
    ['palette', 'classic'],
    ['palette', 'contrast'],
    ['palette', 'safe'],
  ] as const) {
    const last = await picture();
    await page.locator(`input[name=${name}][value=${value}]`).check({ force: true });
    await expect.poll(picture).not.toBe(last);
  }
  for (const theme of ['Dark', 'Light'] as const) {
    await page.getByRole('radio', { name: theme }).check({ force: true });
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme.toLowerCase());
  }
  await page.locator('input[name=drawer][value=svg]').check({ force: true });
  await page.locator('g.frame').first().waitFor();
  await page.getByLabel('Anywhere').check({ force: true });
  expect(await table(page)).toEqual(before);
});

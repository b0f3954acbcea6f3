/** Every view and every control of the graph, once, with the numbers that follow from the stacks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deltaColour } from '../../core/colour/colour.ts';
import {
  accessibilityFaults,
  coloursOnCanvas,
  compared,
  graphIsDrawn,
  placeOnCanvas,
  startSite,
  status,
} from './browser.testkit.ts';
import type { TestPage, TestSite } from './browser.testkit.ts';

let site: TestSite;
let path: string;
/** A function that only changed its name, so that there is a pair to join. */
let renamedPath: string;

// 1,000 and 2,000 samples: lock 10 % -> 50 %, and again 5 % -> 5 % below parse.
const GOOD = 'main;parse 250\nmain;parse;lock 50\nmain;run;lock 100\nmain;run;work 500\nmain;old_way;step 100\n';
const BAD = 'main;parse 500\nmain;parse;lock 100\nmain;run;lock 1000\nmain;run;work 200\nmain;new_way;step 200\n';

beforeAll(async () => {
  site = await startSite();
  path = await compared(site, GOOD, BAD);
  const inside = (name: string, by: number) =>
    `main;${name};alpha ${300 * by}\nmain;${name};beta ${200 * by}\nmain;${name};gamma ${100 * by}\nmain;rest ${400 * by}\n`;
  renamedPath = await compared(site, inside('page_get_gen', 1), inside('page_get_low', 2));
});
afterAll(() => site.close());

async function opened(query: string, at = path): Promise<TestPage> {
  const opened = await site.open(`${at}${query}`);
  await graphIsDrawn(opened.page);
  return opened;
}

/** Cells of the rows of the treegrid, without the opener. */
function treeRows(page: TestPage['page']): Promise<readonly (readonly string[])[]> {
  return page
    .locator('.tree .table-body .table-row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('[role=gridcell]')].map((cell) => (cell.textContent ?? '').replace(/^[▾▸]/, '')),
      ),
    );
}

function labels(page: TestPage['page'], pane: string): Promise<readonly string[]> {
  return page.locator(`[data-pane=${pane}] g.frame:not(.spacer) .d3-flame-graph-label`).allTextContents();
}

describe('the canvas', () => {
  it('draws frames in the colours of their change, as wide as they are', async () => {
    const { page, faults } = await opened('');
    // Row 2 from left to right: new_way 10 %, old_way 10 %, parse, run.
    const colours = await coloursOnCanvas(page, 2);
    const part = (colour: string) => colours.filter((one) => one === colour).length / colours.length;
    // run: 600 of 1,000 before, 1,200 of 2,000 after: unchanged, and as wide as the larger share of each stack below it.
    expect(part(deltaColour(0, 'safe', 'light'))).toBeGreaterThan(0.5);
    expect(part(deltaColour(10, 'safe', 'light'))).toBeGreaterThan(0.03);
    expect(part(deltaColour(-10, 'safe', 'light'))).toBeGreaterThan(0.03);
    expect(faults).toEqual([]);
  });

  it('knows the frame under the pointer, zooms by click, and goes back', async () => {
    const { page } = await opened('');
    const place = await placeOnCanvas(page, 0.9, 2);
    await page.mouse.move(place.x, place.y);
    const tip = await page.locator('.tooltip').innerText();
    for (const text of ['run', '60.0 %', '600', '1,200']) expect(tip).toContain(text);
    await page.mouse.click(place.x, place.y);
    await expect.poll(() => page.locator('.breadcrumbs [aria-current]').innerText()).toBe('run');
    await expect.poll(() => status(page)).toContain('run: 60.0 % → 60.0 %');
    await page.goBack();
    await expect.poll(() => page.locator('.breadcrumbs [aria-current]').innerText()).toBe('all');
  });

  it('zooms with the wheel and pans by dragging, and the address follows', async () => {
    const { page } = await opened('');
    const place = await placeOnCanvas(page, 0.5, 2);
    await page.mouse.move(place.x, place.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await expect.poll(() => page.url()).toMatch(/part=0\.\d+-0\.\d+/);
    const before = page.url();
    await page.mouse.down();
    await page.mouse.move(place.x - 200, place.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.url()).not.toBe(before);
    await page.locator('.graph-scroller').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('part=');
    await page.keyboard.press('+');
    await expect.poll(() => page.url()).toContain('part=');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Home');
    await expect.poll(() => page.url()).not.toContain('part=');
  });

  it('gives way to the classic SVG with the same frames, and comes back', async () => {
    const { page } = await opened('');
    const bars = Number(await page.locator('.flame-canvas').getAttribute('data-bars'));
    await page.getByText('Filters and display').click();
    await page.locator('input[name=drawer][value=svg]').check({ force: true });
    await expect.poll(() => labels(page, 'only').then((all) => all.length)).toBe(bars);
    expect(page.url()).toContain('drawer=svg');
    await page.locator('input[name=drawer][value=canvas]').check({ force: true });
    await page.locator('.flame-canvas[data-bars]').waitFor();
  });

  it('has larger letters and rows on demand', async () => {
    const { page } = await opened('');
    const height = () => page.locator('.graph-host').evaluate((host) => host.clientHeight);
    const before = await height();
    await page.getByText('Filters and display').click();
    await page.locator('input[name=size][value=large]').check({ force: true });
    await expect.poll(height).toBe((before / 18) * 24);
  });
});

describe('views', () => {
  it('show one side, and both above each other with one cursor', async () => {
    const { page } = await opened('?drawer=svg');
    await page.locator('input[name=show][value=good]').check({ force: true });
    await expect.poll(() => labels(page, 'base')).toContain('old_way');
    expect(await labels(page, 'base')).not.toContain('new_way');
    await page.locator('input[name=show][value=both]').check({ force: true });
    await expect.poll(() => labels(page, 'head')).toContain('new_way');
    expect(await labels(page, 'base')).toContain('old_way');
    await page.locator('[data-pane=head] g.frame', { hasText: 'run' }).first().locator('rect').click();
    await expect.poll(() => labels(page, 'base')).not.toContain('parse');
    expect(await page.locator('.flame-cursor:not([hidden])').count()).toBe(2);
    expect(await page.locator('.table-row.selected .column-name').textContent()).toBe('run');
    await page.goBack();
    await expect.poll(() => labels(page, 'base')).toContain('parse');
  });

  it('turn the stacks around', async () => {
    const { page } = await opened('?drawer=svg&show=inverted');
    // lock ran 150 of 1,000 and 1,100 of 2,000.
    await page.locator('.graph-scroller').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('lock: 15.0 % → 55.0 %, +40.0 points');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('run: 10.0 % → 50.0 %, +40.0 points');
  });

  it('have callers and callees of a function, and go on to another one', async () => {
    const { page } = await opened('?drawer=svg&show=callers');
    await page.locator('.table-body .table-row', { hasText: 'lock' }).first().click();
    await expect.poll(() => page.locator('.centre .name').innerText()).toBe('lock');
    await expect.poll(() => labels(page, 'callers')).toEqual(expect.arrayContaining(['lock', 'run', 'parse', 'main']));
    expect(await labels(page, 'callees')).toEqual(['lock']);
    await page.locator('[data-pane=callers] g.frame', { hasText: 'run' }).first().locator('rect').click();
    await expect.poll(() => page.locator('.centre .name').innerText()).toBe('run');
    expect(await labels(page, 'callees')).toEqual(expect.arrayContaining(['run', 'lock', 'work']));
    // A search counts all stacks, also those that are not of this function.
    await page.getByRole('searchbox', { name: 'Search frames' }).fill('lock');
    await expect.poll(() => page.locator('.found').innerText()).toContain('in 15.0 % → 55.0 % of all stacks');
    expect(await page.locator('[data-pane=callees] g.frame.matched').count()).toBe(1);
  });

  it('have the frames as rows that open and close by keyboard', async () => {
    const { page } = await site.open(`${path}?show=rows`);
    await page.locator('.tree').waitFor();
    const rows = await treeRows(page);
    expect(rows.find(([name]) => name === 'run')?.slice(0, 5)).toEqual(['run', '60.0 %', '60.0 %', '0.0', '1.00×']);
    expect(rows.find(([name, , head]) => name === 'lock' && head === '50.0 %')?.slice(1, 5)).toEqual([
      '10.0 %',
      '50.0 %',
      '+40.0',
      '5.00×',
    ]);
    await page.locator('.tree').focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => treeRows(page).then((all) => all.length)).toBe(1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => treeRows(page).then((all) => all.length)).toBe(rows.length);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('main: 100.0 % → 100.0 %');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('give the text of a stack', async () => {
    const { page } = await opened('');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    await page.locator('.card').first().click();
    await page.getByRole('button', { name: 'Stack as text' }).click();
    await expect.poll(() => page.locator('.stack-text').innerText()).toBe('main\nrun\nlock');
    await page.getByRole('button', { name: 'Copy folded' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('main;run;lock 100 1000');
  });

  it('draw a renamed function as one frame when it is switched on, and no number changes', async () => {
    const { page } = await opened('?drawer=svg', renamedPath);
    expect(await labels(page, 'only')).toEqual(expect.arrayContaining(['page_get_gen', 'page_get_low']));
    const table = await page.locator('.table-body').innerText();
    await page.locator('.alignment summary').click();
    await page.getByRole('checkbox', { name: /page_get_gen/ }).check();
    await expect.poll(() => labels(page, 'only')).not.toContain('page_get_gen');
    expect(page.url()).toContain('joined=0');
    await page.locator('g.frame', { hasText: 'page_get_low' }).first().locator('rect').hover();
    expect(await page.locator('.tooltip').innerText()).toMatch(/60\.0 %[^]*60\.0 %[^]*same share/);
    expect(await page.locator('.table-body').innerText()).toBe(table);
  });
});

describe('controls', () => {
  it('keep, drop and hide stacks, and say what is left', async () => {
    const { page } = await opened('?drawer=svg');
    await page.getByText('Filters and display').click();
    const set = async (label: string, text: string) => {
      await page.getByLabel(label).fill(text);
      await page.keyboard.press('Enter');
    };
    await set('Only stacks with', 'LOCK');
    const left = page.locator('.active-filters');
    await expect.poll(() => left.innerText()).toMatch(/15\.0 % of good and 55\.0 % of bad/);
    expect(await labels(page, 'only')).not.toContain('work');
    await set('No stacks with', 'parse');
    await expect.poll(() => left.innerText()).toMatch(/10\.0 % of good and 50\.0 % of bad/);
    await set('Hide frames', 'run');
    await expect.poll(() => labels(page, 'only')).toEqual(['all', 'main', 'lock']);
    await page.getByRole('button', { name: 'Show all stacks' }).click();
    await expect.poll(() => labels(page, 'only')).toContain('work');
    await page.goBack();
    await expect.poll(() => labels(page, 'only')).toEqual(['all', 'main', 'lock']);
  });

  it('search by pattern, with what is wrong with one', async () => {
    const { page, faults } = await opened('');
    await page.getByRole('button', { name: 'Search by pattern' }).click();
    const box = page.getByRole('searchbox', { name: 'Search frames' });
    await box.fill('^(old|new)_');
    await expect.poll(() => page.locator('.found').innerText()).toMatch(/2 functions, in 10\.0 % → 10\.0 %/);
    await box.press('Enter');
    await expect.poll(() => page.locator('.step-count').innerText()).toBe('1 / 2');
    await box.press('Enter');
    await expect.poll(() => page.locator('.step-count').innerText()).toBe('2 / 2');
    await box.fill('(a');
    await expect.poll(() => page.locator('.found').innerText()).toContain('not a pattern');
    await box.fill('(a*)*b$');
    await expect.poll(() => page.locator('.found').innerText()).toContain('no frame matches');
    expect(faults).toEqual([]);
  });

  it('leave out what is too light, and fold recursion', async () => {
    const text = (by: number) => `main;f;f;g;f;leaf ${by}\nmain;rare 1\nmain;rest 99\n`;
    const { page } = await opened('?drawer=svg', await compared(site, text(100), text(300)));
    await page.getByText('Filters and display').click();
    const count = async (name: string) => (await labels(page, 'only')).filter((one) => one === name).length;
    expect([await count('f'), await count('g')]).toEqual([3, 1]);
    await page.locator('input[name=recursion][value=direct]').check({ force: true });
    await expect.poll(() => count('f')).toBe(2);
    await page.locator('input[name=recursion][value=mutual]').check({ force: true });
    await expect.poll(() => count('f')).toBe(1);
    const bars = await page.locator('g.frame:not(.spacer)').count();
    await page.getByRole('slider', { name: 'Smallest share' }).fill('8');
    await expect.poll(() => page.locator('g.frame:not(.spacer)').count()).toBe(bars - 1);
    expect(await page.locator('.active-filters').innerText()).toContain('frames from 2 % on');
  });

  it('colour by ratio, evidence, module and name, in every palette', async () => {
    const { page } = await opened('');
    await page.getByText('Filters and display').click();
    const pictures = new Set<string>();
    for (const colour of ['points', 'ratio', 'evidence', 'module', 'name']) {
      await page.locator(`input[name=colour][value=${colour}]`).check({ force: true });
      await page.waitForFunction((wanted) => location.search.includes(`colour=${wanted}`), colour);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      pictures.add((await coloursOnCanvas(page, 3)).join());
      expect((await page.locator('.legend').innerText()).length).toBeGreaterThan(60);
    }
    expect(pictures.size).toBe(5);
    await page.locator('input[name=palette][value=contrast]').check({ force: true });
    await expect.poll(() => page.locator('.legend').innerText()).toContain('tell names apart');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('choose columns and copy the table', async () => {
    const { page } = await opened('');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'total points, 95 % interval' }).check();
    await page.getByRole('checkbox', { name: 'total q' }).check();
    await page.getByRole('checkbox', { name: 'self ratio' }).uncheck();
    await expect.poll(() => page.locator('.functions .table-head').innerText()).toContain('95 % interval');
    expect(await page.locator('.functions .column-selfRatio').count()).toBe(0);
    await page.getByRole('button', { name: 'Copy as TSV' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^function\ttotal good\t/);
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    expect(lines.length).toBe(9);
    expect(lines.find((line) => line.startsWith('lock\t'))).toMatch(/^lock\t15\.0 %\t55\.0 %\t\+40\.0\t3\.67×\t/);
    await page.getByRole('button', { name: /as Markdown/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('| lock | 15.0 % |');
  });
});

describe('accessibility', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`of all views and controls, ${colorScheme}, at 400 px`, async () => {
      for (const query of ['?show=both', '?show=callers', '?show=inverted&only=lock', '?show=rows']) {
        const { page } = await site.open(`${path}${query}`, { width: 400, colorScheme });
        await page.locator('.flame-canvas[data-bars], .tree').first().waitFor();
        await page.getByText('Filters and display').click();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        await page.context().close();
      }
    });
  }
});

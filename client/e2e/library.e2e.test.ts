import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, compared, drop, graphIsDrawn, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
  for (const [commit, slow] of [
    ['abc1234', 10],
    ['def5678', 60],
  ] as const) {
    for (const run of [1, 2, 3]) {
      await stored(`${commit}-${run}.folded`, `main;work 60\nmain;lock ${slow + run}\n`, {
        project: 'mariadb',
        branch: 'main',
        commit,
        benchmark: 'oltp',
        run: String(run),
      });
    }
  }
  await stored(`${'a_very_long_name_'.repeat(14)}.folded`, 'main;alone 5\n', { note: '<img src=x onerror=alert(1)>' });
  await compared(site, 'main;one 5\n', 'main;one 5\nmain;two 9\n');
});
afterAll(() => site.close());

async function stored(fileName: string, text: string, labels: Record<string, string>): Promise<void> {
  const query = new URLSearchParams({ fileName });
  for (const [name, value] of Object.entries(labels)) query.set(`label.${name}`, value);
  const response = await fetch(`${site.url}/api/v1/profiles?${query.toString()}`, { method: 'POST', body: text });
  expect(response.status).toBe(201);
}

async function names(page: Page): Promise<string[]> {
  await page.locator('.library-row').first().waitFor();
  return (await page.locator('.library-row .row-name').allTextContents()).map((text) => text.trim());
}

/** Types into a field of the filter and waits until the list says how many are like this. */
async function narrow(page: Page, field: string, text: string, count: string): Promise<void> {
  await page.getByLabel(field, { exact: true }).fill(text);
  await page.locator('.library-count', { hasText: count }).waitFor();
}

describe('the library', () => {
  it('shows runs of the same thing as one row, narrows, and keeps the filter in the address', async () => {
    const { page, faults } = await site.open('/library');
    expect((await names(page)).filter((name) => name.includes('mariadb'))).toEqual([
      '▸mariadb · main · def5678 · oltp',
      '▸mariadb · main · abc1234 · oltp',
    ]);
    await narrow(page, 'Commit', 'abc', '3 profiles like this');
    expect(await names(page)).toEqual(['▸mariadb · main · abc1234 · oltp']);
    await page.locator('.row-name').click();
    expect(await names(page)).toEqual([
      '▾mariadb · main · abc1234 · oltp',
      'abc1234-3.folded',
      'abc1234-2.folded',
      'abc1234-1.folded',
    ]);
    await page.reload();
    await page.locator('.library-count', { hasText: '3 profiles like this' }).waitFor();
    expect(await page.getByLabel('Commit', { exact: true }).inputValue()).toBe('abc');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('.library-count', { hasText: '9 profiles' }).waitFor();
    await narrow(page, 'Label', 'run=2', '2 profiles like this');
    await narrow(page, 'Words', 'nothing at all', '0 profiles like this');
    expect(await page.locator('.library-empty').innerText()).toContain('Nothing is like this');
    expect(faults).toEqual([]);
  });

  it('compares whole groups that were picked', async () => {
    const { page } = await site.open('/library');
    const row = (commit: string) => page.locator('.library-row', { hasText: commit });
    await row('abc1234').getByRole('button', { name: 'good' }).click();
    await row('def5678').getByRole('button', { name: 'bad' }).click();
    await page.locator('.picked.side-head', { hasText: '2 more runs' }).waitFor();
    await page.locator('.pick-tray').getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL('**/c/*');
    await graphIsDrawn(page);
    expect(await page.locator('.totals tr.side-base').innerText()).toContain('2 more runs');
    await page.goBack();
    expect((await names(page)).length).toBeGreaterThan(2);
  });

  it('is worked by keys alone', async () => {
    const { page } = await site.open('/library?text=oltp');
    await page.locator('.library-count', { hasText: '6 profiles like this' }).waitFor();
    await page.locator('.library-rows').focus();
    await page.keyboard.press('b');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('g');
    await page.locator('.picked.side-base', { hasText: '2 more runs' }).waitFor();
    await page.keyboard.press('ArrowRight');
    expect((await names(page)).length).toBe(5);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    expect((await names(page)).length).toBe(2);
  });

  it('renames and labels a profile', async () => {
    await stored('zebra.folded', 'main;renamed 1\n', { branch: 'x' });
    const { page } = await site.open('/library?text=zebra');
    await page.locator('.row-name').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('new name');
    await dialog.getByLabel('Value of branch').fill('y');
    await dialog.getByRole('button', { name: 'Add a label' }).click();
    await dialog.getByLabel('Name of label 2').fill('ticket');
    await dialog.getByLabel('Value of ticket').fill('MDEV-1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('.library-row').innerText()).toContain('new name');
    await page.goto(`${site.url}/library?label=ticket%3DMDEV-1&branch=y`);
    expect(await names(page)).toEqual(['new name']);
  });

  it('labels and deletes all runs of a group at once', async () => {
    for (const run of ['1', '2']) await stored(`g${run}.folded`, `main;group ${run}\n`, { commit: 'grouped', run });
    const { page } = await site.open('/library?label=commit%3Dgrouped');
    await page.getByRole('button', { name: 'delete all runs of grouped' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Value of commit').fill('regrouped');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${site.url}/library?label=commit%3Dregrouped`);
    expect(await names(page)).toEqual(['▸regrouped']);
    await page.locator('.library-rows').focus();
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete all runs' }).click();
    await page.locator('.notice', { hasText: '2 runs of regrouped' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await names(page)).toEqual(['▸regrouped']);
  });

  it('deletes, takes it back, and lists what can still be restored', async () => {
    await stored('thrown away.folded', 'main;thrown 1\n', {});
    const { page } = await site.open('/library?text=thrown+away');
    expect(await names(page)).toEqual(['thrown away.folded']);
    await page.locator('.library-rows').focus();
    await page.keyboard.press('Delete');
    await page.locator('.library-empty').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await names(page)).toEqual(['thrown away.folded']);
    await page.locator('.library-rows').focus();
    await page.keyboard.press('Delete');
    await page.locator('.library-empty').waitFor();
    await page.locator('.choice label', { hasText: 'Deleted' }).click();
    await page.locator('.row-name').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.locator('.choice label', { hasText: 'Stored' }).click();
    expect(await names(page)).toEqual(['thrown away.folded']);
  });

  it('names a comparison, finds it by that, and opens it', async () => {
    const { page } = await site.open('/library?kind=comparisons');
    await page.locator('.library-row', { hasText: 'base.folded → head.folded' }).getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('MDEV-4711 purge');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await narrow(page, 'Words', '4711', '1 comparison like this');
    await page.locator('.library-rows').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/c/*');
    await graphIsDrawn(page);
  });
});

describe('uploading', () => {
  it('stores dropped files with labels, and benchmark output beside a profile as its metrics', async () => {
    const { page } = await site.open('/library');
    await drop(page, '.library', [
      { name: 'r1.folded', text: 'main;dropped 1\n' },
      { name: 'r1.sysbench.txt', text: SYSBENCH },
      { name: 'r2.folded', text: 'main;dropped 2\n' },
      { name: 'notes.bin', text: '\u0000\u0001\u0002' },
    ]);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Value of branch').fill('dropped');
    await dialog.getByText('number them').click();
    await dialog.getByRole('button', { name: /^Upload/ }).click();
    const panel = page.locator('.upload-panel');
    await panel.getByText('2 stored, 1 attached as metrics, 1 not stored.').waitFor();
    expect(await panel.locator('.outcome-attached').innerText()).toContain('metrics of r1.folded');
    expect((await panel.locator('.outcome-failed').innerText()).length).toBeGreaterThan(30);
    await narrow(page, 'Branch', 'dropped', '2 profiles like this');
    expect(await page.locator('.library-row').innerText()).toContain('2 runs');
    await page.locator('.row-name').click();
    expect(await page.locator('.library-row', { hasText: 'r1.folded' }).innerText()).toContain('with metrics');
  });

  it('takes a whole folder from the picker', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'firebreak-folder-'));
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep/one.folded'), 'main;from;folder 1\n');
    writeFileSync(join(folder, '.hidden'), 'x');
    const { page } = await site.open('/library');
    await page.locator('input[aria-label="Folder to upload"]').setInputFiles(folder);
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('.upload-files').textContent()).toContain('deep/one.folded');
    expect(await dialog.innerText()).toContain('Upload 1 file');
    await dialog.getByRole('button', { name: /^Upload/ }).click();
    await page.locator('.upload-panel', { hasText: '1 stored.' }).waitFor();
    rmSync(folder, { recursive: true, force: true });
  });

  it('walks a folder that is dropped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'firebreak-dropped-'));
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    writeFileSync(join(folder, 'a/b/deep.folded'), 'main;dropped;deep 1\n');
    writeFileSync(join(folder, 'a/top.folded'), 'main;dropped;top 1\n');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'a/gone.folded'));
    const { page } = await site.open('/library');
    await page.locator('.library-row').first().waitFor();
    // As the desktop does it: scripts cannot make entries of folders.
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [join(folder, 'a')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
    }
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.locator('.upload-files .name').allTextContents()).toEqual(['a/b/deep.folded', 'a/top.folded']);
    await dialog.getByRole('button', { name: /^Upload/ }).click();
    await page.locator('.upload-panel', { hasText: '2 stored.' }).waitFor();
    rmSync(folder, { recursive: true, force: true });
  });

  it('can be cancelled, and says how far it is', async () => {
    const { page } = await site.open('/library');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/profiles', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await released;
      return route.abort();
    });
    await drop(page, '.library', [
      { name: 'x.folded', text: 'main;slow 1\n' },
      { name: 'y.folded', text: 'main;slow 2\n' },
    ]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Upload/ })
      .click();
    await page.locator('.upload-words', { hasText: /Sending .* of 24 bytes/ }).waitFor();
    await page.locator('.upload-panel').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.upload-panel', { hasText: '2 not sent.' }).waitFor();
    release();
  });
});

describe('a library of ten thousand rows', () => {
  it('holds only what is in sight as elements, and goes to the end', async () => {
    const { page } = await site.open('/library');
    const rows = Array.from({ length: 10_000 }, (_, i) => ({
      id: i.toString(16).padStart(32, '0'),
      createdAt: new Date(Date.UTC(2026, 0, 1) - i * 60_000).toISOString(),
      fileName: `profile ${i}.folded`,
      bytes: 1000 + i,
      sha256: '',
      labels: { commit: `c${i}` },
      metrics: [],
      facts: { format: 'folded', problems: [] },
    }));
    await page.route('**/api/v1/profiles?*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = Number(query.get('cursor') ?? 0);
      const to = from + Number(query.get('limit'));
      const next = to < rows.length ? String(to) : null;
      await route.fulfill({ json: { profiles: rows.slice(from, to), next } });
    });
    await page.reload();
    await page.locator('.library-rows').focus();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('End');
      await page
        .locator('.library-rows[aria-rowcount="10001"]')
        .waitFor({ timeout: 50 })
        .catch(() => undefined);
    }
    await page.keyboard.press('End');
    await page.locator('.library-row', { hasText: 'profile 9999.folded' }).waitFor();
    expect(await page.locator('.library-row').count()).toBeLessThan(60);
  });
});

describe('the page of the library', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible and fits 400 px, ${colorScheme}`, async () => {
      const { page } = await site.open('/library', { width: 400, colorScheme });
      await names(page);
      await page.getByRole('button', { name: /^good: a_very/ }).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await page.locator('.row-name', { hasText: 'a_very' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  }

  it('says that the server is away, and goes on when it is back', async () => {
    const { page } = await site.open('/');
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Library' }).click();
    await page.locator('.away-banner').waitFor();
    await page.locator('.library-problem').waitFor();
    await page.unroute('**/api/v1/**');
    await page.locator('.away-banner').getByRole('button', { name: 'Try again' }).click();
    await page.locator('.away-banner').waitFor({ state: 'detached' });
    await page.locator('.library-row').first().waitFor();
  });
});

const SYSBENCH = `sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)

SQL statistics:
    queries performed:
        read:                            1000
        write:                           400
        other:                           200
        total:                           1600
    transactions:                        100    (10.00 per sec.)
    queries:                             1600   (160.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          10.0000s
    total number of events:              100

Latency (ms):
         min:                                    1.00
         avg:                                    2.00
         max:                                    9.00
         95th percentile:                        4.00
         sum:                                  200.00
`;

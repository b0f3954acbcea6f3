import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults, compared, graphIsDrawn, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

const GOOD = 'main;purge_worker_callback;row_purge_step 30\nmain;render_v1 50\nmain;buf_page_get_gen 20\n';
const BAD = 'main;purge_worker_callback;row_purge_step 90\nmain;render_v2 50\nmain;buf_page_get_gen 20\n';
const RULES = `pack: ours
version: "1"
rules:
  - { id: joined, match: { name: '^render_v[12]$' }, rename: render }
`;

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
}, 60_000);
afterAll(() => site.close());

/** Pictures for people who look at them, when a folder is given. */
const PICTURES = process.env['FIREBREAK_PICTURES'];
if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });

test.each(['light', 'dark'] as const)('subsystems: bars, marked and alone in the graph (%s)', async (colorScheme) => {
  const { page, faults } = await site.open(await compared(site, GOOD, BAD), { colorScheme });
  await graphIsDrawn(page);
  const bars = page.locator('.subsystems');
  await expect.poll(() => bars.locator('.subsystem-name').allTextContents()).toContain('innodb.purge');
  const row = bars.locator('.subsystem', { hasText: 'innodb.purge' });
  expect(await row.locator('.subsystem-numbers').textContent()).toMatch(/30\.0.*56\.\d/);

  await row.getByRole('button', { name: 'innodb.purge', exact: true }).click();
  expect(new URL(page.url()).searchParams.get('search')).toBe('tag:innodb.purge');
  expect(await page.locator('.found').textContent()).toMatch(/30\.0.*56\.\d/);
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/subsystems-${colorScheme}.png` });

  await row.getByRole('button', { name: 'Only stacks with innodb.purge' }).click();
  expect(new URL(page.url()).searchParams.get('only')).toBe('tag:innodb.purge');
  await page.getByLabel('Anywhere').check({ force: true });
  expect(await bars.locator('.hint').first().textContent()).toContain('every subsystem');
  expect(faults).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'rules: tried while they are written, saved, compared again (%s)',
  async (colorScheme) => {
    const path = await compared(site, `${GOOD}${colorScheme} 1\n`, BAD);
    const { page, faults } = await site.open(path, { colorScheme });
    await page.getByRole('button', { name: 'Rules…' }).click();
    const editor = page.getByLabel('Rules of the project');
    await editor.fill(RULES.replace('[12]', '[12'));
    await expect.poll(() => page.locator('.rules-fault').textContent()).toMatch(/^line 4: .*column/);
    expect(await page.locator('.rules-gutter .wrong').textContent()).toBe('4\n');
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/rules-fault-${colorScheme}.png` });

    await editor.fill(RULES);
    await expect.poll(() => page.locator('.rules-preview').textContent()).toContain('2 names spelled in another way');
    expect(await page.locator('.rules-names').textContent()).toContain('ours/joined');
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/rules-${colorScheme}.png` });

    await page.getByLabel('go', { exact: false }).first().uncheck();
    await page.getByRole('button', { name: 'Save and compare again' }).click();
    await page.waitForURL((url) => url.pathname !== path);
    await expect.poll(() => page.locator('.functions, table').allTextContents()).toEqual(expect.anything());
    await page.getByRole('button', { name: 'Show them' }).click();
    expect(await page.locator('.audit').textContent()).toContain('ours/joined');
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/audit-${colorScheme}.png` });
    await page.keyboard.press('Escape');

    // The old permalink shows the old result, says that the rules have changed, and leads to today's.
    await page.goto(`${site.url}${path}`);
    await page.getByText('the rules for names have changed since').waitFor();
    await page.getByRole('button', { name: "Compare again with today's rules" }).click();
    await page.waitForURL((url) => url.pathname !== path);
    expect(faults).toEqual([]);
    await fetch(`${site.url}/api/v1/rules`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: '' }),
    });
  },
);

test('a merged group is kept apart by a rule that is shown first, and comes apart', async () => {
  const stacks = (by: number) => `main;read_page.constprop.0 ${60 * by}\nmain;read_page 40\nmain;idle_loop 900\n`;
  const { page, faults } = await site.open(await compared(site, stacks(1), stacks(5)));
  await graphIsDrawn(page);
  await page.getByRole('button', { name: 'Show them' }).click();
  await page.getByRole('button', { name: 'Keep apart… read_page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rules for names' });
  expect(await dialog.getByLabel('Rules of the project').inputValue()).toContain(
    'names: ["read_page", "read_page.constprop.0"]',
  );
  await expect.poll(() => page.locator('.rules-preview').textContent()).toContain('1 group no longer');
  expect(await accessibilityFaults(page)).toEqual([]);
  const before = page.url();
  await dialog.getByRole('button', { name: 'Save and compare again' }).click();
  await page.waitForURL((url) => url.href !== before);
  await graphIsDrawn(page);
  const names = () => page.locator('.table-body .column-name').allTextContents();
  await expect.poll(names).toEqual(expect.arrayContaining(['read_page', 'read_page.constprop.0']));
  expect(faults).toEqual([]);
});

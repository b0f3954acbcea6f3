import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profileOf } from '../../core/model/profile-of.ts';
import { profileToPprof } from '../../render/pprof.ts';
import { accessibilityFaults, graphIsDrawn, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

/** CPU time in nanoseconds, recorded for so many seconds. */
function recorded(stacks: string, durationSeconds: number): Blob {
  const valueTypes = [{ name: 'cpu', unit: 'nanoseconds', sampling: null }];
  const profile = profileOf(stacks, { durationSeconds, valueTypes });
  return new Blob([new Uint8Array(profileToPprof(profile).bytes)]);
}

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it('shows benchmark numbers of both sides, throughput first, the rest on demand', async () => {
  const form = new FormData();
  const add = (side: string, name: string, text: string) => form.append(side, new Blob([text]), name);
  add('base', 'good.folded', 'main;work 400\nmain;wait 20\n');
  add('base', 'good-sysbench.txt', readFileSync('fixtures/valid/metrics-sysbench.txt', 'utf8'));
  add('head', 'bad.folded', 'main;work 400\nmain;wait 900\n');
  add('head', 'bad.txt', 'tps=25\nlatency_p99=60.9\n');
  const made = await fetch(`${site.url}/api/v1/comparisons`, { method: 'POST', body: form });
  const { page, faults } = await site.open(((await made.json()) as { page: string }).page);
  await graphIsDrawn(page);
  const metrics = page.getByRole('region', { name: 'Metrics' });
  const rows = metrics.getByRole('row');
  expect((await rows.nth(1).innerText()).split(/\s*\t\s*/)).toEqual(['tps (per second)', '75', '25', '0.33 times']);
  expect(await metrics.innerText()).toContain('so nothing is computed per unit of work');
  const before = await rows.count();
  await metrics.getByRole('button', { name: /more metric/ }).click();
  expect(await rows.count()).toBeGreaterThan(before);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

it('shows cost per second and per unit of work, or why it cannot', async () => {
  const form = new FormData();
  form.append('base', recorded('main;work 30000000000 / main;lock 10000000000', 10), 'good.pb.gz');
  form.append('base', new Blob(['tps=100\n']), 'good.txt');
  form.append('head', recorded('main;work 15000000000 / main;lock 25000000000', 10), 'bad.pb.gz');
  form.append('head', new Blob(['tps=50\n']), 'bad.txt');
  const made = await fetch(`${site.url}/api/v1/comparisons`, { method: 'POST', body: form });
  const path = ((await made.json()) as { page: string }).page;
  const { page, faults } = await site.open(path);
  await graphIsDrawn(page);
  const cost = page.getByRole('group', { name: 'Cost as' });
  const cellsOf = async (name: string) =>
    (
      await page
        .getByRole('row', { name: new RegExp(`^${name}\\b`) })
        .getByRole('gridcell')
        .allInnerTexts()
    ).slice(-4);

  await page.getByText('Filters and display').click();
  await cost.getByLabel('per second').check();
  // 30 s of CPU time in 10 s are 3 CPUs.
  await expect.poll(() => cellsOf('work')).toEqual(['3', '1.5', '0.50×', 'shrank']);
  await expect.poll(() => page.locator('.legend').innerText()).toMatch(/costs more in bad[^]*are in CPUs/);

  await cost.getByLabel('per work').check();
  // Half the CPU time for half the transactions: each one costs what it did.
  await expect.poll(() => cellsOf('work')).toEqual(['0.03', '0.03', '1.00×', 'shrank']);
  await expect.poll(() => cellsOf('lock')).toEqual(['0.01', '0.05', '5.00×', 'grew']);
  expect(new URL(page.url()).searchParams.get('per')).toBe('work');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();

  const shares = new FormData();
  shares.append('base', new Blob(['main;work 400\n']), 'good.folded');
  shares.append('head', new Blob(['main;work 900\n']), 'bad.folded');
  const other = await fetch(`${site.url}/api/v1/comparisons`, { method: 'POST', body: shares });
  const without = await site.open(`${((await other.json()) as { page: string }).page}?per=second`);
  await graphIsDrawn(without.page);
  await without.page.getByText('Shares are shown: CPUs busy cannot be computed').waitFor();
  await without.page.getByRole('button', { name: 'Cost as share' }).click();
  await expect.poll(() => without.page.getByText('Shares are shown').count()).toBe(0);
  await without.page.close();
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, graphIsDrawn, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

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

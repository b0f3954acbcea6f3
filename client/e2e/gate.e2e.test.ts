import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, exampleFile, graphIsDrawn, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it.each(['light', 'dark'] as const)('says of the example what firebreak gate says (%s)', async (colorScheme) => {
  const files = ['--base', exampleFile('good.svg'), '--head', exampleFile('bad.svg')];
  const told = spawnSync(process.execPath, ['dist/cli/main.js', 'gate', '--json', ...files], { encoding: 'utf8' });
  const cli = JSON.parse(told.stdout) as {
    sentence: string;
    details: string[];
    rows: { status: string; sentence: string }[];
  };
  expect(told.status).toBe(1);
  const example = (await (await fetch(`${site.url}/api/v1/example`)).json()) as { page: string };
  const { page, faults } = await site.open(example.page, { colorScheme });
  await graphIsDrawn(page);
  const gate = page.getByRole('region', { name: 'Would it pass the gate?' });
  expect(await gate.locator('.gate-sentence').innerText()).toBe(cli.sentence);
  for (const detail of cli.details) expect(await gate.innerText()).toContain(detail);
  const rows = cli.rows.filter(({ status }) => status !== 'noise');
  await gate.getByRole('button', { name: /^Show \d+ more/ }).click();
  const shown = await gate.locator('.gate-rows li').allInnerTexts();
  expect(shown.length).toBe(rows.length);
  for (const [i, { sentence }] of rows.entries()) expect(shown[i]).toContain(sentence);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

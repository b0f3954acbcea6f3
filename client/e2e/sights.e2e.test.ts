/** Everything that the page can show, in both themes, on a wide and on a narrow screen: accessible, and not wider than it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';
import { furnishedSite } from './sights.testkit.ts';
import type { Sight } from './sights.testkit.ts';

let site: TestSite;
let sights: readonly Sight[];
beforeAll(async () => {
  ({ site, sights } = await furnishedSite());
});
afterAll(() => site.close());

describe.each([
  ['light', 1280],
  ['dark', 400],
] as const)('%s, %d pixels', (colorScheme, width) => {
  it('has no fault that axe finds, and fits', async () => {
    const faults: string[] = [];
    const look = async ({ name, path, reach }: Sight) => {
      const { page, faults: errors } = await site.open(path, { width, height: 800, colorScheme });
      await reach(page);
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      const found = [...errors, ...(await accessibilityFaults(page)), ...(isTooWide ? ['wider than the window'] : [])];
      faults.push(...found.map((fault) => `${name}: ${fault}`));
      await page.context().close();
    };
    const left = [...sights];
    const eye = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await look(next);
    };
    await Promise.all([eye(), eye(), eye()]);
    expect(faults).toEqual([]);
  }, 600_000);
});

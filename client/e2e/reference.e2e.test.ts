import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

const PATH = '/api/v1/reference';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe('the reference of the API', () => {
  it('asks nobody for anything, fits in 400 and 1280 pixels in light and dark, and axe finds nothing', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [400, 1280]) {
        const viewport = { width, height: 900 };
        const page = await (await site.browser.newContext({ viewport, colorScheme })).newPage();
        const faults: string[] = [];
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto(`${site.url}${PATH}`);
        await page.locator('#uploadProfiles summary').first().click();
        expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([`${site.url}${PATH}`]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(faults).toEqual([]);
        await page.context().close();
      }
    }
  });

  it('is filtered and copied from with the keyboard', async () => {
    const { page, faults } = await site.open(PATH);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('/');
    await page.keyboard.type('ROTATE');
    await page.getByText(/^\d+ of \d+ calls$/).waitFor();
    const shown = () => page.locator('.call:visible').evaluateAll((calls) => calls.map(({ id }) => id));
    expect(await shown()).toContain('rotateToken');
    expect(await shown()).not.toContain('uploadProfiles');
    await page.locator('#rotateToken button').press('Enter');
    await page.locator('#rotateToken button', { hasText: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl -X POST .*\/rotate"$/);
    // A link to what is hidden shows it.
    await page.evaluate("location.hash = '#uploadProfiles'");
    await page.locator('#uploadProfiles').waitFor();
    await page.locator('#filter').fill('rotate');
    await page.locator('#filter').press('Escape');
    expect((await shown()).length).toBe(await page.locator('.call').count());
    expect(faults).toEqual([]);
  });

  it('is whole without JavaScript', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}${PATH}#putRules`);
    expect(await page.locator('#putRules').isVisible()).toBe(true);
    expect(await page.locator('#filter').isVisible()).toBe(false);
    await page.locator('#putRules summary', { hasText: 'Problems' }).click();
    await page.getByText('Read them again, and make your change on top of theirs.').first().waitFor();
    await context.close();
  });

  it('is linked from the start page', async () => {
    const { page } = await site.open('/');
    await page.getByRole('link', { name: 'HTTP API' }).click();
    await page.waitForURL(`**${PATH}`);
    expect(await page.locator('h1').innerText()).toContain('the HTTP API');
  });
});

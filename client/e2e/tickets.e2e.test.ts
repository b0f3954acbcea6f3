/** From a ticket to a comparison and its report back, by hand in the page; the tracker is one that checks every request. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJira } from '../../server/trackers/fake-jira.testkit.ts';
import type { Fake } from '../../server/trackers/fake.testkit.ts';
import { accessibilityFaults, compared, exampleFile, graphIsDrawn, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

const KEY = 'MDEV-34515';

let tracker: Fake;
let site: TestSite;

beforeAll(async () => {
  tracker = await startJira('dc');
  tracker.ticket.addFile('flame-good.svg', readFileSync(exampleFile('good.svg')));
  tracker.ticket.addFile('flame-bad.svg', readFileSync(exampleFile('bad.svg')));
  tracker.ticket.addFile('<img src=x onerror=alert(1)>.txt', 'Dear all, it is slow.', 'text/plain');
  site = await startSite((folder) => {
    const tokenFile = join(folder, 'token');
    const { token, ...entry } = tracker.entry;
    writeFileSync(tokenFile, token, { mode: 0o600 });
    writeFileSync(join(folder, 'trackers.yml'), JSON.stringify({ trackers: [{ ...entry, tokenFile }] }));
  });
});

afterAll(async () => {
  await site.close();
  await tracker.close();
});

describe.each(['light', 'dark'] as const)('tickets in the page (%s)', (colorScheme) => {
  it('lists what hangs on a ticket, with a guess that can be changed, and compares', async () => {
    const { page, faults } = await site.open('/', { colorScheme });
    await page.getByRole('button', { name: 'From a ticket…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare what hangs on a ticket' });
    await dialog.getByLabel('Ticket').fill(KEY);
    await dialog.getByRole('button', { name: 'Look' }).click();
    const files = dialog.locator('.ticket-files > li');
    await expect.poll(() => files.count()).toBe(tracker.ticket.files.length);
    const row = (name: string) => files.filter({ hasText: name });
    expect(await row('flame-good.svg').getByRole('radio', { name: 'good' }).isChecked()).toBe(true);
    expect(await row('flame-bad.svg').getByRole('radio', { name: 'bad', exact: true }).isChecked()).toBe(true);
    expect(await row('flame-bad.svg').locator('img').count()).toBe(1);
    expect(await row('onerror').locator('img').count()).toBe(0);
    expect(await row('onerror').getByRole('radio').count()).toBe(0);

    const button = dialog.getByRole('button', { name: 'Compare' });
    await row('flame-bad.svg').getByRole('radio', { name: 'leave out' }).check({ force: true });
    expect(await button.isDisabled()).toBe(true);
    await row('flame-bad.svg').getByRole('radio', { name: 'bad', exact: true }).check({ force: true });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await button.click();
    await graphIsDrawn(page);
    expect(await page.locator('h1').innerText()).toContain('row_purge_is_unsafe grew');

    // Its report belongs on the ticket that it came from.
    await page.getByRole('button', { name: 'Report…' }).click();
    expect(await page.getByRole('dialog', { name: 'Report' }).getByLabel('Ticket').inputValue()).toBe(KEY);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the report of a comparison', () => {
  it('is shown exactly before it is posted, and posted once', async () => {
    const { page, faults } = await site.open(
      await compared(site, 'main;work 400\nmain;rest 9', 'main;work 4000\nmain;rest 9'),
    );
    await graphIsDrawn(page);
    const files = tracker.ticket.files.length;
    await page.getByRole('button', { name: 'Report…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report' });
    const preview = async () => {
      await dialog.getByLabel('Ticket').fill(KEY);
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await expect.poll(() => dialog.locator('.preview-text').count()).toBe(1);
    };
    await preview();
    expect(tracker.ticket.comments).toHaveLength(0);
    const text = (await dialog.locator('.preview-text').textContent()) ?? '';
    expect(text).toContain('||metric||good (base)||bad (head)||change||');
    expect(await dialog.locator('.ticket-preview').innerText()).toContain('3 files will be attached');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await dialog.getByRole('button', { name: `Post to ${KEY}` }).click();
    await expect.poll(() => dialog.locator('.posted').count()).toBe(1);
    expect(tracker.ticket.files).toHaveLength(files + 3);
    // Behind it stands only the mark that the comment is found by.
    expect(String(tracker.ticket.comments[0]?.body).replace(/\s*\{anchor:[\w-]+\}\s*$/, '')).toBe(text.trimEnd());

    await preview();
    expect(await dialog.locator('.ticket-preview').innerText()).toContain('says the same and stays');
    await dialog.getByRole('button', { name: `Post to ${KEY}` }).click();
    await expect.poll(() => dialog.locator('.posted').count()).toBe(1);
    expect(tracker.ticket.comments).toHaveLength(1);
    expect(tracker.ticket.files).toHaveLength(files + 3);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('can be downloaded, also when the ticket cannot be reached', async () => {
    const { page, faults } = await site.open(await compared(site, 'main;a 400', 'main;b 400'));
    await graphIsDrawn(page);
    await page.getByRole('button', { name: 'Report…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report' });
    await dialog.getByLabel('Ticket').fill('MDEV-1');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect.poll(() => dialog.locator('.problem-box').count()).toBe(1);
    expect(await dialog.innerText()).toContain('Nothing was posted. The report can be downloaded above.');
    for (const name of ['Page in one file', 'PNG, double', 'Markdown']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name, exact: true }).click(),
      ]);
      expect(readFileSync(await download.path()).length).toBeGreaterThan(400);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

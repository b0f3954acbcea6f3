import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityFaults,
  compared,
  drop,
  exampleFile,
  graphIsDrawn,
  pick,
  startSite,
  textFile,
} from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const GOOD = 'main;parse 30\nmain;run;lock 10\nmain;run;work 60\n';
const BAD = 'main;parse 30\nmain;run;lock 110\nmain;run;work 60\n';

async function chooseBrowser(page: Page): Promise<void> {
  await page.locator('.place label', { hasText: 'In this browser' }).click();
  await page.locator('.place', { hasText: 'Nothing is sent' }).waitFor();
}

/** Everything that the page sends from now on: method, path, and whether there is a body. */
function requestsOf(page: Page): { method: string; path: string; body: string | null }[] {
  const sent: { method: string; path: string; body: string | null }[] = [];
  page.context().on('request', (request) => {
    sent.push({
      method: request.method(),
      path: new URL(request.url()).pathname + new URL(request.url()).search,
      body: request.postData(),
    });
  });
  return sent;
}

async function firstFunctionRow(page: Page): Promise<string> {
  return page.locator('.table-body .table-row', { hasText: 'lock' }).innerText();
}

describe('comparing in the browser', () => {
  it('sends nothing, says so, and shows what the server would', async () => {
    const { page, faults } = await site.open('/');
    const sent = requestsOf(page);
    await chooseBrowser(page);
    await drop(page, '[data-side=base]', [{ name: 'good.folded', text: GOOD }]);
    await drop(page, '[data-side=head]', [{ name: 'bad.folded', text: BAD }]);
    await page.waitForURL('**/local/1');
    await graphIsDrawn(page);
    expect(await page.locator('.local-note').innerText()).toContain('nothing was sent');
    const local = await firstFunctionRow(page);
    expect(sent.filter(({ method, body }) => method !== 'GET' || body !== null)).toEqual([]);
    expect(sent.filter(({ path }) => !/^\/(assets\/[\w-]+\.js|icon\.svg)$/.test(path))).toEqual([]);
    expect(faults).toEqual([]);
    await page.goto(`${site.url}${await compared(site, GOOD, BAD)}`);
    await graphIsDrawn(page);
    expect(await firstFunctionRow(page)).toBe(local);
  });

  it('works when the server has gone away after the page was loaded, also with sides exchanged', async () => {
    const { page, faults } = await site.open('/');
    await chooseBrowser(page);
    await page.waitForRequest('**/assets/local-worker-*.js');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await pick(page, 'base', exampleFile('good.svg'));
    await pick(page, 'head', exampleFile('bad.svg'));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.waitForURL('**/local/*');
    await graphIsDrawn(page);
    expect(await page.locator('h1').innerText()).toContain('purge');
    await page.getByRole('button', { name: 'Exchange sides' }).click();
    await page.waitForURL('**/local/2');
    await graphIsDrawn(page);
    await page.getByRole('button', { name: 'Store it on the server' }).click();
    await page.locator('.local-note').getByRole('alert').waitFor();
    await page.locator('.away-banner').waitFor();
    await page.context().setOffline(false);
    await page.locator('.away-banner').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('stores the comparison when that is asked for', async () => {
    const { page } = await site.open('/');
    await chooseBrowser(page);
    await drop(page, '[data-side=base]', [{ name: 'good.folded', text: `${GOOD}main;x 1\n` }]);
    await drop(page, '[data-side=head]', [{ name: 'bad.folded', text: BAD }]);
    await page.waitForURL('**/local/*');
    await graphIsDrawn(page);
    await page.locator('.rules .choice label', { hasText: 'None' }).click();
    await page.waitForURL('**/local/2');
    await graphIsDrawn(page);
    await page.getByRole('button', { name: 'Store it on the server' }).click();
    await page.waitForURL('**/c/*');
    await graphIsDrawn(page);
    expect(await page.locator('.rules .choice input:checked').getAttribute('value')).toBe('none');
    expect(await page.locator('.local-note').count()).toBe(0);
  });

  it('scans perf script with WebAssembly, which the policy of the page does not allow', async () => {
    const { page, faults } = await site.open('/');
    const thread = page.waitForResponse('**/assets/local-worker-*.js');
    expect((await (await thread).allHeaders())['content-security-policy']).toContain("'wasm-unsafe-eval'");
    const start = await page.request.get(`${site.url}/`);
    expect(start.headers()['content-security-policy']).not.toContain('unsafe');
    await chooseBrowser(page);
    const perf = readFileSync(new URL('../../fixtures/valid/perf-script-srcline.txt', import.meta.url), 'utf8');
    await pick(page, 'base', textFile('perf.txt', perf));
    await pick(page, 'head', textFile('perf2.txt', `${perf}\n`));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.waitForURL('**/local/*');
    await graphIsDrawn(page);
    expect(faults).toEqual([]);
  });

  it('says what is wrong with a file and keeps the chosen ones', async () => {
    const { page } = await site.open('/');
    await chooseBrowser(page);
    await pick(page, 'base', textFile('good.folded', GOOD));
    await pick(page, 'head', textFile('odd.file', '\u0000\u0001\u0002'));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.problem-advice').count()).toBe(1);
    expect(await page.locator('.files .at-fault').innerText()).toContain('odd.file');
  });

  it('offers itself when the server does not answer', async () => {
    const { page } = await site.open('/');
    await page.waitForRequest('**/assets/local-worker-*.js');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await pick(page, 'base', textFile('good.folded', GOOD));
    await pick(page, 'head', textFile('bad.folded', BAD));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('button', { name: 'Compare in this browser instead' }).click();
    await page.waitForURL('**/local/*');
    await graphIsDrawn(page);
  });

  it('is gone when the page is loaded again, which says what to do', async () => {
    const { page } = await site.open('/local/7');
    expect(await page.locator('h1').innerText()).toContain('not here any more');
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

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

  it('writes every report without a server, and says what a ticket needs', async () => {
    const { page, faults } = await site.open('/');
    await chooseBrowser(page);
    await page.waitForRequest('**/assets/local-worker-*.js');
    await page.waitForLoadState('networkidle');
    await drop(page, '[data-side=base]', [{ name: 'good.folded', text: GOOD }]);
    await drop(page, '[data-side=head]', [{ name: 'bad.folded', text: BAD }]);
    await page.waitForURL('**/local/*');
    await graphIsDrawn(page);
    await page.getByRole('button', { name: 'Report…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report' });
    await dialog.getByText('has to be stored first').waitFor();
    await page.context().setOffline(true);
    const written = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name, exact: true }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    // First, since a browser asks before it takes many files of one page.
    const html = await written('Page in one file');
    const json = await written('JSON');
    expect(json.name).toBe('firebreak.json');
    const { head } = JSON.parse(json.bytes.toString()) as { head: { total: number } };
    expect(head.total).toBe(200);
    expect((await written('SVG')).bytes.toString()).toMatch(/<svg[^]*lock[^]*<\/svg>/);
    for (const [name, start] of [
      ['PNG', 0x89],
      ['pprof', 0x1f],
    ] as const) {
      expect((await written(name)).bytes[0]).toBe(start);
    }
    for (const name of ['Markdown', 'Jira', 'Mail', 'Folded, two columns']) {
      expect((await written(name)).bytes.toString()).toContain('lock');
    }
    await page.context().setOffline(false);
    const report = await site.browser.newPage();
    await report.route('http://report.test/', (route) => route.fulfill({ body: html.bytes, contentType: 'text/html' }));
    await report.goto('http://report.test/');
    await graphIsDrawn(report);
    expect(await report.locator('.card').first().innerText()).toContain('lock');
    expect(await accessibilityFaults(page)).toEqual([]);
    await report.close();
    expect(faults).toEqual([]);
  });

  it('has rules of its own, tried without a server, and takes those of the project', async () => {
    const rules = 'pack: ours\nversion: "1"\nrules:\n  - { id: a, match: { name: "^lo(ck)$" }, rename: "$1" }\n';
    const put = (text: string) =>
      fetch(`${site.url}/api/v1/rules`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      });
    expect((await put(rules)).ok).toBe(true);
    const { page, faults } = await site.open('/');
    await chooseBrowser(page);
    await drop(page, '[data-side=base]', [{ name: 'good.folded', text: GOOD }]);
    await drop(page, '[data-side=head]', [{ name: 'bad.folded', text: BAD }]);
    await page.waitForURL('**/local/1');
    await graphIsDrawn(page);
    await page.getByRole('button', { name: 'Rules…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rules for names' });
    await dialog.getByRole('button', { name: 'Take those of the project on the server' }).click();
    const editor = dialog.getByLabel('Rules in this browser');
    await expect.poll(() => editor.inputValue()).toBe(rules);
    await page.context().setOffline(true);
    await editor.fill(rules.replace('lo(ck)', 'lo(ck'));
    await expect.poll(() => page.locator('.rules-fault').textContent()).toMatch(/^line 4: /);
    await editor.fill(rules.replace('"$1"', 'locked'));
    await expect.poll(() => page.locator('.rules-preview').textContent()).toContain('1 name spelled in another way');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save and compare again' }).click();
    await page.waitForURL('**/local/2');
    await expect.poll(() => page.locator('.card').first().innerText()).toContain('locked');
    await page.context().setOffline(false);
    await put('');
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

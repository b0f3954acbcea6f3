import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORT_FORMATS, comparisonAnswer } from '../contract.ts';
import { formOf, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

let server: TestServer;
let reports = '';
beforeAll(async () => {
  server = await startTestServer();
  const form = formOf(
    { name: 'base', text: 'main;work 400\nmain;rest 500\n', fileName: 'good.folded' },
    { name: 'head', text: 'main;work 4000\nmain;rest 500\n', fileName: 'bad.folded' },
  );
  const response = await fetch(`${server.api}/comparisons`, { method: 'POST', body: form });
  reports = `${server.api}/comparisons/${comparisonAnswer.parse(await response.json()).id}/report`;
});
afterAll(() => server.close());

const BEGINNINGS: Readonly<Record<(typeof REPORT_FORMATS)[number], RegExp>> = {
  json: /^\{\s*"version": ?1/,
  svg: /^<\?xml/,
  png: /^.PNG/,
  html: /^<!doctype html>/,
  md: /^\*\*work grew/,
  'gitlab.md': /^\*\*work grew/,
  jira: /^\*work grew/,
  'adf.json': /^\{"version":1,"type":"doc"/,
  textile: /^\*work grew/,
  txt: /^work grew/,
  folded: /^main;/,
  'pb.gz': /^\u001f/, // oxlint-disable-line no-control-regex
};

test.each(REPORT_FORMATS)('report.%s is a download', async (format) => {
  const response = await fetch(`${reports}.${format}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`.${format}`);
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(BEGINNINGS[format]);
});

test('reports link to the permalink that was given, of the web only', async () => {
  const link = 'https://firebreak.example/c/1';
  for (const format of ['html', 'md', 'jira', 'adf.json', 'textile', 'txt']) {
    const response = await fetch(`${reports}.${format}?permalink=${encodeURIComponent(link)}`);
    expect([format, (await response.text()).includes(link)]).toEqual([format, true]);
  }
  expect((await fetch(`${reports}.md?permalink=${encodeURIComponent('javascript:alert(1)')}`)).status).toBe(400);
});

test('a PNG has one pixel or two for each of the SVG', async () => {
  const width = async (query: string) =>
    Buffer.from(await (await fetch(`${reports}.png${query}`)).arrayBuffer()).readUInt32BE(16);
  expect([await width(''), await width('?scale=2')]).toEqual([1200, 2400]);
});

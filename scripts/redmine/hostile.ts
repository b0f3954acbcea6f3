import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { ProfileBuilder } from '../../core/model/builder.ts';
import type { Profile } from '../../core/model/profile.ts';
import { compareRuns } from '../../pipeline/index.ts';
import { TWO_HUNDRED_NAMES } from '../../render/hostile-names.testkit.ts';
import { comparisonMarkdown } from '../../render/markdown.ts';
import { comparisonTextile } from '../../render/textile.ts';
import type { Redmine } from './instance.ts';
import { createIssue } from './issues.ts';

/** Functions in the table of a report. */
const ROWS = 10;
/** What a report on a page of Redmine is made of. */
const ELEMENTS: readonly string[] = [
  'P',
  'STRONG',
  'H4',
  'UL',
  'OL',
  'LI',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TD',
  'TH',
  'BR',
  'CODE',
];

/** Two hundred names that are markup, in notes on a page of Redmine: none of them becomes an element, a link, or a request. */
export async function hostileNames(
  redmine: Redmine,
  browser: Browser,
  formatting: 'textile' | 'markdown',
): Promise<void> {
  const write = formatting === 'textile' ? comparisonTextile : comparisonMarkdown;
  const id = await createIssue(redmine, 'Names that are markup', '', []);
  const rounds = Math.ceil(TWO_HUNDRED_NAMES.length / ROWS);
  for (let round = 0; round < rounds; round++) {
    const compared = await compareRuns(
      [namesWith(() => 1000)],
      [namesWith((at) => (Math.floor(at / ROWS) === round ? 20_000 : 1000))],
      {
        level: 'none',
      },
    );
    assert.ok(compared.ok);
    const body = JSON.stringify({ issue: { notes: write(compared.value) } });
    const response = await fetch(`${redmine.url}/issues/${id}.json`, { method: 'PUT', headers: redmine.headers, body });
    assert.equal(response.status, 204);
  }
  const page = await browser.newPage();
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(redmine.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    foreign.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${redmine.url}/issues/${id}`);
  assert.equal(await page.locator('#history div.wiki').count(), rounds);
  // Of headings Redmine makes anchors of its own, to places on the page.
  const strange = await page
    .locator('#history div.wiki *')
    .evaluateAll(
      (elements: { tagName: string; outerHTML: string; getAttribute(name: string): string | null }[], known) =>
        elements
          .filter(
            (one) =>
              !known.includes(one.tagName) &&
              !(one.tagName === 'A' && /^(#[\w-]+)?$/.test(one.getAttribute('href') ?? '')),
          )
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      ELEMENTS,
    );
  assert.deepEqual(strange, []);
  assert.deepEqual(foreign, []);
  await page.close();
  process.stdout.write(
    `\n${TWO_HUNDRED_NAMES.length} names that are markup, in ${formatting}: none became an element, a link or a request\n`,
  );
}

function namesWith(weight: (at: number) => number): Profile {
  const builder = new ProfileBuilder(1);
  const app = builder.frame('app');
  for (const [at, name] of TWO_HUNDRED_NAMES.entries()) {
    builder.addSelf(builder.stack([app, builder.frame(name)]), weight(at));
  }
  const finished = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: null }],
    source: { fileName: '<b>*names* {{toc}}</b>', format: 'folded', generator: null, sha256: null },
  });
  if (!finished.ok) throw new Error(finished.error.code);
  return finished.value;
}

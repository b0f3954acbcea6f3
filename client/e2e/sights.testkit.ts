/**
 * Everything that the page can show, one entry each: what a person looks at (`screenshots.ts`) and what is checked for
 * accessibility and width in both themes (`sights.e2e.test.ts`).
 */
import type { Page } from 'playwright-core';
import { compared, drop, graphIsDrawn, pick, placeOnCanvas, startSite, textFile, threads } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

export interface Sight {
  /** Of its picture. */
  readonly name: string;
  readonly path: string;
  /** What is done on the page until the sight is there. */
  readonly reach: (page: Page) => Promise<unknown>;
}

const LONG = `${'a_very_long_name_'.repeat(14)}.folded`;
const HOSTILE = [
  '<script>alert(1)</script>',
  '\u202egnp.exe',
  'שלום עולם',
  '👩‍👩‍👧‍👦 emoji',
  'x'.repeat(3000),
  'a(b[c*',
];

/** A server with something of everything in its library. */
export async function furnishedSite(): Promise<{ site: TestSite; sights: readonly Sight[] }> {
  const site = await startSite();
  for (const [commit, slow] of [
    ['abc1234', 10],
    ['def5678', 60],
  ] as const) {
    for (const run of [1, 2, 3]) {
      await stored(site, `${commit}-${run}.folded`, `main;work 60\nmain;lock ${slow + run}\n`, {
        project: 'mariadb',
        branch: 'main',
        commit,
        benchmark: 'oltp_read_write',
        run: String(run),
      });
    }
  }
  await stored(site, LONG, 'main;alone 5\n', { note: '<img src=x onerror=alert(1)>' });
  const hostile = (by: number) => HOSTILE.map((name, i) => `main;${name};leaf ${100 + (HOSTILE.length - i) * by}`);
  const same = 'main;parse 300\nmain;run;lock 1000\n';
  const paths = {
    example: ((await (await fetch(`${site.url}/api/v1/example`)).json()) as { page: string }).page,
    hostile: await compared(site, hostile(1).join('\n'), hostile(40).join('\n'), 'none'),
    same: await compared(site, same, same),
    threads: await compared(site, threads(1000, 2000), threads(1000, 7000)),
    renamed: await compared(
      site,
      'main;f;get_gen 600\nmain;g;get_gen 200\nmain;read_page.constprop.0 60\nmain;read_page 40\nnot a stack\n',
      'main;f;get_low 620\nmain;g;get_low 190\nmain;read_page.constprop.0 90\nmain;read_page 90\n',
    ),
  };
  return { site, sights: sightsOf(paths) };
}

async function stored(site: TestSite, fileName: string, text: string, labels: Record<string, string>): Promise<void> {
  const query = new URLSearchParams({ fileName });
  for (const [name, value] of Object.entries(labels)) query.set(`label.${name}`, value);
  const response = await fetch(`${site.url}/api/v1/profiles?${query.toString()}`, { method: 'POST', body: text });
  if (response.status !== 201) throw new Error(`not stored: ${response.status}`);
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

function sightsOf(paths: Record<'example' | 'hostile' | 'same' | 'renamed' | 'threads', string>): readonly Sight[] {
  const graph = (name: string, path: string, then: Sight['reach'] = () => Promise.resolve()): Sight => ({
    name,
    path,
    async reach(page) {
      await page.locator('.flame-canvas[data-bars], .graph-host g.frame rect[width], .tree').first().waitFor();
      await then(page);
    },
  });
  const { example, hostile, same, renamed } = paths;
  const options = (page: Page) => page.getByText('Filters and display').click();
  return [
    { name: 'start', path: '/', reach: (page) => page.locator('.zones').waitFor() },
    {
      name: 'start-chosen',
      path: '/',
      async reach(page) {
        await pick(page, 'base', [textFile(LONG, 'a 1\n'), textFile('r2.folded', 'a 1\n')]);
        await page.locator('.files').first().waitFor();
      },
    },
    {
      name: 'start-problem',
      path: '/',
      async reach(page) {
        await pick(page, 'base', textFile('good.folded', 'a 1\n'));
        await pick(page, 'head', textFile('odd.file', '\u0000\u0001'));
        await press('Compare')(page);
        await page.getByRole('alert').waitFor();
      },
    },
    {
      name: 'start-which-side',
      path: '/',
      async reach(page) {
        await drop(page, '.start', [{ name: 'some.folded', text: 'a 1\n' }]);
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'start-ticket',
      path: '/',
      async reach(page) {
        await press('From a ticket…')(page);
        await page.getByRole('dialog').waitFor();
      },
    },
    graph('diff', example),
    graph('explained', example, (page) => page.locator('.card').first().click()),
    graph('good', `${example}?show=good`),
    graph('bad', `${example}?show=bad`),
    graph('both', `${example}?show=both`),
    graph('inverted', `${example}?show=inverted`),
    graph('callers', `${example}?show=callers`),
    graph('rows', `${example}?show=rows`),
    graph('classic', `${example}?drawer=svg&direction=flame&palette=classic&size=large`),
    graph('contrast', `${example}?palette=contrast&colour=evidence`),
    graph('options', `${example}?colour=subsystem&per=second&min=1`, options),
    graph('search', `${example}?search=trx&only=trx&show=rows`),
    graph('nothing-left', `${example}?only=no_such_frame`),
    graph('bad-pattern', `${example}?only=(a&filters=pattern&search=(b&match=pattern`, options),
    graph('same', same),
    graph('hostile', hostile),
    graph('hostile-rows', `${hostile}?show=rows`),
    graph('renamed', renamed, async (page) => {
      await page.locator('.alignment summary').click();
      await page.locator('.notes summary').click();
    }),
    graph('tooltip', hostile, async (page) => {
      await page.locator('.graph-scroller').scrollIntoViewIfNeeded();
      const place = await placeOnCanvas(page, 0.3, 2);
      await page.mouse.move(place.x, place.y);
      await page.locator('.tooltip').waitFor();
    }),
    graph('keys', example, press('Keys')),
    graph('stack', `${example}?search=trx_purge`, async (page) => {
      await page.locator('.card').first().click();
      await press('Stack as text')(page);
    }),
    graph('rules', renamed, async (page) => {
      await press('Rules…')(page);
      await page
        .getByLabel('Rules of the project')
        .fill('pack: ours\nversion: "1"\nrules:\n  - { id: a, match: { name: "^get_" }, rename: got }\n');
      await page.locator('.rules-preview').waitFor();
    }),
    graph('counts', paths.threads, async (page) => {
      await page.locator('.totals').getByRole('button').click();
      await page.getByLabel('Recording').waitFor();
    }),
    graph('counts-one', same, async (page) => {
      await page.locator('.totals').getByRole('button').click();
      await page.getByText('The files hold one recording').waitFor();
    }),
    graph('merged-names', renamed, press('Show them')),
    graph('report', example, press('Report…')),
    graph('columns', example, (page) => page.getByText('Columns', { exact: true }).click()),
    graph('tour', example, async (page) => {
      await press('Keys')(page);
      await page.getByRole('dialog').getByRole('button', { name: /tour/i }).click();
      await page.locator('.tour').waitFor();
    }),
    {
      name: 'local',
      path: '/',
      async reach(page) {
        await page.locator('.place label', { hasText: 'In this browser' }).click();
        await drop(page, '[data-side=base]', [{ name: 'good.folded', text: 'main;a 10\nmain;b 5\n' }]);
        await drop(page, '[data-side=head]', [{ name: 'bad.folded', text: 'main;a 10\nmain;b 50\n' }]);
        await page.waitForURL('**/local/*');
        await graphIsDrawn(page);
      },
    },
    { name: 'local-gone', path: '/local/9', reach: (page) => page.locator('h1').waitFor() },
    { name: 'comparison-missing', path: `/c/${'0'.repeat(32)}`, reach: (page) => page.getByRole('alert').waitFor() },
    { name: 'unknown', path: '/nowhere/at/all', reach: (page) => page.locator('body').waitFor() },
    { name: 'sign-in', path: '/sign-in', reach: (page) => page.locator('h1').waitFor() },
    { name: 'library', path: '/library', reach: (page) => page.locator('.library-row').first().waitFor() },
    {
      name: 'library-picked',
      path: '/library',
      async reach(page) {
        await page.locator('.library-row').nth(2).waitFor();
        await page.locator('.library-rows').focus();
        await page.keyboard.press('g');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('b');
        await page.locator('.pick-tray').waitFor();
      },
    },
    {
      name: 'library-comparisons',
      path: '/library?kind=comparisons',
      reach: (page) => page.locator('.library-row').first().waitFor(),
    },
    {
      name: 'library-nothing',
      path: '/library?text=nosuch',
      reach: (page) => page.locator('.library-empty').waitFor(),
    },
    {
      name: 'library-deleted',
      path: '/library?deleted=only',
      reach: (page) => page.locator('.library-empty').getByText('Nothing was deleted').waitFor(),
    },
    {
      name: 'library-profile',
      path: '/library',
      async reach(page) {
        await page
          .locator('.library-row', { hasText: 'a_very_long' })
          .getByRole('button', { name: /^Rename, label/ })
          .click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'library-group',
      path: '/library',
      async reach(page) {
        await page
          .locator('.library-row', { hasText: 'def5678' })
          .getByRole('button', { name: /^Rename, label/ })
          .click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'library-comparison',
      path: '/library?kind=comparisons',
      async reach(page) {
        await page
          .locator('.library-row')
          .first()
          .getByRole('button', { name: /^Rename, label/ })
          .click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'library-upload',
      path: '/library',
      async reach(page) {
        await page.locator('.library-row').first().waitFor();
        await drop(page, '.library', [
          { name: 'r1.folded', text: 'main;a 1\n' },
          { name: 'r1.sysbench.txt', text: 'tps=5\n' },
        ]);
        await page.getByRole('dialog').waitFor();
      },
    },
  ];
}

/**
 * Pictures of everything that the page shows, for people who look at them: both themes, 1280 and 400 pixels wide.
 *
 *     npx tsx client/e2e/screenshots.ts FOLDER [PART-OF-A-NAME]
 */
import { mkdirSync } from 'node:fs';
import { furnishedSite } from './sights.testkit.ts';

const [folder, only = ''] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');
mkdirSync(folder, { recursive: true });
const { site, sights } = await furnishedSite();
for (const { name, path, reach } of sights) {
  if (!name.includes(only)) continue;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 400]) {
      const { page } = await site.open(path, { width, height: width === 400 ? 800 : 900, colorScheme });
      page.setDefaultTimeout(5_000);
      try {
        await reach(page);
      } catch (error) {
        console.error(`${name} ${colorScheme} ${width}: ${String(error).split('\n')[0] ?? ''}`);
      }
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      await page.context().close();
    }
  }
}
await site.close();

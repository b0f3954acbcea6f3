import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env['FIREBREAK_CHROMIUM'] ?? '/usr/bin/chromium';
const SIZE = { width: 1200, height: 1000 };
const STEP = 40;

/** What went wrong while a page was opened from the disk and hovered all over: dialogs, errors. Null without a browser. */
export async function troubleWhenOpened(html: string): Promise<readonly string[] | null> {
  if (!existsSync(CHROMIUM)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'firebreak-opened-'));
  const path = join(folder, 'out.html');
  writeFileSync(path, html);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  const trouble: string[] = [];
  try {
    const page = await browser.newPage({ viewport: SIZE });
    page.on('dialog', (dialog) => {
      trouble.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => trouble.push(error.message));
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector('.flame-canvas[data-bars]');
    for (let y = STEP / 2; y < SIZE.height; y += STEP)
      for (let x = STEP / 2; x < SIZE.width; x += STEP) await page.mouse.move(x, y);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return trouble;
}

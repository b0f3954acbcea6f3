import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOfFolder } from '../../server/auth/folder.ts';
import { accessibilityFaults, startSite } from './browser.testkit.ts';
import type { TestSite } from './browser.testkit.ts';

let site: TestSite;
const tokens = { admin: '', reader: '', uploader: '' };
beforeAll(async () => {
  site = await startSite(async (folder) => {
    const opened = await tokensOfFolder(folder);
    if (!opened.ok) throw new Error(opened.error.code);
    const made = async (name: string, scope: 'admin' | 'read' | 'upload') => {
      const asked = { name, scopes: [scope], project: null, expiresInDays: 1 };
      return (await opened.value.tokens.create(asked)).token;
    };
    tokens.admin = await made('the first', 'admin');
    tokens.reader = await made('<b>reader</b>', 'read');
    tokens.uploader = await made('ci', 'upload');
    await opened.value.close();
  }, '0.0.0.0');
});
afterAll(() => site.close());

describe('a server that the network reaches', () => {
  it('asks for a token where it is needed, lets in with it, and out again', async () => {
    const { page, faults } = await site.open('/library');
    const field = page.getByLabel('Token');
    await field.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await field.fill(tokens.uploader);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('the scope read');
    await field.fill(tokens.reader);
    await field.press('Enter');
    await page.locator('.signed-in').waitFor();
    expect(new URL(page.url()).pathname).toBe('/library');
    expect(await page.locator('.signed-in').innerText()).toContain('<b>reader</b>');
    // No script of the page gets at the cookie.
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await field.waitFor();
    await page.reload();
    await field.waitFor();
    expect(faults).toEqual([]);
  });

  it('has an address to sign in at', async () => {
    const { page } = await site.open('/sign-in');
    await page.getByLabel('Token').fill(` ${tokens.admin} `);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    const response = await page.request.get(`${site.url}/api/v1/session`);
    expect(await response.json()).toMatchObject({ auth: 'session', scopes: ['admin'] });
  });
});

/** What the browser has to fetch before the first picture, as a server with compression sends it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const PAGE = new URL('../../dist/client/', import.meta.url);
const MOST = 250 * 1024;

function sizeOf(path: string): number {
  return gzipSync(readFileSync(new URL(path, PAGE))).length;
}

describe('the page', () => {
  it('needs less than 250 KB for its first view, and fetches the engine for patterns when one is typed', () => {
    const html = readFileSync(new URL('index.html', PAGE), 'utf8');
    const first = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(first.some((path) => path.endsWith('.js'))).toBe(true);
    expect(first.reduce((sum, path) => sum + sizeOf(path), sizeOf('index.html'))).toBeLessThan(MOST);
    const scripts = readdirSync(fileURLToPath(new URL('assets/', PAGE))).filter((name) => name.endsWith('.js'));
    const loaded = first.map((path) => path.replace('assets/', ''));
    const later = scripts.filter((name) => !loaded.includes(name));
    expect(later.some((name) => readFileSync(new URL(`assets/${name}`, PAGE), 'utf8').includes('RE2JS'))).toBe(true);
  });
});

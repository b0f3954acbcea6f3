import { describe, expect, it } from 'vitest';
import { encodingOf, toUtf8 } from './to-utf8.ts';

const TEXT = 'main;größe;λ 3\nmain;🔥;idle 39\n';

function utf16(text: string, bigEndian: boolean, mark: boolean): Uint8Array {
  const units = (mark ? '\ufeff' : '') + text;
  const bytes = new Uint8Array(units.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < units.length; i++) view.setUint16(i * 2, units.charCodeAt(i), !bigEndian);
  return bytes;
}

async function decoded(bytes: Uint8Array, cut: number): Promise<string> {
  async function* chunks() {
    yield bytes.subarray(0, cut);
    yield bytes.subarray(cut);
  }
  const parts: Uint8Array[] = [];
  for await (const part of toUtf8(chunks(), bytes.subarray(0, 64))) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe('text arrives as UTF-8 whatever it was written in', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16LE with a mark', utf16(TEXT, false, true)],
    ['UTF-16BE with a mark', utf16(TEXT, true, true)],
  ])('%s, cut at any byte', async (_, bytes) => {
    for (let cut = 0; cut <= bytes.length; cut++) expect(await decoded(bytes, cut)).toBe(TEXT);
  });

  it.each([false, true])('UTF-16 without a mark (big-endian: %s), told by its zero bytes', async (bigEndian) => {
    const text = 'main;work;leaf 40\nmain;größe 2\n';
    expect(await decoded(utf16(text, bigEndian, false), 7)).toBe(text);
  });

  it('a mark inside the text stays', async () => {
    const text = 'a;\ufeffb 1\n';
    expect(await decoded(Buffer.from(text), 3)).toBe(text);
  });

  it('nothing stays nothing', async () => {
    expect(await decoded(new Uint8Array(0), 0)).toBe('');
  });
});

describe('bytes that are no text', () => {
  it('are left as they are', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(encodingOf(bytes)).toEqual({ encoding: 'utf-8', markBytes: 0 });
    const parts: Uint8Array[] = [];
    for await (const part of toUtf8(one(bytes), bytes)) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(Buffer.from(bytes));
  });

  it('are not taken for UTF-16 because of some zeros', () => {
    expect(encodingOf(new Uint8Array(64))).toEqual({ encoding: 'utf-8', markBytes: 0 });
    expect(encodingOf(Uint8Array.of(10, 0, 1, 0, 18, 0))).toEqual({ encoding: 'utf-8', markBytes: 0 });
  });
});

async function* one(bytes: Uint8Array) {
  yield bytes;
}

import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { totalOf } from '../core/model/totals.ts';
import { DEFAULT_READ_LIMITS, readFile } from './index.ts';
import { nodeHost } from './node-host.ts';
import { readFileWith } from './read.ts';
import type { ReadOptions } from './index.ts';

const FOLDED = 'main;work 40\nmain;idle 2\n';
const text = (content: string) => new TextEncoder().encode(content);

function read(bytes: Uint8Array, options: Partial<ReadOptions> = {}) {
  return readFile([bytes], { fileName: null, ...options });
}

async function totalIn(bytes: Uint8Array): Promise<number | bigint> {
  const result = await read(bytes);
  if (!result.ok) throw new Error(result.error.code);
  return totalOf(result.value.file.profiles[0]!.profile);
}

async function faultIn(bytes: Uint8Array, options: Partial<ReadOptions> = {}) {
  const result = await read(bytes, options);
  if (result.ok) throw new Error('it was read');
  return result.error;
}

describe('the time limit', () => {
  /** A second passes whenever somebody looks. */
  const slowHost = () => {
    let seconds = 0;
    return { ...nodeHost, now: () => 1000 * seconds++ };
  };

  it('names the place that was reached', async () => {
    const bytes = text('main;work 40\n'.repeat(100));
    const pieces = Array.from({ length: 13 }, (_, at) => bytes.subarray(at * 100, at * 100 + 100));
    const result = await readFileWith(slowHost(), pieces, { fileName: null, seconds: 5 });
    expect(result).toMatchObject({ ok: false, error: { code: 'time-limit', facts: { seconds: 5 } } });
    expect(result.ok ? null : result.error.position?.byte).toBeGreaterThan(0);
    expect((await readFileWith(slowHost(), pieces, { fileName: null, seconds: 500 })).ok).toBe(true);
  });

  it('holds while a file that came at once becomes a tree', async () => {
    const names = Array.from({ length: 70_000 }, (_, at) => `f${at} 1\n`).join('');
    const result = await readFileWith(slowHost(), [text(names)], { fileName: null, seconds: 0.5 });
    expect(result).toMatchObject({ ok: false, error: { code: 'time-limit' } });
  });
});

describe('a file', () => {
  it('comes with its format, the reason, its size and its hash', async () => {
    const result = await read(text(FOLDED), { fileName: 'a.svg' });
    expect(result).toMatchObject({
      ok: true,
      value: {
        format: 'folded',
        because: 'line 1 ends in a count and frames are joined by ";"',
        compression: [],
        bytes: FOLDED.length,
      },
    });
    expect(result.ok && result.value.file.profiles[0]?.profile.source).toEqual({
      fileName: 'a.svg',
      format: 'folded',
      generator: null,
      sha256: '74c582567fab491c2f3382b67b246cce53a42ed07564adcb68b62c0593932743',
    });
  });

  it('may come in pieces of any size', async () => {
    const bytes = gzipSync(text(FOLDED));
    const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    const result = await readFile(pieces, { fileName: null });
    expect(result.ok && totalOf(result.value.file.profiles[0]!.profile)).toBe(42);
  });

  it('may come in a buffer that its source uses again', async () => {
    const bytes = text(FOLDED);
    function* reused() {
      const buffer = new Uint8Array(5);
      for (let at = 0; at < bytes.length; at += buffer.length) {
        const piece = bytes.subarray(at, at + buffer.length);
        buffer.set(piece);
        yield buffer.subarray(0, piece.length);
      }
    }
    const result = await readFile(reused(), { fileName: null });
    expect(result.ok && totalOf(result.value.file.profiles[0]!.profile)).toBe(42);
  });

  it('longer than what detection looks at is read whole', async () => {
    expect(await totalIn(text('main;work 1\n'.repeat(20_000)))).toBe(20_000);
  });

  it.each([
    ['with a mark and CRLF', text(`\ufeff${FOLDED.replaceAll('\n', '\r\n')}`)],
    ['in UTF-16', Buffer.from(`\ufeff${FOLDED}`, 'utf16le')],
    ['in UTF-16 without a mark', Buffer.from(FOLDED, 'utf16le')],
    ['in UTF-16, in gzip', gzipSync(Buffer.from(`\ufeff${FOLDED}`, 'utf16le'))],
    ['without a line feed at its end', text(FOLDED.trimEnd())],
  ])('%s is read', async (_, bytes) => {
    expect(await totalIn(bytes)).toBe(42);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['a byte order mark only', text('\ufeff')],
    ['blanks only', text(' \n\n')],
    ['nothing in gzip', gzipSync(new Uint8Array(0))],
    ['nothing in zip', zipSync({ 'a.folded': new Uint8Array(0) })],
  ])('that holds %s is said to be empty', async (_, bytes) => {
    expect((await faultIn(bytes)).code).toBe('file-empty');
  });

  it('of a format that was given is not asked what it is', async () => {
    expect(await faultIn(text('no stacks here'), { format: 'folded' })).toMatchObject({ code: 'folded-no-stacks' });
    expect(await faultIn(text(FOLDED), { format: 'toml' })).toMatchObject({ code: 'format-id-unknown' });
  });

  it('over the limit of bytes is refused, inflated or not', async () => {
    const limits = { ...DEFAULT_READ_LIMITS, maxBytes: 20 };
    for (const bytes of [text(FOLDED), gzipSync(text(FOLDED)), zipSync({ a: text(FOLDED) })]) {
      expect(await faultIn(bytes, { limits })).toMatchObject({ code: 'limit-exceeded', facts: { limit: 'maxBytes' } });
    }
  });
});

describe('gzip', () => {
  it('is inflated, all members of it', async () => {
    const [first, second] = [gzipSync(text('main;work 40\n')), gzipSync(text('main;idle 2\n'))];
    expect(await totalIn(first)).toBe(40);
    expect(await totalIn(Buffer.concat([first, second]))).toBe(42);
  });

  it('cut short is damaged, wherever it is cut', async () => {
    const bytes = gzipSync(text(Array.from({ length: 500 }, (_, i) => `main;f${i} ${i}\n`).join('')));
    for (const length of [3, 12, 100, bytes.length - 9, bytes.length - 1]) {
      expect(await faultIn(bytes.subarray(0, length))).toMatchObject({
        code: 'inflate-damaged',
        facts: { compression: 'gzip' },
      });
    }
  });

  it('with a changed byte is damaged', async () => {
    const bytes = gzipSync(text('main;f 1\n'.repeat(100)));
    bytes[bytes.length - 6]! ^= 0xff;
    expect(await faultIn(bytes)).toMatchObject({ code: 'inflate-damaged' });
  });

  it('that grows beyond all measure is refused before it has grown', async () => {
    const bomb = gzipSync(Buffer.alloc(128 * 1024 * 1024, 'a;b 1\n'));
    expect(await faultIn(bomb)).toMatchObject({ code: 'inflate-ratio', facts: { compression: 'gzip' } });
  });

  it('in gzip is read; a third layer is not', async () => {
    const twice = gzipSync(gzipSync(text(FOLDED)));
    expect(await totalIn(twice)).toBe(42);
    expect((await faultIn(gzipSync(twice))).code).toBe('format-unknown');
  });
});

describe('zip', () => {
  it('with one file is read, stored or deflated, whatever folders stand beside it', async () => {
    expect(await totalIn(zipSync({ 'a/b.folded': text(FOLDED) }))).toBe(42);
    expect(await totalIn(zipSync({ 'b.folded': text(FOLDED) }, { level: 0 }))).toBe(42);
    const withRest = { 'a/': new Uint8Array(0), 'a/b.folded': text(FOLDED), '__MACOSX/a/._b.folded': text('fork') };
    expect(await totalIn(zipSync(withRest))).toBe(42);
  });

  it('may hold a gzip', async () => {
    const bytes = zipSync({ 'p.folded.gz': gzipSync(text(FOLDED)) });
    const result = await read(bytes);
    expect(result).toMatchObject({ ok: true, value: { compression: ['zip', 'gzip'] } });
    expect(await totalIn(bytes)).toBe(42);
  });

  it('with two files or none is refused, and says how many there are', async () => {
    const two = zipSync({ 'a.folded': text(FOLDED), 'b.folded': text(FOLDED) });
    expect(await faultIn(two)).toMatchObject({ code: 'zip-entries', facts: { entries: 2 } });
    const none = zipSync({ 'a/': new Uint8Array(0) });
    expect(await faultIn(none)).toMatchObject({ code: 'zip-entries', facts: { entries: 0 } });
  });

  it('cut short is damaged', async () => {
    const bytes = zipSync({ 'a.folded': text(FOLDED) });
    for (const length of [6, 40, bytes.length - 3]) {
      expect(await faultIn(bytes.subarray(0, length))).toMatchObject({ code: 'inflate-damaged' });
    }
  });

  it('that grows beyond all measure is refused', async () => {
    const bomb = zipSync({ 'a.folded': new Uint8Array(100 * 1024 * 1024) }, { level: 9 });
    expect(await faultIn(bomb)).toMatchObject({ code: 'inflate-ratio', facts: { compression: 'zip' } });
  });

  it('whose file is shorter than it says is damaged', async () => {
    const bytes = zipSync({ 'a.folded': text(FOLDED) });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const central = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    view.setUint32(central + 24, 500, true);
    expect(await faultIn(bytes)).toMatchObject({ code: 'inflate-damaged' });
  });
});

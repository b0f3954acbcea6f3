import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fault } from '../core/model/problem.ts';
import { unzipped } from './unzip.ts';

const text = new TextEncoder().encode('main;work 40\nmain;idle 2\n'.repeat(50));
const anySize = () => null;

function codeOf(archive: Uint8Array): string {
  const made = unzipped(archive, anySize);
  return made.ok ? 'ok' : `${made.error.code} ${String(made.error.facts['what'] ?? made.error.facts['entries'])}`;
}

describe('the only file of a zip', () => {
  it.each([0, 9] as const)('is given with its size and checksum verified (level %i)', (level) => {
    const made = unzipped(zipSync({ 'a.folded': text }, { level }), anySize);
    expect(made.ok && Buffer.compare(made.value, text)).toBe(0);
  });

  it('may stand beside folders and resource forks', () => {
    const archive = zipSync({ 'out/': new Uint8Array(0), 'out/a.folded': text, '__MACOSX/out/._a': new Uint8Array(9) });
    expect(unzipped(archive, anySize).ok).toBe(true);
  });

  it('is refused when there are several or none', () => {
    expect(codeOf(zipSync({ a: text, b: text }))).toBe('zip-entries 2');
    expect(codeOf(zipSync({ 'only/': new Uint8Array(0) }))).toBe('zip-entries 0');
  });

  it('is refused by its name when it is a recording of Instruments', () => {
    const archive = zipSync({ 'run.trace/form.template': text, 'run.trace/1.run/data': text });
    expect(codeOf(archive)).toBe('format-known-unreadable a recording of Instruments (.trace)');
  });

  it('is refused when a byte of it changed', () => {
    const archive = zipSync({ a: text }, { level: 0 });
    archive[40] = 0x39;
    expect(codeOf(archive)).toBe('inflate-damaged the checksum does not match');
  });

  it('is refused when the directory names another size', () => {
    const archive = zipSync({ a: text }, { level: 9 });
    const view = new DataView(archive.buffer);
    const directory = archive.length - 22 - 46 - 1;
    for (const wrong of [text.length - 10, text.length + 10]) {
      view.setUint32(directory + 24, wrong, true);
      expect(codeOf(archive)).toMatch(/^inflate-damaged/);
    }
  });

  it('is refused before inflating when its size is not allowed', () => {
    const tooLarge = fault('limit-exceeded');
    expect(unzipped(zipSync({ a: text }), () => tooLarge)).toEqual({ ok: false, error: tooLarge });
  });

  it('never throws, wherever the archive is cut', () => {
    const archive = zipSync({ a: text }, { level: 9 });
    for (let length = 0; length < archive.length; length++) {
      expect(codeOf(archive.slice(0, length))).toMatch(/^inflate-damaged/);
    }
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileChunks } from './node-chunks.ts';

const directory = mkdtempSync(join(tmpdir(), 'firebreak-chunks-'));
afterAll(() => rmSync(directory, { recursive: true }));

test.each([0, 1, 1 << 18, 700_001])('%d bytes come in order', async (length) => {
  const path = join(directory, `${length}`);
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) >> 3);
  writeFileSync(path, bytes);
  const read: number[] = [];
  for await (const chunk of fileChunks(path)) for (const byte of chunk) read.push(byte);
  expect(Uint8Array.from(read)).toEqual(bytes);
});

test('a file that is not there and a folder are errors of the system', async () => {
  await expect(fileChunks(join(directory, 'none')).next()).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(fileChunks(directory).next()).rejects.toMatchObject({ code: 'EISDIR' });
});

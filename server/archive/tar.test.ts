import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TAR_END, padding, readTar, tarHeader } from './tar.ts';

function archive(files: readonly (readonly [string, Uint8Array])[]): Buffer {
  const parts = files.flatMap(([name, bytes]) => [tarHeader(name, bytes.length, 0), bytes, padding(bytes.length)]);
  return Buffer.concat([...parts, TAR_END]);
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, size = 1000): Promise<(readonly [string, Buffer])[]> {
  const files: (readonly [string, Buffer])[] = [];
  for await (const { name, body } of readTar(pieces(bytes, size))) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    files.push([name, Buffer.concat(chunks)]);
  }
  return files;
}

test('what is written is read, in whatever pieces it comes', async () => {
  const name = fc.stringMatching(/^[a-z]{1,50}\/[a-z0-9.]{1,40}$/);
  const file = fc.tuple(name, fc.uint8Array({ maxLength: 1200 }));
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 5 }), fc.integer({ min: 1, max: 3000 }), async (files, size) => {
      const expected = files.map(([named, bytes]) => [named, Buffer.from(bytes)]);
      expect(await read(archive(files), size)).toEqual(expected);
    }),
    { seed: 11, numRuns: 60 },
  );
});

test('bodies that nobody reads are passed over', async () => {
  const bytes = archive([
    ['one', Buffer.alloc(700, 1)],
    ['two', Buffer.from('2')],
  ]);
  const names: string[] = [];
  for await (const { name } of readTar(pieces(bytes, 100))) names.push(name);
  expect(names).toEqual(['one', 'two']);
});

test('an archive that is cut anywhere is refused, and so is what is none', async () => {
  const bytes = archive([['one', Buffer.alloc(700, 1)]]);
  for (let length = 0; length < bytes.length - 512; length += 100) {
    await expect(read(bytes.subarray(0, length)), String(length)).rejects.toMatchObject({
      fault: { code: 'archive-malformed' },
    });
  }
  await expect(read(Buffer.alloc(2000, 65))).rejects.toMatchObject({ fault: { code: 'archive-malformed' } });
});

import { expect, test } from 'vitest';
import { pngOf } from './node-png.ts';

const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="10" height="10" fill="#f00"/><text x="2" y="30" font-family="Verdana">trx_purge</text></svg>`;

function sizeOf(png: Uint8Array): [number, number] {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

test('a picture has the pixels that were asked for, and letters', async () => {
  const [with1, with2] = await Promise.all([pngOf(svg(120, 40), 1), pngOf(svg(120, 40), 2)]);
  if (!with1.ok || !with2.ok) throw new Error('no picture');
  expect([sizeOf(with1.value), sizeOf(with2.value)]).toEqual([
    [120, 40],
    [240, 80],
  ]);
  const blank = await pngOf(svg(120, 40).replace(/<text.*<\/text>/, ''), 1);
  expect(blank.ok && blank.value.length).toBeLessThan(with1.value.length);
});

test('a picture too large for the memory is refused before it is drawn', async () => {
  const made = await pngOf(svg(60_000, 60_000), 1);
  expect(made.ok ? null : made.error).toMatchObject({ code: 'png-too-large', facts: { width: 60_000 } });
});

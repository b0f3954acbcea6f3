/** The picture in pixels and the SVG that it was made of, as a browser shows it, held against each other. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonToSvg } from '../../render/svg.ts';
import { compareRuns, readFile } from '../../pipeline/index.ts';
import { startBrowser } from './browser.testkit.ts';
import { pngOf } from '../../pipeline/node-png.ts';

let browser: Browser;
let svg = '';

beforeAll(async () => {
  browser = await startBrowser();
  const side = async (fileName: string) => {
    const read = await readFile([readFileSync(`fixtures/examples/mariadb/${fileName}`)], { fileName });
    if (!read.ok) throw new Error(read.error.code);
    return read.value.file.profiles.map(({ profile }) => profile);
  };
  const compared = await compareRuns(await side('good.svg'), await side('bad.svg'));
  if (!compared.ok) throw new Error(compared.error.code);
  svg = [...comparisonToSvg(compared.value)].join('');
}, 60_000);

afterAll(() => browser?.close());

interface Place {
  /** In pixels of the SVG: a place inside a frame, above its letters. */
  readonly x: number;
  readonly y: number;
  readonly fill: string;
}

/** Places in all frames wide enough to have an inside: near the left edge, the right edge, and in the middle. */
function placesOf(text: string): readonly Place[] {
  const graph = text.slice(text.indexOf('id="fb-frames"'));
  const rects = graph.matchAll(
    /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="[\d.]+" fill="(#[0-9a-f]{6})"/g,
  );
  return Array.from(rects).flatMap(([, x, y, width, fill = '']) => {
    const [left, top, wide] = [Number(x), Number(y), Number(width)];
    if (wide < 8) return [];
    return [left + 3, left + wide / 2, left + wide - 3].map((at) => ({ x: at, y: top + 2, fill }));
  });
}

/** Size of a picture as an <img>, and its colours at the places, `scale` pixels for each of the SVG's. */
async function coloursIn(source: string, places: readonly Place[], scale: number) {
  const page = await browser.newPage();
  try {
    await page.setContent('<img>');
    return await page.evaluate(
      async ({ src, points, factor }) => {
        const image = document.querySelector('img');
        if (image === null) throw new Error('no image');
        image.src = src;
        await image.decode();
        const size = { width: image.naturalWidth, height: image.naturalHeight };
        const canvas = document.createElement('canvas');
        // What the SVG is drawn into has as many pixels as the PNG.
        canvas.width = Math.round(points.width * factor);
        canvas.height = Math.round(points.height * factor);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context?.drawImage(image, 0, 0, canvas.width, canvas.height);
        const colours = points.list.map(({ x, y }) => {
          const [r = 0, g = 0, b = 0] =
            context?.getImageData(Math.floor(x * factor), Math.floor(y * factor), 1, 1).data ?? [];
          return `#${[r, g, b].map((one) => one.toString(16).padStart(2, '0')).join('')}`;
        });
        return { size, colours };
      },
      { src: source, points: { list: places, ...sizeOf(svg) }, factor: scale },
    );
  } finally {
    await page.close();
  }
}

function sizeOf(text: string): { width: number; height: number } {
  const [, width, height] = /<svg[^>]*? width="(\d+)" height="(\d+)"/.exec(text) ?? [];
  return { width: Number(width), height: Number(height) };
}

const asSvg = () => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

describe.each([1, 2])('at %i pixels for each of the SVG', (scale) => {
  it('PNG and SVG have the same frames in the same places', async () => {
    const made = await pngOf(svg, scale);
    if (!made.ok) throw new Error(made.error.code);
    const places = placesOf(svg);
    expect(places.length).toBeGreaterThan(400);
    const png = await coloursIn(`data:image/png;base64,${Buffer.from(made.value).toString('base64')}`, places, scale);
    const drawn = await coloursIn(asSvg(), places, scale);
    const { width, height } = sizeOf(svg);
    expect(drawn.size).toEqual({ width, height });
    expect(png.size).toEqual({ width: width * scale, height: height * scale });
    const wanted = places.map(({ fill }) => fill);
    expect(drawn.colours).toEqual(wanted);
    expect(png.colours).toEqual(wanted);
  });
});

import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';
import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';

/** Bundled, since a server has no fonts to count on and a picture without letters says nothing. */
const FONT = fileURLToPath(new URL('fonts/DejaVuSans.ttf', import.meta.url));
const FAMILY = 'DejaVu Sans';

/** A larger picture takes the whole process down for want of memory instead of failing: 64 million pixels, 256 MB. */
const MAX_PIXELS = 64_000_000;
const SIZE = /<svg[^>]*? width="(\d+(?:\.\d+)?)" height="(\d+(?:\.\d+)?)"/;

/**
 * A picture in pixels of an SVG that Firebreak drew itself, `scale` pixels for each of the SVG's. Never give it an
 * uploaded SVG: the renderer reads image files that one names. Fault `png-too-large` (facts width, height, maximum).
 */
export async function pngOf(svg: string, scale: number): Promise<Result<Uint8Array, Fault>> {
  const [, width, height] = SIZE.exec(svg.slice(0, 2000)) ?? [];
  const pixels = { width: Math.ceil(Number(width) * scale), height: Math.ceil(Number(height) * scale) };
  if (!(pixels.width * pixels.height <= MAX_PIXELS)) {
    return err(fault('png-too-large', { facts: { ...pixels, maximum: MAX_PIXELS } }));
  }
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: {
      fontFiles: [FONT],
      loadSystemFonts: false,
      defaultFontFamily: FAMILY,
      sansSerifFamily: FAMILY,
      monospaceFamily: FAMILY,
    },
  });
  return ok(image.asPng());
}

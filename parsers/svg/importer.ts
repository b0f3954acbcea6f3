import type { Detection, Head, Importer } from '../importer.ts';
import { svgReader } from './reader.ts';

/** Flame graph SVGs of every generator back into profiles. */
export const svgImporter: Importer = { id: 'svg', title: 'flame graph SVG', detect, open: svgReader };

/** What only flame graphs have, with the words for it. */
const MARKS: readonly { readonly mark: RegExp; readonly because: string }[] = [
  { mark: /<!--\s*Flame graph stack visualization/i, because: 'a comment calls it a flame graph' },
  { mark: /\bfg:w=|\btotal_samples=/, because: 'its boxes carry sample counts (fg:w)' },
  { mark: /class=["']func_g["']/, because: 'it has groups of class func_g' },
  {
    mark: /\(\d[\d.,'\s]{0,30} [^\n()<>%]{1,60}, [-+]?\d{1,3}(?:[.,]\d{1,4})?\s?%/,
    because: 'its boxes have titles such as "name (12 samples, 3.4%)"',
  },
  { mark: /<g\b[^>]{0,40}\bid=["']frames["']/, because: 'it has a group of frames' },
];

function detect({ text }: Head): Detection {
  const start = text.trimStart();
  if (!start.startsWith('<')) return { verdict: 'no', because: 'it does not begin with "<"' };
  if (!/<(?:svg:)?svg[\s>]/.test(start)) {
    if (/^(?:<\?xml[^>]*\?>\s*)?<!DOCTYPE\s+svg\b/i.test(start))
      return { verdict: 'unsure', because: 'its document type is svg, but no <svg> element was seen yet' };
    return { verdict: 'no', because: 'there is no <svg> element in its beginning' };
  }
  const found = MARKS.find(({ mark }) => mark.test(start));
  if (/^<(?:!doctype html|html)\b/i.test(start)) {
    if (found !== undefined)
      return { verdict: 'yes', because: `it is a page with an inline SVG, and ${found.because}` };
    return { verdict: 'no', because: 'it is an HTML page, and its SVG shows no mark of a flame graph' };
  }
  if (found !== undefined) return { verdict: 'yes', because: `it is an SVG, and ${found.because}` };
  return { verdict: 'unsure', because: 'it is an SVG, without a mark of a flame graph in its beginning' };
}

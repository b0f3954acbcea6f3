import type { Detection, Head, Importer } from '../importer.ts';
import { wholeFileReader } from '../whole-file.ts';
import { parsePage } from './reader.ts';

/** Flame graph pages of async-profiler and its converter (jfrconv), from 2.0 on; 1.x wrote SVG. */
export const asyncProfilerHtmlImporter: Importer = {
  id: 'async-profiler-html',
  title: 'flame graph page of async-profiler',
  detect,
  open: (context) => wholeFileReader(context, parsePage),
};

/** The script of the page names its frames by one-letter functions; no other generator does. */
function detect({ text }: Head): Detection {
  const isPage = /^\s*<(?:!doctype html|html)\b/i.test(text);
  if (!isPage) return { verdict: 'no', because: 'it is no HTML page' };
  const hasLevels = /\blevels\s*=\s*Array\(\d+\)/.test(text);
  const hasFrameFunction = /\bfunction f\((?:key|level), ?(?:level|left),/.test(text);
  return hasLevels && hasFrameFunction
    ? {
        verdict: 'yes',
        because: 'it is a page whose script draws frames with f(level, left, width…), as async-profiler',
      }
    : { verdict: 'no', because: 'its script has no function f(level, left, width…)' };
}

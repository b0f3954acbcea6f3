import { gzipSync } from 'fflate';
import type { Comparison } from '../core/diff/comparison.ts';
import { VERSION } from '../core/version.ts';
import { encodeComparison } from '../core/wire/comparison.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import { xmlAttribute, xmlText } from './xml.ts';

/**
 * A comparison as one HTML file: the page as `scripts/build-report.mjs` built it, with the data inside. It loads nothing,
 * and its policy lets no other code run than the page's own.
 *
 * What comes from strangers is in it twice. The data is `encodeComparison`, gzip, base64: letters, digits, `+`, `/` and
 * `=`, which end no element. For readers without scripts there are the sentences, escaped.
 */
export interface HtmlOptions {
  /** `dist/report/page.html`: with one place for the head and one for the comparison. */
  readonly page: string;
  /** Where the comparison is kept on a server; http or https, checked by whoever was given it. */
  readonly permalink: string | null;
}

const HEAD = '<!--firebreak:head-->';
const COMPARISON = '<!--firebreak:comparison-->';
const TITLE_LENGTH = 200;
/** Bytes that become base64 at a time: three become four characters, with nothing left over in between. */
const STEP = 3 * 8192;

export function* comparisonToHtml(comparison: Comparison, { page, permalink }: HtmlOptions): Generator<string> {
  const [start = '', afterHead = ''] = page.split(HEAD);
  const [middle = '', end = ''] = afterHead.split(COMPARISON);
  const words = comparisonWords(comparison);
  yield `${start}<meta name="generator" content="Firebreak ${VERSION}">\n`;
  yield `<title>${xmlText(`${words.headline.slice(0, TITLE_LENGTH)} · Firebreak`)}</title>`;
  yield `${middle}<noscript>\n<h1>${xmlText(words.headline)}</h1>\n`;
  for (const sentence of [words.sides, words.evidence, ...words.notes]) yield `<p>${xmlText(sentence)}</p>\n`;
  yield '<ol>\n';
  for (const { title, change, verdict } of words.explanations)
    yield `<li>${xmlText(`${title} ${change}. ${verdict}`)}</li>\n`;
  yield '</ol>\n<p>The flame graph and the tables in this file need JavaScript.</p>\n</noscript>\n';
  const link = permalink === null ? '' : ` data-permalink="${xmlAttribute(permalink)}"`;
  yield `<script type="application/octet-stream" id="firebreak-comparison"${link}>\n`;
  yield* base64(gzipSync(encodeComparison(comparison), { level: 6, mtime: 0 }));
  yield `\n</script>${end}`;
}

function* base64(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.length; at += STEP) {
    yield btoa(String.fromCharCode(...bytes.subarray(at, at + STEP)));
  }
}

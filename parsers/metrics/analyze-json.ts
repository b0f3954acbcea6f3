import type { Detection, Head } from '../importer.ts';
import { MetricCollector } from './collector.ts';
import type { MetricsImporter } from './metrics-importer.ts';

/**
 * Logs with `ANALYZE FORMAT=JSON`: `r_total_time_ms` of each statement's outermost query block, a repeat a statement. The
 * same key inside is a part of that time.
 */
export const analyzeJsonImporter: MetricsImporter = {
  id: 'analyze-json',
  title: 'ANALYZE FORMAT=JSON',
  detect: detectAnalyze,
  parse,
};

function detectAnalyze({ text }: Head): Detection {
  const at = text.indexOf('r_total_time_ms');
  if (at < 0 || !text.includes('query_block')) return { verdict: 'no', because: 'no r_total_time_ms in a query block' };
  return {
    verdict: 'yes',
    because: `line ${text.slice(0, at).split('\n').length} is an r_total_time_ms of ANALYZE FORMAT=JSON`,
  };
}

/**
 * Tokens that matter: strings (a key when a colon follows), brackets, line feeds, and a number behind the key. A string
 * that does not end reaches to the end of its line, so that no character is looked at twice.
 */
const TOKEN = /"((?:[^"\\\n]|\\[^\n]?)*)(?:"|(?=\n)|$)(\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)?)?|[{}]|\n/g;
/** Inside the root object and its query block. */
const BLOCK_DEPTH = 2;

function parse(text: string) {
  const collector = new MetricCollector();
  // The client escapes line feeds, and in a boxed log every quote stays as it is.
  const plain = text.includes('\\n') ? text.replaceAll('\\n', '\n') : text;
  let depth = 0;
  let line = 1;
  let inBlock = false;
  for (const token of plain.matchAll(TOKEN)) {
    const [whole, key, colon, number] = token;
    if (whole === '\n') line++;
    else if (whole === '{') depth++;
    else if (whole === '}') {
      depth = Math.max(0, depth - 1);
      if (depth < BLOCK_DEPTH) inBlock = false;
    } else if (colon !== undefined && key === 'query_block' && depth === 1) inBlock = true;
    else if (key === 'r_total_time_ms' && inBlock && depth === BLOCK_DEPTH) {
      collector.addText('r_total_time_ms', 'milliseconds', number, line);
    }
  }
  return collector.finish(null);
}

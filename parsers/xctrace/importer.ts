import type { Detection, Head, Importer } from '../importer.ts';
import { xctraceReader } from './reader.ts';

export const xctraceImporter: Importer = {
  id: 'xctrace',
  title: 'table of samples exported by xctrace',
  detect,
  open: xctraceReader,
};

const CHARACTERS_LOOKED_AT = 4096;

function detect({ text }: Head): Detection {
  const start = text.slice(0, CHARACTERS_LOOKED_AT);
  return /^\s*</.test(start) && /<trace-query-result\b/.test(start)
    ? { verdict: 'yes', because: 'its outermost element is <trace-query-result>, as `xctrace export` writes' }
    : { verdict: 'no', because: 'its outermost element is not <trace-query-result>' };
}

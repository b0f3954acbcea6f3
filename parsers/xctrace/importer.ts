import type { Detection, Head, Importer } from '../importer.ts';
import { xctraceReader } from './reader.ts';

export const xctraceImporter: Importer = {
  id: 'xctrace',
  title: 'table of samples exported by xctrace',
  detect,
  open: xctraceReader,
};

function detect({ text }: Head): Detection {
  return /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?<trace-query-result\b/.test(text)
    ? { verdict: 'yes', because: 'its outermost element is <trace-query-result>, as `xctrace export` writes' }
    : { verdict: 'no', because: 'its outermost element is not <trace-query-result>' };
}

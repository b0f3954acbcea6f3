import type { Detection, Head, Importer } from '../importer.ts';
import { wholeFileReader } from '../whole-file.ts';
import { headerOf, parseDeepCopy } from './reader.ts';

export const instrumentsImporter: Importer = {
  id: 'instruments-deep-copy',
  title: 'call tree copied from Instruments (Deep Copy)',
  detect,
  open: (context) => wholeFileReader(context, parseDeepCopy),
};

function detect({ text }: Head): Detection {
  const [first = ''] = text.split(/\r\n|\r|\n/, 1);
  return headerOf(first) === null
    ? { verdict: 'no', because: 'line 1 is no header of Instruments' }
    : {
        verdict: 'yes',
        because: 'line 1 is the header that Instruments copies: a weight, and "Symbol Name" at the end',
      };
}

import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { V8LogParser } from './reader.ts';

export const v8LogImporter: Importer = {
  id: 'v8-log',
  title: 'log of node --prof',
  detect,
  open: (context) => lineReader(context, new V8LogParser(context)),
};

function detect({ text }: Head): Detection {
  if (/^v8-version,\d+,\d+,/.test(text)) return { verdict: 'yes', because: 'line 1 is the version of V8' };
  if (/^(?:shared-library,"?[^,\n]*"?,0x|code-creation,\w+,.*,0x)/.test(text)) {
    return { verdict: 'yes', because: 'line 1 says where code lies, as V8 logs it' };
  }
  return { verdict: 'no', because: 'it does not begin as a log of V8' };
}

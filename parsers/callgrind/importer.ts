import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { CallgrindParser } from './reader.ts';

export const callgrindImporter: Importer = {
  id: 'callgrind',
  title: 'callgrind output',
  detect,
  open: (context) => lineReader(context, new CallgrindParser(context)),
};

const LINES_LOOKED_AT = 200;
const HEADER = /^(?:version|creator|cmd|pid|part|thread|desc|trigger|positions|events|event|summary|rev): ?/;

function detect({ text }: Head): Detection {
  if (text.startsWith('# callgrind format')) return { verdict: 'yes', because: 'line 1 is "# callgrind format"' };
  let events = 0;
  for (const [index, line] of text.split(/\r?\n/, LINES_LOOKED_AT).entries()) {
    if (line.startsWith('events: ')) events = index + 1;
    else if (events > 0 && /^(?:fn|fl|ob)=/.test(line)) {
      return {
        verdict: 'yes',
        because: `line ${events} names events and line ${index + 1} a function, file or object`,
      };
    } else if (line !== '' && !line.startsWith('#') && !HEADER.test(line)) break;
  }
  return { verdict: 'no', because: 'it does not name events and then functions' };
}

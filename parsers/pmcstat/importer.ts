import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { PmcstatParser, readEvent } from './reader.ts';

export const pmcstatImporter: Importer = {
  id: 'pmcstat-callgraph',
  title: 'call graph of pmcstat -G',
  detect,
  open: (context) => lineReader(context, new PmcstatParser(context)),
};

const LINES_LOOKED_AT = 50;

function detect({ text }: Head): Detection {
  const at = text.split(/\r?\n/, LINES_LOOKED_AT).findIndex((line) => readEvent(line) !== null);
  return at < 0
    ? { verdict: 'no', because: 'no line is "@ EVENT [N samples]"' }
    : { verdict: 'yes', because: `line ${at + 1} names an event and its samples, as pmcstat does` };
}

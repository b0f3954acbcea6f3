import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { VtuneParser, isHeader } from './reader.ts';

export const vtuneImporter: Importer = {
  id: 'vtune',
  title: 'top-down report of VTune as CSV',
  detect,
  open: (context) => lineReader(context, new VtuneParser(context)),
};

const LINES_LOOKED_AT = 20;

function detect({ text }: Head): Detection {
  const lines = text.split(/\r?\n/, LINES_LOOKED_AT);
  const header = lines.findIndex(isHeader);
  if (header >= 0) return { verdict: 'yes', because: `line ${header + 1} is the header of a VTune report` };
  if (text.startsWith('war:Column filter is ON.'))
    return { verdict: 'yes', because: 'it begins with a message of VTune' };
  return { verdict: 'no', because: 'it has no header "Function Stack,…:Self"' };
}

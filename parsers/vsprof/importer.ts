import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { VsprofParser, isHeader } from './reader.ts';

export const vsprofImporter: Importer = {
  id: 'vsprof',
  title: 'call tree of Visual Studio as CSV',
  detect,
  open: (context) => lineReader(context, new VsprofParser(context)),
};

function detect({ text }: Head): Detection {
  const [first = ''] = text.split(/\r?\n/, 1);
  return isHeader(first)
    ? { verdict: 'yes', because: 'line 1 is the header of a call tree of Visual Studio' }
    : { verdict: 'no', because: 'line 1 is no header "Level,Function Name,…"' };
}

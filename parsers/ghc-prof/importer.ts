import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { GhcParser, isColumnHeader } from './reader.ts';

export const ghcProfImporter: Importer = {
  id: 'ghc-prof',
  title: 'GHC time and allocation report (.prof)',
  detect,
  open: (context) => lineReader(context, new GhcParser(context)),
};

const LINES_LOOKED_AT = 100;

function detect({ text }: Head): Detection {
  const lines = text.split(/\r?\n/, LINES_LOOKED_AT);
  for (const [index, line] of lines.entries()) {
    if (/Time and Allocation Profiling Report/.test(line)) {
      return { verdict: 'yes', because: `line ${index + 1} is the title of a GHC profiling report` };
    }
    if (isColumnHeader(line)) return { verdict: 'yes', because: `line ${index + 1} is the header of cost centres` };
  }
  return { verdict: 'no', because: 'it is no "Time and Allocation Profiling Report"' };
}

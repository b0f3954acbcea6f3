import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { PapyrusParser } from './reader.ts';

export const papyrusImporter: Importer = {
  id: 'papyrus-log',
  title: 'profile of Papyrus scripts',
  detect,
  open: (context) => lineReader(context, new PapyrusParser(context)),
};

function detect({ text }: Head): Detection {
  return /^\S+ log opened \(PC(?:64)?\)\s/.test(text)
    ? { verdict: 'yes', because: 'line 1 is "… log opened", as Papyrus writes' }
    : { verdict: 'no', because: 'line 1 is not "… log opened"' };
}

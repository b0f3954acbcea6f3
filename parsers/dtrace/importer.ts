import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { DtraceParser } from './reader.ts';

export const dtraceImporter: Importer = {
  id: 'dtrace',
  title: 'stacks aggregated by DTrace',
  detect,
  open: (context) => lineReader(context, new DtraceParser(context)),
};

const NO: Detection = { verdict: 'no', because: 'it holds no stack of DTrace with a count under it' };

/** The header of dtrace, or indented ``module`function`` lines with a count under them. */
function detect({ text }: Head): Detection {
  if (text.includes('\0')) return NO;
  let frame = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^CPU\s+ID\s+FUNCTION:NAME\s*$/.test(line)) {
      return { verdict: 'yes', because: `line ${index + 1} is the header that dtrace prints` };
    }
    if (/^\s+[\w.\-+@:~]+`\S/.test(line)) frame = index + 1;
    else if (frame > 0 && /^\s+\d+\s*$/.test(line)) {
      return { verdict: 'yes', because: `line ${frame} is a frame "module\`function" and line ${index + 1} its count` };
    } else if (!/^\s/.test(line) && line !== '') frame = 0;
  }
  return NO;
}

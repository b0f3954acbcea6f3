import type { Detection, Head, Importer } from '../importer.ts';
import { ArgumentScanner, readFrame, readStart } from './frame.ts';
import { readThread } from './header.ts';
import { gdbReader } from './reader.ts';

export const gdbImporter: Importer = {
  id: 'gdb',
  title: 'stack dumps of a debugger (gdb, pstack, eu-stack)',
  detect: detectGdb,
  open: gdbReader,
};

const NO: Detection = { verdict: 'no', because: 'no line begins the stack of a thread' };

/** The header of a thread with frame #0 under it; or, in dumps of a single thread, frames #0 and #1 of gdb's form. */
function detectGdb({ text }: Head): Detection {
  if (text.includes('\0')) return NO;
  let thread = 0;
  let leaf = 0;
  let announced = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (readThread(line) !== null) thread = index + 1;
    else if (/^\[New LWP \d+\]$/.test(line)) announced ||= index + 1;
    else if (line.startsWith('#')) {
      const number = isFrame(line);
      if (number === 0 && thread > 0) {
        return { verdict: 'yes', because: `line ${thread} names a thread and line ${index + 1} is its frame #0` };
      }
      if (number === 1 && leaf === index) {
        return { verdict: 'yes', because: `lines ${leaf} and ${index + 1} are frames #0 and #1 of a stack` };
      }
      leaf = number === 0 ? index + 1 : 0;
    }
  }
  return announced > 0 ? { verdict: 'unsure', because: `line ${announced} is what gdb says of a new thread` } : NO;
}

function isFrame(line: string): number | null {
  const start = readStart(line);
  if (start === null || (!start.hasAddress && !line.includes(' ('))) return null;
  const scanner = new ArgumentScanner();
  scanner.feed(start.rest);
  return start.hasAddress || scanner.isOpen || readFrame(start, scanner).complete ? start.number : null;
}

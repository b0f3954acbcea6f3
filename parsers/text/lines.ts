import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import { TextLines } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext, Reader } from '../importer.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

/** What a line based format does with its lines. `line` gives a fault to stop; after one it is not called again. */
export interface LineParser {
  line(line: TextLine): Fault | null;
  finish(lines: number): Result<ParsedFile, Fault>;
}

/** No line of a profile is longer, and a file without line feeds must not grow in memory. */
const MAX_LINE_BYTES = 1 << 20;

/** A reader that feeds a parser whole lines of text, within the limits on bytes. */
export function lineReader(context: ReadContext, parser: LineParser): Reader {
  let bytes = 0;
  let stopped: Fault | null = null;
  const lines = new TextLines((line) => {
    if (stopped !== null) return;
    stopped = line.text.length > MAX_LINE_BYTES ? tooLong(line.number) : placed(parser.line(line), line.number);
  });
  return {
    feed(chunk) {
      bytes += chunk.length;
      const { maxBytes } = context.limits;
      if (bytes > maxBytes) return tooManyBytes(maxBytes);
      lines.feed(chunk);
      if (lines.pending > MAX_LINE_BYTES) stopped ??= tooLong(lines.count + 1);
      return stopped;
    },
    finish() {
      lines.finish();
      return stopped === null ? parser.finish(lines.count) : err(stopped);
    },
  };
}

/** Limits of the builder know no lines. */
function placed(found: Fault | null, line: number): Fault | null {
  return found === null || found.position !== null ? found : { ...found, position: { line, byte: null } };
}

function tooLong(line: number): Fault {
  return fault('text-line-too-long', { line, facts: { maximum: MAX_LINE_BYTES } });
}

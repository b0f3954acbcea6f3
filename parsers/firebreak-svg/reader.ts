import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err } from '../../core/result.ts';
import type { ParsedFile, ReadContext, Reader } from '../importer.ts';
import type { Result } from '../../core/result.ts';
import { SvgDecoder } from '../svg/decode.ts';
import { MarkupScanner } from '../svg/scanner.ts';
import { FrameCollector } from './collector.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

/** Reads the frames as they come in; the text is never held as a whole. */
export function firebreakSvgReader(context: ReadContext): Reader {
  const decoder = new SvgDecoder();
  const collector: FrameCollector = new FrameCollector(context, () => scanner.line());
  const scanner: MarkupScanner = new MarkupScanner(collector);
  let bytes = 0;
  const feedText = (text: string): Fault | null => scanner.feed(text) ?? collector.fault;
  return {
    feed(chunk) {
      bytes += chunk.length;
      if (bytes > context.limits.maxBytes) {
        return tooManyBytes(context.limits.maxBytes);
      }
      return feedText(decoder.decode(chunk));
    },
    finish(): Result<ParsedFile, Fault> {
      const found = feedText(decoder.end());
      if (found !== null) return err(found);
      if (!collector.isClosed) {
        return err(
          fault('svg-truncated', {
            line: scanner.line(),
            byte: bytes,
            seen: scanner.unfinished === '' ? null : scanner.unfinished,
            expected: '</svg>',
            facts: { boxes: collector.frames },
          }),
        );
      }
      return collector.finish();
    },
  };
}

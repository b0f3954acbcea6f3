import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ParsedProfile, ReadContext, Reader } from '../importer.ts';
import { BoxCollector } from './collector.ts';
import { SvgDecoder } from './decode.ts';
import { notAFlameGraph } from './frames.ts';
import { profilesOf } from './picture.ts';
import { MarkupScanner } from './scanner.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

/** Bytes gathered before decoding begins, so that the XML header lies in one piece. */
const HEAD_BYTES = 256;

/** Reads an SVG as it comes in: only its boxes and texts are kept, never the whole file. */
export function svgReader(context: ReadContext): Reader {
  const decoder = new SvgDecoder();
  const collector = new BoxCollector(() => scanner.line());
  const scanner: MarkupScanner = new MarkupScanner(collector);
  let head: Uint8Array | null = new Uint8Array(0);
  let bytes = 0;

  function feedText(text: string): Fault | null {
    const found = scanner.feed(text);
    if (found !== null) return found;
    if (collector.boxCount <= context.limits.maxNodes) return null;
    return fault('limit-exceeded', {
      line: scanner.line(),
      facts: { limit: 'maxNodes', maximum: context.limits.maxNodes },
    });
  }

  return {
    feed(chunk) {
      bytes += chunk.length;
      if (bytes > context.limits.maxBytes) {
        return tooManyBytes(context.limits.maxBytes);
      }
      if (head === null) return feedText(decoder.decode(chunk));
      head = joined(head, chunk);
      if (head.length < HEAD_BYTES) return null;
      const start = head;
      head = null;
      return feedText(decoder.decode(start));
    },
    finish() {
      const found = feedText((head === null ? '' : decoder.decode(head)) + decoder.end());
      if (found !== null) return err(found);
      if (bytes === 0) return err(fault('file-empty'));
      return finished(collector, scanner, bytes, context);
    },
  };
}

function finished(
  collector: BoxCollector,
  scanner: MarkupScanner,
  bytes: number,
  context: ReadContext,
): Result<ParsedFile, Fault> {
  const { drawings } = collector;
  if (
    collector.isInside ||
    (drawings.length === 0 && scanner.hasMarkup && (scanner.isUnfinished || collector.outside === 0))
  ) {
    return err(
      fault('svg-truncated', {
        line: scanner.line(),
        byte: bytes,
        seen: scanner.unfinished === '' ? null : scanner.unfinished,
        expected: '</svg>',
        facts: { boxes: collector.isInside ? collector.boxCount : 0 },
      }),
    );
  }
  let refused: Fault | null = null;
  const read: { readonly title: string | null; readonly profiles: readonly ParsedProfile[] }[] = [];
  for (const drawing of drawings) {
    if (drawing.boxes.length === 0 && drawings.length > 1) continue;
    const log = new ProblemLog();
    if (collector.malformedFirst !== null) {
      log.add('warning', 'svg-malformed-markup', { ...collector.malformedFirst, count: collector.malformedCount });
    }
    const result = profilesOf(drawing, context, log);
    // A page around the graph has icons: what is no flame graph counts only when nothing else is there.
    if (result.ok) read.push({ title: drawing.marks.title, profiles: result.value });
    else if (refused === null || refused.code === 'svg-not-a-flame-graph') refused = result.error;
  }
  if (read.length > 0) {
    const isOne = read.length === 1;
    return ok({
      profiles: read.flatMap(({ title, profiles }, i) =>
        profiles.map((one) => ({ ...one, name: isOne ? null : (title ?? `graph ${i + 1}`) })),
      ),
    });
  }
  if (refused !== null) return err(refused);
  const first = drawings[0];
  if (first !== undefined) return err(notAFlameGraph(first, 0));
  return err(
    fault('svg-not-a-flame-graph', {
      seen: collector.firstElement === null ? null : `<${collector.firstElement}>`,
      expected: 'an <svg> element',
      facts: { boxes: 0, heights: 0, elements: collector.outside, unexplained: 0 },
    }),
  );
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b.slice();
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

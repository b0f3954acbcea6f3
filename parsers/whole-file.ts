import type { Fault } from '../core/model/problem.ts';
import type { Result } from '../core/result.ts';
import type { ParsedFile, ReadContext, Reader } from './importer.ts';
import { tooManyBytes } from './too-many-bytes.ts';

/** A reader for formats that can only be understood whole (JSON, protobuf): gathers the chunks, then parses once. */
export function wholeFileReader(
  context: ReadContext,
  parse: (bytes: Uint8Array, context: ReadContext) => Result<ParsedFile, Fault>,
): Reader {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    feed(chunk) {
      length += chunk.length;
      if (length > context.limits.maxBytes) {
        return tooManyBytes(context.limits.maxBytes);
      }
      chunks.push(chunk.slice());
      return null;
    },
    finish() {
      const whole = joined(chunks, length);
      chunks.length = 0;
      return parse(whole, context);
    },
  };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

import { SaxesParser } from 'saxes';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err } from '../../core/result.ts';
import type { ReadContext, Reader } from '../importer.ts';
import { RowCollector } from './rows.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

/** Elements of an export are nested less than ten deep. */
const MAX_DEPTH = 200;

/**
 * Reads the XML of `xctrace export` as a stream. The parser knows the five entities of XML and character references only;
 * it never looks at a document type, and one that declares something is refused.
 */
export function xctraceReader(context: ReadContext): Reader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: false });
  const parser = new SaxesParser();
  const rows = new RowCollector(context);
  let bytes = 0;
  let depth = 0;
  let stopped: Fault | null = null;

  parser.on('error', (error) => {
    stopped ??= fault('xctrace-malformed', {
      line: parser.line,
      // The parser puts the position in front.
      seen: error.message.replace(/^(?:\d+:)+\s*/, ''),
      expected: 'well-formed XML up to </trace-query-result>',
    });
  });
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[')) stopped ??= fault('xctrace-doctype', { line: parser.line });
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (stopped !== null) return;
    depth++;
    stopped = depth > MAX_DEPTH ? tooDeep(parser.line) : rows.open(name, attributes, parser.line);
  });
  parser.on('text', (text) => {
    if (stopped === null) rows.text(text);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    stopped ??= rows.close(name, parser.line);
  });

  function write(text: string): Fault | null {
    if (stopped === null) parser.write(text);
    return stopped;
  }

  return {
    feed(chunk) {
      bytes += chunk.length;
      const { maxBytes } = context.limits;
      if (bytes > maxBytes) return tooManyBytes(maxBytes);
      return write(decoder.decode(chunk, { stream: true }));
    },
    finish() {
      write(decoder.decode());
      if (stopped === null) parser.close();
      return stopped === null ? rows.finish() : err(stopped);
    },
  };
}

function tooDeep(line: number): Fault {
  return fault('xctrace-malformed', {
    line,
    seen: `elements nested more than ${MAX_DEPTH} deep`,
    expected: 'rows of samples',
  });
}

import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

/** Longer texts do not fit into one string of every engine. */
const MAX_TEXT_BYTES = 400 * 1024 * 1024;

/** The whole file as one text, for formats that are a script or a document; malformed bytes are replaced. */
export function wholeText(bytes: Uint8Array): Result<string, Fault> {
  if (bytes.length > MAX_TEXT_BYTES) return err(tooManyBytes(MAX_TEXT_BYTES));
  return ok(new TextDecoder('utf-8').decode(bytes));
}

/** Line of the character at `index`, from 1. Costs a walk over the text before it: for faults only. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** What stands at `index`, up to the end of its line: for the excerpt of a fault. */
export function restOfLine(text: string, index: number): string {
  const end = text.indexOf('\n', index);
  return text.slice(index, end < 0 ? index + 200 : Math.min(end, index + 200)).trim();
}

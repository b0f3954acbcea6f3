import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { walkJson } from './walk.ts';
import type { JsonBreak, JsonPath } from './walk.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

/** A JSON file, parsed. Its shape is not known yet: `Shape` looks at it. */
export interface JsonDocument {
  readonly text: string;
  readonly root: unknown;
  /** The file is an array without its closing bracket, which some formats allow. */
  readonly isUnclosed: boolean;
}

/** No engine makes longer strings; a larger file cannot be taken in as one text. */
const MAX_TEXT_BYTES = 0x1fff_ffe8;

/**
 * Parses a whole file. A fault names the line and byte where it stops being JSON, and whether the file was cut short.
 * With `mayBeUnclosed`, an outermost array that ends after a whole element needs no `]`.
 */
export function parseJson(bytes: Uint8Array, mayBeUnclosed = false): Result<JsonDocument, Fault> {
  if (bytes.length > MAX_TEXT_BYTES) {
    return err(tooManyBytes(MAX_TEXT_BYTES));
  }
  const text = decoder.decode(bytes);
  const root = parsed(text);
  if (root !== undefined) return ok({ text, root, isUnclosed: false });
  const broken = walkJson(text);
  if (broken === null) return err(fault('json-unparsable'));
  if (mayBeUnclosed && broken.endsEarly && broken.lastElementEnd !== null) {
    const repaired = `${text.slice(0, broken.lastElementEnd)}]`;
    const closed = parsed(repaired);
    if (closed !== undefined) return ok({ text: repaired, root: closed, isUnclosed: true });
  }
  return err(brokenJson(text, broken));
}

/** Where in `text` the value at `path` begins, or the innermost value around it that the text has. */
export function placeOf(text: string, path: JsonPath): { readonly line: number; readonly byte: number } {
  let found = 0;
  let depth = 0;
  walkJson(text, (at, _, offset) => {
    if (at.length < depth || at.length > path.length || !at.every((key, level) => key === path[level])) return true;
    found = offset;
    depth = at.length + 1;
    return at.length < path.length;
  });
  return positionAt(text, found);
}

function brokenJson(text: string, broken: JsonBreak): Fault {
  const { offset, expected, endsEarly } = broken;
  const place = positionAt(text, offset);
  if (endsEarly) return fault('json-cut-short', { ...place, expected });
  return fault('json-malformed', { ...place, seen: text.slice(offset, offset + SEEN_CHARACTERS), expected });
}

const SEEN_CHARACTERS = 40;

function positionAt(text: string, offset: number): { line: number; byte: number } {
  const before = text.slice(0, offset);
  let line = 1;
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++;
  return { line, byte: new TextEncoder().encode(before).length };
}

/** The value, or undefined (which JSON does not have) when an engine does not take the text. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { placeOf } from './document.ts';
import type { JsonDocument } from './document.ts';
import type { JsonPath } from './walk.ts';

/** An object of a JSON file. Read it by names that are written in the code; for other names use `entries`. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Looks at a parsed file with the eyes of a format. Every question names where the value stands; the first answer that is
 * not what the format says is kept as `fault`, with line and byte, and from then on answers mean nothing. Readers check
 * `fault` once an element and at the end.
 */
export class Shape {
  readonly #document: JsonDocument;
  #wrong: { readonly path: JsonPath; readonly value: unknown; readonly expected: string } | null = null;
  #other: Fault | null = null;
  /** Codes of problems whose first place was looked for. */
  readonly #placed = new Set<string>();

  constructor(document: JsonDocument) {
    this.#document = document;
  }

  get ok(): boolean {
    return this.#wrong === null && this.#other === null;
  }

  /** The first thing that was wrong; finding its place costs a walk through the file, so ask once. */
  get fault(): Fault | null {
    if (this.#other !== null || this.#wrong === null) return this.#other;
    const { path, value, expected } = this.#wrong;
    return fault('json-shape', {
      ...placeOf(this.#document.text, path),
      seen: value === undefined ? null : sourceOf(value),
      expected,
      facts: { path: pathInWords(path) },
    });
  }

  object(value: unknown, ...path: JsonPath): JsonObject {
    if (isObject(value)) return value;
    this.wrong(value, path, 'an object');
    return {};
  }

  array(value: unknown, ...path: JsonPath): readonly unknown[] {
    if (Array.isArray(value)) return value;
    this.wrong(value, path, 'an array');
    return [];
  }

  /** A missing array is an empty one. */
  arrayOrNone(value: unknown, ...path: JsonPath): readonly unknown[] {
    return value === undefined || value === null ? [] : this.array(value, ...path);
  }

  text(value: unknown, ...path: JsonPath): string {
    if (typeof value === 'string') return value;
    this.wrong(value, path, 'a text');
    return '';
  }

  /** A finite number; also one that is written as a text, as some writers do. */
  number(value: unknown, ...path: JsonPath): number {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
    this.wrong(value, path, 'a number');
    return 0;
  }

  /** A number that counts something: not negative. */
  count(value: unknown, ...path: JsonPath): number {
    const number = this.number(value, ...path);
    if (number >= 0) return number;
    this.wrong(value, path, 'a number that is not negative');
    return 0;
  }

  /** A position in a table of `length` rows. */
  index(value: unknown, length: number, table: string, ...path: JsonPath): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length) return value;
    this.wrong(value, path, `a row of ${table}, 0 to ${length - 1}`);
    return 0;
  }

  /** Keeps that `value` at `path` is not what the format says. */
  wrong(value: unknown, path: JsonPath, expected: string): void {
    if (this.ok) this.#wrong = { path, value, expected };
  }

  /** Keeps another fault, such as a limit. */
  stop(other: Fault | null): void {
    if (this.ok) this.#other = other;
  }

  /** Keeps a stack within the limit; the place is only looked for when it is not. */
  depth(frames: number, { maxDepth }: { readonly maxDepth: number }, ...path: JsonPath): void {
    if (frames <= maxDepth || !this.ok) return;
    this.stop(fault('stack-too-deep', { ...placeOf(this.#document.text, path), facts: { maximum: maxDepth } }));
  }

  /** Line and byte of a place, for the first problem of this code; finding it costs a walk through the file. */
  firstPlace(code: string, ...path: JsonPath): { readonly line?: number; readonly byte?: number } {
    if (this.#placed.has(code)) return {};
    this.#placed.add(code);
    return placeOf(this.#document.text, path);
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

export function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** `profiles[2].samples`; the whole file is `the file`. */
function pathInWords(path: JsonPath): string {
  let words = '';
  for (const key of path) words += typeof key === 'number' ? `[${key}]` : words === '' ? key : `.${key}`;
  return words === '' ? 'the file' : words;
}

/** A value as it may have stood in the file, without walking through a large one. */
function sourceOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  return isObject(value) ? '{…}' : JSON.stringify(value);
}

import { readFileSync } from 'node:fs';

/** Facts are read as `unknown` and taken apart here: a fact of an unforeseen shape is an error of the corpus, and said. */
export type Json = Readonly<Record<string, unknown>>;

class FactShapeError extends Error {}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

export function objectOf(value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new FactShapeError(`${what} is not an object: ${JSON.stringify(value)}`);
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new FactShapeError(`${what} is not a list: ${JSON.stringify(value)}`);
}

export function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new FactShapeError(`${what} is not text: ${JSON.stringify(value)}`);
}

export function textsOf(value: unknown, what: string): readonly string[] {
  return listOf(value, what).map((entry) => textOf(entry, what));
}

export function entriesOf(value: unknown, what: string): readonly (readonly [string, unknown])[] {
  return Object.entries(objectOf(value, what));
}

/** A number, or a string that must be compared exactly because a JSON number could not hold it. */
export type Expected = number | string;

export function expectedOf(value: unknown, what: string): Expected {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))) return value;
  throw new FactShapeError(`${what} is not a number: ${JSON.stringify(value)}`);
}

/** `tolerance` is absolute; without one, numbers are equal exactly. */
export function isValue(actual: number | bigint, expected: Expected, tolerance = 0): boolean {
  if (typeof expected === 'string') {
    if (typeof actual === 'number' && !Number.isSafeInteger(actual)) return false;
    return BigInt(actual) === BigInt(expected);
  }
  if (tolerance > 0) return Math.abs(Number(actual) - expected) <= tolerance;
  return Number(actual) === expected;
}

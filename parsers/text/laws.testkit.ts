/** Laws that every importer of a printed report keeps, and short ways to read text in its tests. */
import { expect } from 'vitest';
import { DEFAULT_BUILD_LIMITS } from '../../core/model/builder.ts';
import type { Fault } from '../../core/model/problem.ts';
import { frameModule, nodeName } from '../../core/model/profile.ts';
import type { Profile } from '../../core/model/profile.ts';
import { validateProfile } from '../../core/model/validate.ts';
import type { Result } from '../../core/result.ts';
import { hasWords } from '../../core/words/faults.ts';
import type { Head, Importer, ParsedFile, ReadContext } from '../importer.ts';
import { HEAD_BYTES } from '../importer.ts';

const CONTEXT: ReadContext = {
  fileName: null,
  limits: { ...DEFAULT_BUILD_LIMITS, maxDepth: 500, maxBytes: 50_000_000 },
};

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Feeds `bytes` in pieces of `size`. */
function readIn(
  importer: Importer,
  bytes: Uint8Array,
  size = bytes.length,
  context = CONTEXT,
): Result<ParsedFile, Fault> {
  const reader = importer.open(context);
  for (let at = 0; at < bytes.length; at += Math.max(1, size)) {
    const stopped = reader.feed(bytes.slice(at, at + Math.max(1, size)));
    if (stopped !== null) return { ok: false, error: stopped };
  }
  return reader.finish();
}

export function profileIn(importer: Importer, input: string | Uint8Array): Profile {
  const result = readIn(importer, typeof input === 'string' ? bytesOf(input) : input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const profile = result.value.profiles[0]?.profile;
  if (profile === undefined || result.value.profiles.length !== 1) throw new Error('one profile was expected');
  expect(validateProfile(profile)).toBeNull();
  return profile;
}

export function faultIn(importer: Importer, input: string | Uint8Array, context = CONTEXT): Fault {
  const bytes = typeof input === 'string' ? bytesOf(input) : input;
  const result = readIn(importer, bytes, bytes.length, context);
  if (result.ok) throw new Error('a fault was expected');
  return result.error;
}

export function headOf(input: string | Uint8Array): Head {
  const bytes = typeof input === 'string' ? bytesOf(input) : input;
  const head = bytes.subarray(0, HEAD_BYTES);
  return { bytes: head, text: new TextDecoder().decode(head), complete: bytes.length <= HEAD_BYTES };
}

/** `main;work 3`, one line a stack with a value, sorted; modules in front as `module|name` where `withModules`. */
export function foldedOf(profile: Profile, valueType = 0, withModules = false): readonly string[] {
  const lines: string[] = [];
  for (const [node, value] of (profile.values[valueType] ?? []).entries()) {
    if (value === 0) continue;
    const frames: string[] = [];
    for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0) {
      const module = frameModule(profile, profile.nodes.frame[at] ?? -1);
      frames.push(withModules && module !== null ? `${module}|${nodeName(profile, at)}` : nodeName(profile, at));
    }
    lines.push(`${frames.reverse().join(';')} ${value}`);
  }
  return lines.sort();
}

export function codesOf(profile: Profile): readonly string[] {
  return profile.problems.map(({ code }) => code);
}

/** Same stacks, values and problems, whatever the pieces. */
export function expectSameInAnyPieces(importer: Importer, bytes: Uint8Array): void {
  const whole = readIn(importer, bytes);
  for (const size of [1, 2, 7, 64]) expect(readIn(importer, bytes, size)).toEqual(whole);
}

/**
 * Cuts the file at every byte: each part gives a fault with words, or a success that says something about itself, or all
 * that the whole file holds (what is behind it is no part of the profile).
 */
export function expectEveryCutIsSaid(importer: Importer, bytes: Uint8Array): void {
  const complete = contentOf(readIn(importer, bytes));
  for (let end = 0; end < bytes.length; end++) {
    const result = readIn(importer, bytes.subarray(0, end));
    if (!result.ok) {
      expect(hasWords(result.error.code), result.error.code).toBe(true);
      continue;
    }
    const said = result.value.profiles.flatMap(({ profile }) => profile.problems);
    expect(said.length > 0 || contentOf(result) === complete, `cut at ${end} without a word`).toBe(true);
    for (const { code } of said) expect(hasWords(code), code).toBe(true);
  }
}

function contentOf(result: Result<ParsedFile, Fault>): string {
  if (!result.ok) return result.error.code;
  const stacks = result.value.profiles.flatMap(({ profile }) => profile.valueTypes.map((_, t) => foldedOf(profile, t)));
  return JSON.stringify(stacks);
}

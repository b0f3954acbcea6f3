import { nodeName } from '../../core/model/profile.ts';
import type { Profile } from '../../core/model/profile.ts';
import { DEFAULT_BUILD_LIMITS } from '../../core/model/builder.ts';
import type { ParsedFile, ReadLimits } from '../importer.ts';
import { foldedReader } from './reader.ts';

export const LIMITS: ReadLimits = { ...DEFAULT_BUILD_LIMITS, maxDepth: 1_000_000, maxBytes: 1e9 };

/** Reads bytes cut at the given places. */
export function readChunks(bytes: Uint8Array, cuts: readonly number[] = [], limits = LIMITS) {
  const reader = foldedReader({ fileName: null, limits });
  let at = 0;
  for (const cut of [...cuts, bytes.length]) {
    const stop = reader.feed(bytes.subarray(at, cut));
    if (stop !== null) return { ok: false as const, error: stop };
    at = cut;
  }
  return reader.finish();
}

export function readFolded(text: string, limits = LIMITS): ParsedFile {
  const result = readChunks(new TextEncoder().encode(text), [], limits);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** Stacks with a value: path -> self, the frames joined by " | " so that a ";" inside a name shows. */
export function stacksOf(profile: Profile): ReadonlyMap<string, number | bigint> {
  const stacks = new Map<string, number | bigint>();
  for (let node = 0; node < profile.nodes.length; node++) {
    const self = profile.exactValues[0]?.[node] ?? profile.values[0]?.[node] ?? 0;
    if (Number(self) === 0) continue;
    const frames: string[] = [];
    for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0) frames.push(nodeName(profile, at));
    stacks.set(frames.reverse().join(' | '), self);
  }
  return stacks;
}

/** Of a file with one profile. */
export function singleStacks(text: string): Record<string, number | bigint> {
  const { profiles } = readFolded(text);
  const [only] = profiles;
  if (only === undefined || profiles.length !== 1) throw new Error(`${profiles.length} profiles`);
  return Object.fromEntries(stacksOf(only.profile));
}

/** Code and count of every problem. */
export function problemsOf(text: string): Record<string, number> {
  const problems = readFolded(text).profiles[0]?.profile.problems ?? [];
  return Object.fromEntries(problems.map(({ code, count }) => [code, count]));
}

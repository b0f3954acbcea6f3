import type { BuildLimits } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { frameName } from '../model/profile.ts';
import type { Profile } from '../model/profile.ts';
import type { Result } from '../result.ts';
import { foldIntoParents } from './fold-nodes.ts';
import { preorderOf } from './preorder.ts';
import { outermostOf } from './union.ts';

/** `direct` folds `f;f` to `f`; `mutual` folds `f;g;f` to `f;g` too. */
export const RECURSIONS = ['direct', 'mutual'] as const;
export type Recursion = (typeof RECURSIONS)[number];

/**
 * Folds recursion (DIFF-SPEC 4): a frame whose function called it (`direct`), or is anywhere on its path (`mutual`), goes
 * away and its callees hang where it hung. Self values and paths change, inclusive values of functions do not.
 */
export function collapseRecursion(profile: Profile, kind: Recursion, limits?: BuildLimits): Result<Profile, Fault> {
  const names = Array.from({ length: profile.frames.length }, (_, frame) => frameName(profile, frame));
  const { order, end } = preorderOf(profile.nodes.parent, profile.nodes.frame, names);
  const functions = new Map<string, number>();
  const functionOfFrame = Int32Array.from(names, (name) => {
    const known = functions.get(name) ?? functions.size;
    functions.set(name, known);
    return known;
  });
  const func = order.map((node) => functionOfFrame[profile.nodes.frame[node]!] ?? -1);
  const keep = new Uint8Array(order.length);
  if (kind === 'mutual') {
    const outermost = outermostOf(func, end, functions.size);
    for (const [at, node] of order.entries()) keep[node] = outermost[at]!;
  } else {
    const { parent, frame } = profile.nodes;
    const own = (node: number) => functionOfFrame[frame[node]!] ?? -1;
    for (let node = 0; node < keep.length; node++) keep[node] = node === 0 || own(node) !== own(parent[node]!) ? 1 : 0;
  }
  return foldIntoParents(profile, keep, {}, limits);
}

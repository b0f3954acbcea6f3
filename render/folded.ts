import type { Comparison } from '../core/diff/comparison.ts';
import { problem } from '../core/model/problem.ts';
import type { Problem } from '../core/model/problem.ts';
import { frameName } from '../core/model/profile.ts';
import type { Profile } from '../core/model/profile.ts';
import { BASE, HEAD } from '../core/tree/union.ts';
import { inChunks } from './chunks.ts';
import { plainDecimal } from './decimal.ts';

/** A text to write piece by piece, and what could not be said in its format. */
export interface FoldedText {
  readonly chunks: Iterable<string>;
  readonly problems: readonly Problem[];
}

/** Stands for samples without any frame, which folded stacks cannot express. */
const NO_STACK = '[no stack]';

/**
 * One column of `profile` as folded stacks, `main;parse 3`, names as they are in the profile. Counts are exact: integers
 * of any size, fractions in as many digits as give the same number back.
 */
export function profileToFolded(profile: Profile, valueType = profile.defaultValueType): FoldedText {
  const { nodes, frames } = profile;
  const names = foldable(frames.length, (frame) => frameName(profile, frame));
  const column = profile.exactValues[valueType] ?? profile.values[valueType] ?? new Float64Array(0);
  function* lines() {
    for (let node = 0; node < nodes.length; node++) {
      const value = column[node]!;
      if (Number(value) === 0) continue;
      yield `${stackOf(node, nodes.parent, nodes.frame, names.texts)} ${plainDecimal(value)}\n`;
    }
  }
  return { chunks: inChunks(lines()), problems: problemsOf(names.changed, Number(column[0] ?? 0) !== 0) };
}

/** A comparison as differential folded stacks: `main;parse 3 5`, base first, counts not scaled. */
export function comparisonToFolded({ tree }: Pick<Comparison, 'tree'>): FoldedText {
  const names = foldable(tree.functions.length, (func) => tree.functions.names[func] ?? '');
  const base = tree.sides[BASE]?.self ?? new Float64Array(tree.length);
  const head = tree.sides[HEAD]?.self ?? new Float64Array(tree.length);
  function* lines() {
    for (let node = 0; node < tree.length; node++) {
      if (base[node] === 0 && head[node] === 0) continue;
      const stack = stackOf(node, tree.parent, tree.func, names.texts);
      yield `${stack} ${plainDecimal(base[node]!)} ${plainDecimal(head[node]!)}\n`;
    }
  }
  return { chunks: inChunks(lines()), problems: problemsOf(names.changed, base[0] !== 0 || head[0] !== 0) };
}

/** Names without the two characters that mean something in folded stacks: `;` and the end of a line. */
function foldable(length: number, nameOf: (index: number) => string): { texts: readonly string[]; changed: number } {
  let changed = 0;
  const texts = Array.from({ length }, (_, index) => {
    const name = nameOf(index);
    const text = name.replaceAll(';', ':').replace(/\r\n|[\r\n]/g, ' ');
    if (text !== name) changed++;
    return text;
  });
  return { texts, changed };
}

function stackOf(node: number, parent: Int32Array, frame: Int32Array, names: readonly string[]): string {
  if (node === 0) return NO_STACK;
  const path: string[] = [];
  for (let at = node; at > 0; at = parent[at]!) path.push(names[frame[at]!]!);
  return path.reverse().join(';');
}

function problemsOf(changedNames: number, hasStackless: boolean): readonly Problem[] {
  const problems: Problem[] = [];
  if (changedNames > 0) problems.push(problem('note', 'folded-names-changed', { count: changedNames }));
  if (hasStackless) problems.push(problem('note', 'folded-no-stack', { facts: { name: NO_STACK } }));
  return problems;
}

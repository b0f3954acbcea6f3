import type { Comparison } from '../core/diff/comparison.ts';
import { share } from '../core/diff/shares.ts';
import type { Fault } from '../core/model/problem.ts';
import { visible } from '../core/text/visible.ts';
import { ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { callersAndCallees } from '../core/tree/callers-callees.ts';
import { BASE, HEAD } from '../core/tree/union.ts';
import type { UnionTree } from '../core/tree/union.ts';
import { jsonCount } from './json.ts';
import type { JsonCount } from './json-types.ts';
import { pointsInWords, shareInWords } from './labels.ts';
import { tableLines } from './table.ts';
import { PLAIN } from './text.ts';
import type { TextStyle } from './text.ts';

/** One neighbour of the function: who called it, or what it called. */
export interface NeighbourJson {
  /** Null for the function's own time (callees), or a stack that begins with it (callers). */
  readonly name: string | null;
  readonly base: JsonCount;
  readonly head: JsonCount;
  /** Shares of the whole side; null when it has no samples. */
  readonly baseShare: number | null;
  readonly headShare: number | null;
  /** Points; null when a side has no samples. */
  readonly delta: number | null;
}

/** `firebreak callers --json`. Each list sums to the inclusive count of the function, on both sides (DIFF-SPEC 4). */
export interface CallersJson {
  readonly version: 1;
  readonly function: string;
  readonly base: JsonCount;
  readonly head: JsonCount;
  readonly callers: readonly NeighbourJson[];
  readonly callees: readonly NeighbourJson[];
}

/** Splits every stack at the outermost place of `func`. Faults: a tree past the limits. */
export function callersJson(comparison: Comparison, func: number): Result<CallersJson, Fault> {
  const { tree, functions } = comparison;
  const split = callersAndCallees(tree, func);
  if (!split.ok) return split;
  const sums = [tree.sides[BASE]?.sum ?? 0, tree.sides[HEAD]?.sum ?? 0] as const;
  return ok({
    version: 1,
    function: tree.functions.names[func] ?? '',
    base: jsonCount(functions.baseTotal[func]!),
    head: jsonCount(functions.headTotal[func]!),
    callers: neighbours(split.value.callers, sums),
    callees: neighbours(split.value.callees, sums),
  });
}

/** Children of the only child of the root, and what that child has of its own; the largest change first, then by name. */
function neighbours(tree: UnionTree, sums: readonly [number, number]): readonly NeighbourJson[] {
  const [base, head] = [tree.sides[BASE]!, tree.sides[HEAD]!];
  const center = 1;
  const rows: NeighbourJson[] = [];
  const add = (name: string | null, b: number, h: number) => {
    if (b === 0 && h === 0) return;
    const [baseShare, headShare] = [share(b, sums[0]), share(h, sums[1])];
    const delta = baseShare === null || headShare === null ? null : 100 * (headShare - baseShare);
    rows.push({ name, base: jsonCount(b), head: jsonCount(h), baseShare, headShare, delta });
  };
  if (tree.length > center) {
    add(null, base.self[center]!, head.self[center]!);
    for (let node = center + 1; node < tree.end[center]!; node = tree.end[node]!) {
      add(tree.functions.names[tree.func[node]!] ?? '', base.total[node]!, head.total[node]!);
    }
  }
  const size = ({ delta }: NeighbourJson) => Math.abs(delta ?? 0);
  return rows.sort((a, b) => size(b) - size(a) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
}

export function callersText(json: CallersJson, rows: number, style: TextStyle = PLAIN): string {
  return `${[
    style.strong(`callers of ${visible(json.function)}`),
    ...table(json.callers, '(called by nothing: the stack begins here)', rows, style),
    '',
    style.strong(`called by ${visible(json.function)}`),
    ...table(json.callees, '(its own time)', rows, style),
  ].join('\n')}\n`;
}

function table(all: readonly NeighbourJson[], none: string, rows: number, style: TextStyle): string[] {
  const lines = tableLines(
    [
      { title: 'base', align: 'right' },
      { title: 'head', align: 'right' },
      { title: 'change', align: 'right' },
      { title: 'function', align: 'left' },
    ],
    all.slice(0, rows).map(({ name, baseShare, headShare, delta }) => [
      { text: shareInWords(baseShare) },
      { text: shareInWords(headShare) },
      {
        text: pointsInWords(delta === null ? null : delta / 100),
        ...((delta ?? 0) === 0 ? {} : { paint: (delta ?? 0) > 0 ? style.growth : style.shrinkage }),
      },
      { text: name === null ? none : visible(name) },
    ]),
  );
  return all.length > rows ? [...lines, `… and ${all.length - rows} more`] : lines;
}

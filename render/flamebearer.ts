import type { Comparison } from '../core/diff/comparison.ts';
import { BASE, HEAD } from '../core/tree/union.ts';

/**
 * A comparison as the "double" flamebearer of Pyroscope, which its pages and plug-ins draw: rows of levels, seven numbers a
 * node (left offset, total, self, right offset, total, self, name). An offset counts from the end of the node before it in
 * its level; children stand behind the own value of their parent. JSON text in pieces.
 */
export function* comparisonToFlamebearer({ tree, valueType }: Comparison): Generator<string> {
  const [left, right] = [tree.sides[BASE], tree.sides[HEAD]];
  if (left === undefined || right === undefined) throw new Error('a comparison has two sides');
  /** Where the next child of a node begins, on both sides. */
  const next = [new Float64Array(tree.length), new Float64Array(tree.length)] as const;
  /** By level: where the node before it ended. */
  const ends: [number, number][] = [];
  const levels: number[][] = [];
  let maxSelf = 0;
  for (let node = 0; node < tree.length; node++) {
    const parent = tree.parent[node]!;
    const depth = tree.depth[node]!;
    const level = (levels[depth] ??= []);
    const end = (ends[depth] ??= [0, 0]);
    for (const [s, side] of [left, right].entries()) {
      const from = next[s as 0 | 1];
      const [total, self] = [side.total[node]!, side.self[node]!];
      const start = node === 0 ? 0 : from[parent]!;
      if (node > 0) from[parent] = start + total;
      from[node] = start + self;
      level.push(start - end[s as 0 | 1], total, self);
      end[s as 0 | 1] = start + total;
      maxSelf = Math.max(maxSelf, self);
    }
    // Names follow the root's, which stands first.
    level.push(tree.func[node]! + 1);
  }
  yield `{"version":1,"flamebearer":{"names":${JSON.stringify(['total', ...tree.functions.names])},"levels":[`;
  for (const [depth, level] of levels.entries()) yield `${depth === 0 ? '' : ','}[${level.join(',')}]`;
  const ticks = { leftTicks: left.sum, rightTicks: right.sum };
  const metadata = { format: 'double', spyName: '', sampleRate: 100, units: valueType.unit, name: valueType.name };
  const numbers = { numTicks: left.sum + right.sum, maxSelf };
  yield `],${JSON.stringify(numbers).slice(1)},"metadata":${JSON.stringify(metadata)},${JSON.stringify(ticks).slice(1, -1)}}\n`;
}

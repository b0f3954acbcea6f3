import { describe, expect, it } from 'vitest';
import { deltaColour, groupColour, nameColour, rampColour, ratioColour } from '../../core/colour/colour.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import { treeOf } from '../../core/testing/arbitrary.testkit.ts';
import { changeOf } from '../model/facts.ts';
import type { FrameFacts } from '../model/facts.ts';
import { COLOURINGS, paintFor } from './paint.ts';
import type { Colouring } from './paint.ts';

// m calls lock (10 % -> 50 %) and work; both lie in the subsystem of m.
const tree = treeOf(['m;lock 10\nm;work 90'], ['m;lock 50\nm;work 50']);
const comparison = {
  tree,
  functions: {
    q: tree.functions.names.map((name) => (name === 'lock' ? 0.001 : name === 'work' ? 0.03 : Number.NaN)),
    baseTotal: tree.functions.names.map((name) => ({ m: 100, lock: 10, work: 90 })[name] ?? 0),
    headTotal: tree.functions.names.map((name) => ({ m: 100, lock: 50, work: 50 })[name] ?? 0),
  },
  functionTags: tree.functions.names.map((name) => (name === 'm' ? ['innodb'] : [])),
} as unknown as Comparison;

function factsOf(node: number): FrameFacts {
  const name = tree.functions.names[tree.func[node] ?? -1] ?? 'all';
  const [base, head] = tree.sides.map(({ total }) => total[node] ?? 0);
  const total = changeOf(comparison, base ?? 0, head ?? 0);
  const state = name === 'lock' ? 'grew' : name === 'work' ? 'diluted' : 'same';
  return { name, module: name === 'lock' ? 'libc' : null, total, self: total, state, absolute: null, sentence: null };
}

function fills(colouring: Colouring): readonly string[] {
  const paint = paintFor({ comparison, factsOf, colouring, palette: 'safe', theme: 'light' });
  // All, m, lock, work.
  return [0, 1, 2, 3].map((node) => paint({ kind: 'frame', node, x: 0, width: 1, row: 0, parent: -1, label: '' }).fill);
}

const grey = rampColour(null, 'safe', 'light');

describe('fills', () => {
  it('say what was asked for, and grey where there is nothing to say', () => {
    expect(fills('points')).toEqual([grey, grey, deltaColour(40), grey]);
    expect(fills('ratio')).toEqual([grey, grey, ratioColour(5), grey]);
    expect(fills('evidence')).toEqual([
      grey,
      grey,
      rampColour(1, 'safe', 'light'),
      expect.not.stringContaining(grey) as unknown as string,
    ]);
    const innodb = groupColour('innodb');
    expect(fills('subsystem')).toEqual([grey, innodb, innodb, innodb]);
    expect(fills('module')).toEqual([grey, grey, groupColour('libc'), grey]);
    expect(fills('name')).toEqual([grey, nameColour('m'), nameColour('lock'), nameColour('work')]);
  });

  it('differ from one colouring to another', () => {
    expect(new Set(COLOURINGS.map((colouring) => fills(colouring).join())).size).toBe(COLOURINGS.length);
  });
});

import { describe, expect, it } from 'vitest';
import { functionOf, nodeOf, treeOf } from '../testing/arbitrary.testkit.ts';
import { callerChange, childDeltas } from './shifts.ts';

describe('shifts', () => {
  it('W4: deltas of the children, and what moved', () => {
    const tree = treeOf(['main;p;a 40\nmain;p;b 10\nmain;q 50'], ['main;p;a 20\nmain;p;b 30\nmain;q 50']);
    const moved = childDeltas(tree, nodeOf(tree, 'main;p'));
    expect(moved?.grown).toBeCloseTo(0.2, 12);
    expect(moved?.shrunk).toBeCloseTo(0.2, 12);
    expect(moved?.moved).toBeCloseTo(0.2, 12);
    expect(moved?.own).toBe(0);
  });

  it('finds a caller change only while the function itself is unchanged', () => {
    const tree = treeOf(['main;g;f 4\nmain;h;f 8\nmain;o 88'], ['main;g;f 12\nmain;o 88']);
    expect(callerChange(tree, functionOf(tree, 'f'))).toMatchObject({ base: 0.12, head: 0.12 });
    expect(callerChange(tree, functionOf(tree, 'f'))?.moved).toBeCloseTo(0.08, 12);
    expect(callerChange(tree, functionOf(tree, 'g'))).toBeNull();
    expect(callerChange(treeOf(['main 3'], []), 0)).toBeNull();
    expect(childDeltas(treeOf(['main 3'], []), 0)).toBeNull();
  });
});

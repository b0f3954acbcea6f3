import { describe, expect, it } from 'vitest';
import type { FlameBar, FlameWindow } from './flame-view.ts';
import { HitTest } from './hit.ts';
import { motionBetween } from './motion.ts';

const TREE = {};

function bar(node: number, x: number, width: number, row: number): FlameBar {
  return { kind: 'frame', node, x, width, row, parent: 0, label: `${node}` };
}

function windowOf(...bars: readonly FlameBar[]): FlameWindow {
  return { tree: TREE, bars, rows: 2, direction: 'icicle', part: null };
}

describe('what is under the pointer', () => {
  const hits = new HitTest(windowOf(bar(0, 0, 1, 0), bar(1, 0, 0.4, 1), bar(2, 0.4, 0.0001, 1), bar(3, 0.6, 0.4, 1)));

  it('is the bar there, or a narrow one very near, or nothing', () => {
    const at = (x: number, row = 1) => hits.at(x, row, 1000);
    expect([at(0.5, 0), at(0), at(0.399), at(0.40005), at(0.8), at(1)]).toEqual([0, 1, 1, 2, 3, 3]);
    expect([at(0.4015), at(0.5), at(0.599), at(0.3, 7), at(0.3, -1)]).toEqual([2, null, 3, null, null]);
  });
});

describe('the way to another zoom', () => {
  const all = windowOf(bar(0, 0, 1, 0), bar(3, 0.6, 0.25, 1));
  const zoomed = windowOf(bar(3, 0, 1, 0));

  it('starts where the frame stands', () => {
    expect(motionBetween(all, zoomed)).toEqual({ scale: 0.25, shift: 0.6 });
    expect(motionBetween(zoomed, all)).toEqual({ scale: 4, shift: -2.4 });
  });

  it('is none within one focus, and none to what was not in sight', () => {
    expect(motionBetween(all, all)).toBeNull();
    expect(motionBetween(null, all)).toBeNull();
    expect(motionBetween(all, windowOf(bar(9, 0, 1, 0)))).toBeNull();
  });
});

import { layoutWeights, visibleFrames } from '../../core/layout/flame-layout.ts';
import { ProfileBuilder } from '../../core/model/builder.ts';
import type { NodeIndex, Profile } from '../../core/model/profile.ts';
import { unionTree } from '../../core/tree/union.ts';
import { timedInProcess } from '../measure.ts';
import type { Row } from '../row.ts';

const NODES = 1_000_000;

/** The frames to draw of a tree of 1,000,000 nodes: what every zoom costs before anything is drawn. */
export const visibleFramesRow: Row = {
  id: 'cut',
  work: 'visible frames of a 1,000,000-node tree',
  async run() {
    const made = unionTree([
      [{ profile: bushyProfile(1), valueType: 0 }],
      [{ profile: bushyProfile(2), valueType: 0 }],
    ]);
    if (!made.ok) throw new Error(made.error.code);
    const tree = made.value;
    const weights = layoutWeights(tree, 'union');
    const window = { minShare: 0.5 / 1200, maxFrames: 1500, maxDepth: 200 };
    const whole = await timedInProcess(9, () => visibleFrames(tree, weights, { focus: 0, ...window }));
    const focus = visibleFrames(tree, weights, { focus: 0, ...window }).node[20] ?? 0;
    const zoomed = await timedInProcess(9, () => visibleFrames(tree, weights, { focus, ...window }));
    const row = { peakMegabytes: null, peer: null, goalSeconds: 0.03 };
    return [
      { what: `all, ${tree.length.toLocaleString('en')} nodes`, seconds: whole.seconds, ...row },
      { what: 'zoomed in', seconds: zoomed.seconds, ...row },
    ];
  },
};

/** A tree with many narrow frames and a few wide ones, the same for the same seed. */
function bushyProfile(seed: number): Profile {
  const builder = new ProfileBuilder(1);
  let state = seed * 2654435761;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
  const frames = Array.from({ length: 5000 }, (_, i) => builder.frame(`module_${i % 40}::function_${i}`));
  while (builder.nodeCount < NODES) {
    let node = 0 as NodeIndex;
    const depth = 5 + Math.floor(random() * 40);
    for (let level = 0; level < depth; level++) {
      // Skewed choice: low numbers far more often, so stacks share their beginnings.
      const frame = frames[Math.floor(random() ** 3 * Math.min(frames.length, 8 * (level + 1)))];
      if (frame === undefined) break;
      node = builder.child(node, frame);
    }
    builder.addSelf(node, 1 + Math.floor(random() * 3));
  }
  const finished = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: null }],
    source: { fileName: null, format: 'bench', generator: null, sha256: null },
  });
  if (!finished.ok) throw new Error(finished.error.code);
  return finished.value;
}

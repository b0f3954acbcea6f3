import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATES } from '../core/diff/comparison.ts';
import type { Comparison } from '../core/diff/comparison.ts';
import { nodeStates } from '../core/diff/node-states.ts';
import { coarserFrames, layoutWeights, visibleFrames } from '../core/layout/flame-layout.ts';
import { profileOf } from '../core/model/profile-of.ts';
import { arbitraryProfile } from '../core/testing/arbitrary.testkit.ts';
import { aheadOf } from '../core/wire/ahead.ts';
import { decodeComparison, encodeComparison } from '../core/wire/comparison.ts';
import { decodePicture, encodePicture, encodeWithPicture, firstPictureOf } from '../core/wire/picture.ts';
import type { FirstPicture } from '../core/wire/picture.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import { functionWords } from '../core/words/functions.ts';
import { compareRuns } from './index.ts';

/** As the page has it. */
function pictureOf(comparison: Comparison): FirstPicture {
  const made = firstPictureOf(comparison, 0);
  if (made === null) throw new Error('no picture');
  const read = decodePicture(encodePicture(made));
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}

const profiles = arbitraryProfile().filter((profile) => (profile.values[0] ?? []).some((count) => count > 0));

describe('the first picture of a comparison', () => {
  it('has the frames of the whole, with its numbers, states and words', async () => {
    await fc.assert(
      fc.asyncProperty(profiles, profiles, fc.integer({ min: 1, max: 30 }), async (base, head, maxFrames) => {
        const compared = await compareRuns([base], [head]);
        if (!compared.ok) throw new Error(compared.error.code);
        const whole = compared.value;
        const picture = pictureOf(whole);
        const { tree, functions } = picture.comparison;
        const stateOf = nodeStates(whole);
        const { alignment: _none, ...words } = picture.words;
        expect(comparisonWords(whole)).toMatchObject(words);
        for (let node = 0; node < tree.length; node++) {
          const there = picture.nodes[node] ?? -1;
          const up = tree.parent[node] ?? -1;
          expect(up < 0 ? -1 : picture.nodes[up]).toBe(whole.tree.parent[there]);
          expect(tree.depth[node]).toBe(whole.tree.depth[there]);
          for (const [s, side] of tree.sides.entries()) {
            const from = whole.tree.sides[s];
            expect([side.self[node], side.total[node]]).toEqual([from?.self[there], from?.total[there]]);
            expect([side.sum, side.exactSum]).toEqual([from?.sum, from?.exactSum]);
          }
          expect(STATES[picture.states[node] ?? -1]).toBe(stateOf(there));
        }
        for (let func = 0; func < tree.functions.length; func++) {
          const there = picture.functions[func] ?? -1;
          expect(tree.functions.names[func]).toBe(whole.tree.functions.names[there]);
          expect(functions.headTotal[func]).toBe(whole.functions.headTotal[there]);
          expect(functionWords(picture.comparison, func)).toBe(functionWords(whole, there));
        }
        const window = { focus: 0, minShare: 0.001, maxFrames, maxDepth: 240 };
        for (const layout of ['union', 'base', 'head'] as const) {
          const { minShare: _made, ...drawn } = coarserFrames(picture.frames[layout], window);
          const there = visibleFrames(whole.tree, layoutWeights(whole.tree, layout), window);
          const { minShare: _asked, ...expected } = there;
          expect({ ...drawn, node: drawn.node.map((node) => picture.nodes[node] ?? -1) }).toEqual(expected);
        }
      }),
      { seed: 11, numRuns: 60 },
    );
  });

  it('stands in front of a large comparison alone, and never of one deeper than a picture', async () => {
    const wide = Array.from({ length: 20_001 }, (_, i) => `m;f${i} ${i + 1}`).join(' / ');
    const deep = `${Array.from({ length: 20_001 }, (_, i) => `f${i % 7}`).join(';')} 30 / f0;x 70`;
    const kinds = [];
    for (const text of ['m;a 30 / m;b 70', wide, deep]) {
      const compared = await compareRuns([profileOf(text)], [profileOf(text)]);
      if (!compared.ok) throw new Error(compared.error.code);
      const bytes = new Uint8Array(Buffer.concat(encodeWithPicture(compared.value)));
      kinds.push(aheadOf(bytes).kind);
      const decoded = decodeComparison(bytes);
      const plain = encodeComparison(compared.value);
      expect(decoded.ok && Buffer.compare(encodeComparison(decoded.value), plain)).toBe(0);
    }
    expect(kinds).toEqual(['none', 'here', 'none']);
  });

  it('of another version, or damaged, is a fault and no crash', async () => {
    const compared = await compareRuns([profileOf('m;a 30 / m;b 70')], [profileOf('m;a 60 / m;b 40')]);
    if (!compared.ok) throw new Error(compared.error.code);
    const made = firstPictureOf(compared.value, 0);
    if (made === null) throw new Error('no picture');
    const bytes = encodePicture(made);
    for (let length = 0; length < bytes.length - 8; length += 97)
      expect(decodePicture(bytes.slice(0, length)).ok).toBe(false);
    const other = bytes.slice();
    const at = Buffer.from(other).indexOf('"version":"') + '"version":"'.length;
    other[at] = 'x'.charCodeAt(0);
    expect(decodePicture(other)).toMatchObject({ ok: false, error: { code: 'pack-version' } });
  });
});

import { describe, expect, it } from 'vitest';
import { profileOf } from '../core/model/profile-of.ts';
import type { Profile } from '../core/model/profile.ts';
import { comparisonToFolded } from '../render/folded.ts';
import { comparisonToPprof } from '../render/pprof.ts';
import { compareRuns, overlayRuns } from './index.ts';
import type { CompareOptions } from './index.ts';

const DEEP = Array.from({ length: 3_000 }, (_, i) => i);

const PAIRS: readonly (readonly [string, string, string, CompareOptions])[] = [
  ['a growth', 'main;a 7000 / main;b 2000', 'main;a 7000 / main;b 11000', {}],
  ['idle stacks', 'main;a 70 / swapper;do_idle 20', 'main;a 70 / swapper;do_idle 90', {}],
  ['runs too short for tests', 'main;a 7', 'main;a 70', {}],
  ['a spread of other runs', 'main;a 700', 'main;b 700', { stored: { tau: 0.1, runs: 5 } }],
  ['stacks too deep to look for renames', `${deep('a')} 5`, `${deep('b')} 5`, {}],
  ['the same without looking', `${deep('a')} 5`, `${deep('b')} 5`, { align: false }],
];

function deep(prefix: string): string {
  return DEEP.map((i) => `${prefix}${i}`).join(';');
}

describe('an overlay', () => {
  it.each(PAIRS)('is what a comparison shows of its stacks, and says: %s', async (_, base, head, options) => {
    const sides = [[profileOf(base)], [profileOf(head)]] as const;
    const [laid, compared] = [await overlayRuns(...sides, options), await compareRuns(...sides, options)];
    if (!laid.ok || !compared.ok) throw new Error('refused');
    expect(laid.value.problems).toEqual(compared.value.problems);
    expect(comparisonToPprof(laid.value)).toEqual(comparisonToPprof(compared.value));
    expect([...comparisonToFolded(laid.value).chunks]).toEqual([...comparisonToFolded(compared.value).chunks]);
  });

  it('leaves functions out where a comparison does', async () => {
    const laid = await overlayRuns([profileOf(`${deep('a')} 5`)], [profileOf(`${deep('b')} 5`)]);
    expect(laid.ok && laid.value.problems.map(({ code }) => code)).toContain('alignment-partial');
  });

  it('refuses what a comparison refuses', async () => {
    const empty: readonly Profile[] = [];
    expect(await overlayRuns(empty, [profileOf('main 1')])).toEqual(await compareRuns(empty, [profileOf('main 1')]));
  });
});

import { describe, expect, it } from 'vitest';
import type { CompareOptions } from './index.ts';
import { compareRuns } from './index.ts';
import type { Comparison } from '../core/diff/comparison.ts';
import { STATES } from '../core/diff/comparison.ts';
import type { ProfileFacts } from '../core/model/builder.ts';
import { profileOf } from '../core/model/profile-of.ts';
import type { Profile } from '../core/model/profile.ts';
import { decodeComparison, encodeComparison } from '../core/wire/comparison.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import { wordsOf } from '../core/words/faults.ts';

async function compared(
  base: readonly Profile[],
  head: readonly Profile[],
  options?: CompareOptions,
): Promise<Comparison> {
  const made = await compareRuns(base, head, options);
  if (!made.ok) throw new Error(wordsOf(made.error).sentence);
  return made.value;
}

async function refused(base: readonly Profile[], head: readonly Profile[], options?: CompareOptions): Promise<string> {
  const made = await compareRuns(base, head, options);
  return made.ok ? 'not refused' : wordsOf(made.error).sentence;
}

function stateOf({ tree, functions }: Comparison, name: string): string | undefined {
  return STATES[functions.state[tree.functions.names.indexOf(name)] ?? -1];
}

const base = profileOf('main;a 7000 / main;b 2000 / main;c 1000');
const head = profileOf('main;a 7000 / main;b 2000 / main;c 11000');

describe('a comparison', () => {
  it('names the growth first and calls what only shrank beside it diluted (worked example W1)', async () => {
    const comparison = await compared([base], [head]);
    const words = comparisonWords(comparison);
    expect(words.headline).toBe('c grew from 10.0 % to 55.0 % of samples (+45.0 points, 5.50 times).');
    expect(comparison.dilution).toBeCloseTo(0.5, 12);
    expect([stateOf(comparison, 'a'), stateOf(comparison, 'b'), stateOf(comparison, 'c')]).toEqual([
      'diluted',
      'diluted',
      'grew',
    ]);
    expect(words.sides).toBe(
      'Shares of samples. base 10,000 samples, head 20,000 samples: 2.00 times more. Counts are not comparable, shares are.',
    );
    expect(words.evidence).toMatch(
      /^One run per side: run-to-run spread is assumed \(20 %\), not measured\. Only changes above about/,
    );
    expect(words.explanations[0]?.verdict).toMatch(
      /^Confirmed: 1 run per side, .* standard errors, assumed spread 20 %\.$/,
    );
  });

  it('says that nothing differs when nothing does', async () => {
    const comparison = await compared([base], [base]);
    expect(comparisonWords(comparison).headline).toBe(
      'No difference: both sides have the same stacks in the same shares.',
    );
    expect(comparison.explanations).toEqual([]);
    expect(comparison.dilution).toBe(1);
    expect(new Set([...comparison.functions.state].map((state) => STATES[state]))).toEqual(new Set(['same']));
  });

  it('does not call a difference within the spread a change', async () => {
    const comparison = await compared([profileOf('m;a 500 / m;b 9500')], [profileOf('m;a 720 / m;b 9280')]);
    const { headline } = comparisonWords(comparison);
    expect(headline).toMatch(
      / Largest difference, but within what runs of the same build do \(assumed spread 20 %\)\. Not evidence\.$/,
    );
  });

  it('claims nothing without sample counts', async () => {
    const weights: Partial<ProfileFacts> = {
      valueTypes: [{ name: 'alloc_space', unit: 'bytes', sampling: null }],
      source: { fileName: null, format: 'pprof', generator: null, sha256: null },
    };
    const comparison = await compared(
      [profileOf('m;a 500 / m;b 517', weights)],
      [profileOf('m;a 9001 / m;b 517', weights)],
    );
    expect(comparison.evidence.level).toBe('none');
    expect(comparison.explanations.every(({ label }) => label !== 'confirmed')).toBe(true);
    expect(comparisonWords(comparison).headline).toMatch(/How sure that is cannot be said/);
  });

  it('measures the spread from three runs per side', async () => {
    const runs = (hot: number[]) =>
      hot.map((count) => profileOf(`m;hot ${count} / m;rest ${10_000 - count} / m;x;y 500`));
    const comparison = await compared(runs([480, 500, 520]), runs([2610, 2640, 2670]));
    expect(comparison.evidence).toMatchObject({ level: 'measured', baseRuns: 3, headRuns: 3 });
    expect(comparison.explanations[0]).toMatchObject({ label: 'confirmed' });
    expect(comparisonWords(comparison).explanations[0]?.verdict).toMatch(/^Confirmed: 3 runs per side, q (=|below) /);
  });

  it('takes idle stacks out of both sides, says so, and keeps them on demand', async () => {
    const idle = [profileOf('swapper;do_idle 900 / m;a 100'), profileOf('swapper;do_idle 100 / m;a 900')] as const;
    const without = await compared([idle[0]], [idle[1]]);
    expect([without.base.total, without.head.total]).toEqual([100, 900]);
    expect(without.problems.map(({ code }) => code)).toContain('idle-removed');
    expect((await compared([idle[0]], [idle[1]], { keepIdle: true })).base.total).toBe(1000);
  });

  it('takes a common divisor of the counts for the sampling period', async () => {
    const comparison = await compared(
      [profileOf('m;a 2004008000 / m;b 2004008')],
      [profileOf('m;a 2004008000 / m;b 4008016')],
    );
    expect(comparison.base.samples).toBe(1001);
    expect(comparison.problems.filter(({ code }) => code === 'period-inferred')).toHaveLength(2);
  });

  it('joins spellings of one function and lists them', async () => {
    const comparison = await compared(
      [profileOf('m;f.isra.0 60 / m;g 40')],
      [profileOf('m;f 60 / m;g.constprop.1 40')],
    );
    expect(comparisonWords(comparison).headline).toMatch(/^No difference/);
    const clone = (name: string, weight: number) => ({ name, rules: ['symbol-syntax/clone-suffix'], weight });
    const plain = (name: string, weight: number) => ({ name, rules: [], weight });
    expect(comparison.normalization.merged).toEqual([
      { name: 'f', from: [plain('f', 60), clone('f.isra.0', 60)], weight: 120, moved: 60 },
      { name: 'g', from: [plain('g', 40), clone('g.constprop.1', 40)], weight: 80, moved: 40 },
    ]);
    const raw = await compared([profileOf('m;f.isra.0 60 / m;g 40')], [profileOf('m;f 60 / m;g.constprop.1 40')], {
      level: 'none',
    });
    expect(raw.normalization.merged).toEqual([]);
    expect(raw.tree.functions.length).toBe(5);
  });

  it('keeps totals beyond 2^53 exact', async () => {
    const big = profileOf('m;a 9007199254740991 / m;b 5');
    expect((await compared([big], [big])).base.total).toBe(9007199254740996n);
  });

  it('survives a stack 100,000 frames deep and the trip over the wire', async () => {
    const deep = Array.from({ length: 100_000 }, (_, i) => `f${i % 11}`).join(';');
    const comparison = await compared([profileOf(`${deep} 30 / f0;x 70`)], [profileOf(`${deep} 60 / f0;x 40`)]);
    expect(comparison.tree.length).toBe(100_002);
    const encoded = encodeComparison(comparison);
    const decoded = decodeComparison(encoded);
    expect(decoded.ok && Buffer.compare(encodeComparison(decoded.value), encoded)).toBe(0);
    expect(decoded.ok && decoded.value.explanations).toEqual(comparison.explanations);
  });
});

describe('a refusal', () => {
  it('names the side without samples', async () => {
    expect(await refused([profileOf('m;a 0')], [head])).toBe('base (good) has no samples: its total is zero');
    expect(await refused([base], [profileOf('m;a 0')])).toBe('head (bad) has no samples: its total is zero');
    expect(await refused([], [head])).toBe('no profile was given for base (good)');
  });

  it('names both units', async () => {
    const unit = (name: string): Partial<ProfileFacts> => ({
      valueTypes: [{ name, unit: name, sampling: null }],
      source: { fileName: null, format: 'svg', generator: null, sha256: null },
    });
    expect(await refused([profileOf('m 1', unit('microseconds'))], [profileOf('m 1', unit('bytes'))])).toBe(
      'the units differ: base counts microseconds, head counts bytes; a difference of them means nothing',
    );
  });

  it('names the value types that there are', async () => {
    expect(await refused([base], [head], { valueType: 'cycles' })).toBe(
      'base (good) has no value type "cycles"; it has samples',
    );
  });
});

import { planEvidence } from '../../core/stats/evidence.ts';
import { testFunctions } from '../../core/stats/test-functions.ts';
import type { RunCounts, FunctionTests } from '../../core/stats/test-functions.ts';
import { Random } from './random.ts';
import { NOISE, functionNear, simulateRun, withShare } from './simulation.ts';
import type { SimTree } from './simulation.ts';
import { printTable, rate } from './table.ts';

type Preset = keyof typeof NOISE;

/** [noise of base, noise of head, runs a side, samples a run, the document's "rate at p < .05 / P(any q < .05)"] */
const NULL_CASES: readonly (readonly [Preset, Preset, number, number, string])[] = [
  ['none', 'none', 3, 10_000, '.01 / .00'],
  ['typical', 'typical', 1, 10_000, '.01 / .00'],
  ['typical', 'typical', 1, 100_000, '.00 / .00'],
  ['noisy', 'noisy', 1, 10_000, '.14 / .64'],
  ['typical', 'typical', 3, 10_000, '.03 / .00'],
  ['typical', 'typical', 5, 10_000, '.04 / .02'],
  ['noisy', 'noisy', 3, 10_000, '.04 / .00'],
  ['noisy', 'noisy', 5, 100_000, '.04 / .03'],
  ['typical', 'noisy', 3, 10_000, ''],
  ['quiet', 'noisy', 5, 10_000, ''],
  ['quiet', 'very noisy', 3, 10_000, ''],
  ['quiet', 'very noisy', 5, 10_000, ''],
];

/** DIFF-SPEC 3.5 and 3.2a: no change, how often something is called one. Inclusive and self together, as the product tests. */
export function falseAlarms(tree: SimTree, diffs: number): void {
  const random = new Random(20240801);
  const rows = NULL_CASES.map(([base, head, runs, samples, document]) => {
    const seen = { frames: 0, low: 0, pooled: 0, perSide: 0, both: 0 };
    for (let i = 0; i < diffs; i++) {
      const made = oneDiff(random, tree, [base, head], runs, samples);
      for (const columns of [made.inclusive, made.self]) {
        for (const p of columns.p) {
          if (Number.isNaN(p)) continue;
          seen.frames++;
          if (p < 0.05) seen.low++;
        }
      }
      const { pooled, perSide, both } = findings(made, 0.05);
      seen.pooled += +pooled;
      seen.perSide += +perSide;
      seen.both += +both;
    }
    const name = base === head ? base : `${base}, head ${head}`;
    const label = `${name}, ${runs} x ${samples / 1000}k`;
    const single = runs < 3;
    return [
      label,
      `${rate(seen.low, seen.frames)} / ${rate(seen.pooled, diffs)}`,
      document,
      single ? '' : rate(seen.perSide, diffs),
      single ? '' : rate(seen.both, diffs),
    ];
  });
  printTable(
    `False alarms in ${diffs} no-change diffs (DIFF-SPEC 3.5, 3.2a)`,
    ['noise, runs x samples', 'p<.05 / any q<.05', 'document', 'own variance a side', 'both forms agree'],
    rows,
  );
}

/** [noise of base, of head, runs a side, share, growth, the document's power of the moderated test] */
const POWER_CASES: readonly (readonly [Preset, Preset, number, number, number, string])[] = [
  ['quiet', 'quiet', 3, 0.05, 0.02, '.79'],
  ['typical', 'typical', 3, 0.01, 0.01, '.79'],
  ['typical', 'typical', 3, 0.05, 0.05, '.92'],
  ['typical', 'typical', 5, 0.05, 0.02, '.62'],
  ['typical', 'typical', 5, 0.2, 0.05, '.38'],
  ['noisy', 'noisy', 5, 0.05, 0.05, '.33'],
  ['typical', 'noisy', 3, 0.05, 0.1, ''],
  ['quiet', 'very noisy', 5, 0.05, 0.3, ''],
];

/** DIFF-SPEC 3.6: how often the changed function itself gets q < .05. 10,000 samples a run. */
export function power(tree: SimTree, diffs: number): void {
  const random = new Random(24);
  const rows = POWER_CASES.map(([base, head, runs, share, growth, document]) => {
    const { func, share: from } = functionNear(tree, share);
    const weight = withShare(tree, func, from + growth);
    const hits = { pooled: 0, perSide: 0, both: 0 };
    for (let i = 0; i < diffs; i++) {
      const { inclusive } = oneDiff(random, tree, [base, head], runs, 10_000, weight);
      const pooled = inclusive.q[func]! < 0.05;
      const perSide = inclusive.otherQ[func]! < 0.05;
      hits.pooled += +pooled;
      hits.perSide += +perSide;
      hits.both += +(pooled && perSide);
    }
    const noise = base === head ? base : `${base}, head ${head}`;
    return [
      `${noise}, ${runs} x 10k, ${(100 * from).toFixed(1)} % + ${(100 * growth).toFixed(0)}`,
      rate(hits.pooled, diffs),
      document,
      rate(hits.perSide, diffs),
      rate(hits.both, diffs),
    ];
  });
  printTable(
    `Power, ${diffs} diffs a row (DIFF-SPEC 3.6)`,
    ['noise, runs x samples, change', 'moderated', 'document', 'own variance a side', 'both forms agree'],
    rows,
  );
}

function oneDiff(
  random: Random,
  tree: SimTree,
  [base, head]: readonly [Preset, Preset],
  runs: number,
  samples: number,
  weight?: Float64Array,
): FunctionTests {
  const side = (preset: Preset, w?: Float64Array): RunCounts[] =>
    Array.from({ length: runs }, () => simulateRun(random, tree, NOISE[preset], samples, w));
  const before = side(base);
  const after = side(head, weight);
  const totals = (side: readonly RunCounts[]) => side.map(({ total }) => total);
  return testFunctions(before, after, planEvidence(totals(before), totals(after)));
}

/** Whether any frame is found by each form of the test. */
function findings({ inclusive, self }: FunctionTests, alpha: number) {
  const found = { pooled: false, perSide: false, both: false };
  for (const { q, otherQ } of [inclusive, self]) {
    for (const [f, value] of q.entries()) {
      const pooled = value < alpha;
      const perSide = otherQ[f]! < alpha;
      found.pooled ||= pooled;
      found.perSide ||= perSide;
      found.both ||= pooled && perSide;
    }
  }
  return found;
}

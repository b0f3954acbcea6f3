import { DEFAULT_GATE_CONFIG } from '../../core/gate/config.ts';
import { gate } from '../../core/gate/gate.ts';
import type { Verdict } from '../../core/gate/verdict.ts';
import type { RunCounts } from '../../core/stats/test-functions.ts';
import { Random } from './random.ts';
import { NOISE, functionNear, simulateRun, withShare } from './simulation.ts';
import type { SimTree } from './simulation.ts';
import { printTable, rate } from './table.ts';

type Preset = keyof typeof NOISE;

/** The gate as the product runs it, on counts alone. */
export function judge(base: readonly RunCounts[], head: readonly RunCounts[]): Verdict {
  const functions = base[0]?.inclusive.length ?? 0;
  return gate(
    {
      names: Array.from({ length: functions }, (_, f) => `f${f}`),
      base,
      head,
      samplesKnown: true,
      stored: null,
      baseUpper: null,
      headLower: null,
      work: null,
      metrics: [],
      today: '2000-01-01',
    },
    DEFAULT_GATE_CONFIG,
  );
}

const suspects = ({ rows }: Verdict) => rows.some(({ status }) => status === 'failed' || status === 'suspected');

/** [noise of base, of head, runs a side, samples a run, the document's false alarms per 1,000] */
const NULL_CASES: readonly (readonly [Preset, Preset, number, number, string])[] = [
  ['quiet', 'quiet', 3, 10_000, '0'],
  ['typical', 'typical', 3, 10_000, '0'],
  ['typical', 'typical', 5, 10_000, '0'],
  ['typical', 'typical', 5, 100_000, '0'],
  ['noisy', 'noisy', 3, 10_000, '0'],
  ['noisy', 'noisy', 5, 10_000, '0'],
  ['noisy', 'noisy', 5, 100_000, '1'],
  ['quiet', 'very noisy', 3, 10_000, ''],
  ['quiet', 'very noisy', 5, 10_000, ''],
  ['typical', 'typical', 1, 20_000, '0 (.20: 0)'],
  ['noisy', 'noisy', 1, 20_000, '0 (.20: 195)'],
  ['very noisy', 'very noisy', 1, 20_000, '33 (.20: 851)'],
];

/** DIFF-SPEC 8: failures without a change; for single runs, in brackets, what the milder rule only suspects. */
export function gateFalseAlarms(tree: SimTree, diffs: number): void {
  const random = new Random(99);
  const rows = NULL_CASES.map(([base, head, runs, samples, document]) => {
    const seen = { failed: 0, suspected: 0, passed: 0 };
    const repeats = samples > 20_000 ? Math.ceil(diffs / 4) : diffs;
    for (let i = 0; i < repeats; i++) {
      const side = (preset: Preset) =>
        Array.from({ length: runs }, () => simulateRun(random, tree, NOISE[preset], samples));
      const verdict = judge(side(base), side(head));
      seen.failed += +(verdict.outcome === 'regression');
      seen.suspected += +suspects(verdict);
      seen.passed += +(verdict.outcome === 'pass');
    }
    const noise = base === head ? base : `${base}, head ${head}`;
    return [
      `${noise}, ${runs} x ${samples / 1000}k`,
      `${seen.failed} of ${repeats}${runs < 3 ? ` (.20: ${seen.suspected})` : ''}`,
      document,
      rate(seen.passed, repeats),
    ];
  });
  printTable(
    'Gate: false alarms in no-change diffs (DIFF-SPEC 8; the document counts in 1,000)',
    ['noise, runs x samples', 'failed', 'document', 'passed'],
    rows,
  );
}

const COLUMNS: readonly (readonly [Preset, number])[] = [
  ['quiet', 3],
  ['quiet', 5],
  ['typical', 1],
  ['typical', 3],
  ['typical', 5],
  ['noisy', 5],
];

/** [share, growth, the document's detection by column; typical x 1 run is the rule that suspects] */
const DETECTION: readonly (readonly [number, number, readonly string[]])[] = [
  [0.05, 0.01, ['0', '0', '0', '0', '.03', '0']],
  [0.05, 0.02, ['.33', '.50', '0', '.06', '.14', '.02']],
  [0.05, 0.03, ['.90', '1.0', '0', '.20', '.74', '.03']],
  [0.05, 0.05, ['1.0', '1.0', '.04', '.79', '.99', '.07']],
  [0.05, 0.1, ['1.0', '1.0', '.71', '1.0', '1.0', '.60']],
  [0.2, 0.05, ['.42', '.78', '0', '.03', '.12', '0']],
  [0.2, 0.1, ['.98', '1.0', '0', '.34', '.86', '.02']],
  [0.07, 0.78, ['1.0', '1.0', '1.0', '1.0', '1.0', '1.0']],
];

/** DIFF-SPEC 8: how often the gate fails when one function grows. 10,000 samples a run. */
export function gateDetection(tree: SimTree, diffs: number): void {
  const random = new Random(100);
  const rows = DETECTION.map(([share, growth, document]) => {
    const { func, share: from } = functionNear(tree, share);
    const weight = withShare(tree, func, from + growth);
    const cells = COLUMNS.map(([preset, runs], column) => {
      let hits = 0;
      for (let i = 0; i < diffs; i++) {
        const side = (w?: Float64Array) =>
          Array.from({ length: runs }, () => simulateRun(random, tree, NOISE[preset], 10_000, w));
        const verdict = judge(side(), side(weight));
        hits += +(runs < 3 ? suspects(verdict) : verdict.outcome === 'regression');
      }
      return `${rate(hits, diffs)} (${document[column] ?? ''})`;
    });
    return [`${(100 * from).toFixed(1)} % + ${(100 * growth).toFixed(0)}`, ...cells];
  });
  printTable(
    `Gate: detection, ${diffs} diffs a cell, the document's figure in brackets (DIFF-SPEC 8)`,
    ['change', ...COLUMNS.map(([preset, runs]) => `${preset} ${runs}x10k`)],
    rows,
  );
}

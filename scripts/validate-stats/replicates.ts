import { existsSync, readFileSync } from 'node:fs';
import { disagreementOf } from '../../core/stats/disagreement.ts';
import { planEvidence } from '../../core/stats/evidence.ts';
import { inferPeriod } from '../../core/stats/period.ts';
import { countTable, testFunctions } from '../../core/stats/test-functions.ts';
import type { FunctionTests, RunCounts } from '../../core/stats/test-functions.ts';
import { judge } from './gate-table.ts';
import { printTable } from './table.ts';

const FOLDER = new URL('../../../shared/mariadb/replicates/', import.meta.url);

/** Three real runs of each of two settings (DIFF-SPEC 3.2a); absent outside the laboratory, and that is said. */
export function replicates(): void {
  if (!existsSync(FOLDER)) {
    console.log('\nReplicates: the recordings are not here, skipped.');
    return;
  }
  const names: string[] = [];
  const ids = new Map<string, number>();
  const stacks = ['good-1', 'good-2', 'good-3', 'bad-1', 'bad-2', 'bad-3'].map((run) => {
    const lines = readFileSync(new URL(`${run}/folded.txt`, FOLDER), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => {
      const cut = line.lastIndexOf(' ');
      const frames = line
        .slice(0, cut)
        .split(';')
        .map((name) => {
          const known = ids.get(name) ?? names.push(name) - 1;
          ids.set(name, known);
          return known;
        });
      return { frames, count: Number(line.slice(cut + 1)) };
    });
  });
  const runs = stacks.map((run) => countsOf(run, names.length));
  const good = runs.slice(0, 3);
  const bad = runs.slice(3);
  console.log(`\nReplicates: samples of the runs ${runs.map(({ total }) => total).join(', ')} (period inferred)`);

  const all = tests(good, bad);
  printTable(
    'Run-to-run spread, inclusive and self together, better-counted half (DIFF-SPEC 3.2a: inclusive .12 and 1.05, self .25 and .56 over all frames)',
    ['side', 'tau', 'most different frame of 1 % and more'],
    (
      [
        ['good', good, all.tau.base],
        ['bad', bad, all.tau.head],
      ] as const
    ).map(([side, table, tau]) => {
      const found = disagreementOf(countTable(table));
      const what = found === null ? '' : `${found.ratio.toFixed(1)} times: ${names[found.frame % names.length] ?? ''}`;
      return [side, tau.toFixed(2), what.slice(0, 90)];
    }),
  );

  const found = { pooled: 0, perSide: 0, both: 0 };
  for (const { q, otherQ } of [all.inclusive, all.self]) {
    for (const [f, value] of q.entries()) {
      found.pooled += +(value <= 0.01);
      found.perSide += +(otherQ[f]! <= 0.01);
      found.both += +(value <= 0.01 && otherQ[f]! <= 0.01);
    }
  }
  console.log(
    `good against bad, 3 + 3 runs: ${all.tested} frames tested; q <= .01: moderated ${found.pooled}, own variance a side ` +
      `${found.perSide}, both ${found.both}`,
  );
  const verdict = judge(good, bad);
  console.log(`gate good -> bad: ${verdict.outcome}; ${describe(verdict.rows, names)}`);

  const rows: string[][] = [];
  for (const [side, same] of [
    ['good', good],
    ['bad', bad],
  ] as const) {
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const base = [same[a]!];
      const head = [same[b]!];
      const { inclusive, self, tested } = tests(base, head);
      const hits = [...inclusive.q, ...self.q].filter((q) => q <= 0.05).length;
      const outcome = judge(base, head);
      const failed = outcome.rows.filter(({ status }) => status === 'failed').length;
      rows.push([`${side}-${a + 1} against ${side}-${b + 1}`, `${hits} of ${tested}`, outcome.outcome, String(failed)]);
    }
  }
  printTable(
    'Same setting, one run a side: no change to be found',
    ['pair', 'Bonferroni p <= .05, assumed .20', 'gate', 'failed rows (assumed .60)'],
    rows,
  );
}

function tests(base: readonly RunCounts[], head: readonly RunCounts[]): FunctionTests {
  const sizes = (side: readonly RunCounts[]) => side.map(({ total }) => total);
  return testFunctions(base, head, planEvidence(sizes(base), sizes(head)));
}

function countsOf(stacks: readonly { frames: readonly number[]; count: number }[], functions: number): RunCounts {
  const period =
    inferPeriod(
      Float64Array.from(stacks, ({ count }) => count),
      false,
    )?.period ?? 1;
  const inclusive = new Float64Array(functions);
  const self = new Float64Array(functions);
  let total = 0;
  for (const { frames, count } of stacks) {
    const samples = count / period;
    total += samples;
    for (const f of new Set(frames)) inclusive[f] = inclusive[f]! + samples;
    const leaf = frames.at(-1);
    if (leaf !== undefined) self[leaf] = self[leaf]! + samples;
  }
  return { inclusive, self, total };
}

function describe(rows: ReturnType<typeof judge>['rows'], names: readonly string[]): string {
  const failed = rows.filter(({ status }) => status === 'failed');
  const [first] = failed;
  if (first === undefined) return `no row failed of ${rows.length}`;
  const { func, base, head } = first;
  return `${failed.length} rows failed, first ${names[func]} ${(100 * base).toFixed(1)} % -> ${(100 * head).toFixed(1)} %`;
}

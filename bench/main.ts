import { loadavg } from 'node:os';
import { prepareInputs } from './inputs.ts';
import type { Measured } from './row.ts';
import { fullComparisonRow, millionNodesRow } from './rows/comparison.ts';
import { foldedDiffRows } from './rows/folded-diff.ts';
import { memoryRow } from './rows/memory.ts';
import { perfScriptRows } from './rows/perf-script.ts';
import { pprofDiffRow } from './rows/pprof-diff.ts';
import { svgReadRow } from './rows/svg-read.ts';
import { normalizeRow } from './rows/normalize.ts';
import { visibleFramesRow } from './rows/visible-frames.ts';

/**
 * `npm run bench [-- ROW …]`: the speed table. Nothing here fails a build: a shared machine is no referee. Figures of
 * peers are recorded ones, multiplied by how fast this machine runs a reference loop.
 */
const ROWS = [
  normalizeRow,
  visibleFramesRow,
  ...foldedDiffRows,
  ...perfScriptRows,
  pprofDiffRow,
  svgReadRow,
  memoryRow,
  fullComparisonRow,
  millionNodesRow,
];

const wanted = process.argv.slice(2);
const inputs = prepareInputs();
console.log(
  `machine factor ${inputs.machine.toFixed(2)} (1 = where the peers were recorded), load ${loadavg()[0]?.toFixed(1)}\n`,
);
console.log(
  `${'row'.padEnd(5)}${'work'.padEnd(76)}${'seconds'.padStart(10)}${'MB'.padStart(7)}${'peer'.padStart(9)}${'goal'.padStart(9)}`,
);
for (const row of ROWS) {
  if (wanted.length > 0 && !wanted.includes(row.id)) continue;
  for (const measured of await row.run(inputs)) console.log(line(row.id, row.work, measured));
}

function line(id: string, work: string, measured: Measured): string {
  const { what, seconds, peakMegabytes, peer, goalSeconds, goalMegabytes } = measured;
  const cells = [
    seconds.toFixed(seconds < 0.1 ? 4 : 2).padStart(10),
    (peakMegabytes === null ? '-' : peakMegabytes.toFixed(0)).padStart(7),
    (peer === null ? '-' : peer.seconds.toFixed(2)).padStart(9),
    (goalMegabytes !== undefined ? `${goalMegabytes.toFixed(0)} MB` : (goalSeconds?.toFixed(2) ?? '-')).padStart(9),
  ];
  const verdict = verdictOf(measured);
  return `${id.padEnd(5)}${`${work}: ${what}`.padEnd(76)}${cells.join('')}${verdict}`;
}

function verdictOf({ seconds, peakMegabytes, goalSeconds, goalMegabytes }: Measured): string {
  const [value, goal] = goalMegabytes === undefined ? [seconds, goalSeconds] : [peakMegabytes, goalMegabytes];
  if (goal === null || value === null) return '';
  return value <= goal ? '  met' : '  missed';
}

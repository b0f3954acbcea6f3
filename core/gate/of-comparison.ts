import type { Comparison, SideSummary } from '../diff/comparison.ts';
import { runCounts } from '../diff/run-counts.ts';
import { LEAST_CALIBRATION_RUNS } from '../stats/evidence.ts';
import { shareBounds } from './bounds.ts';
import { DEFAULT_GATE_CONFIG } from './config.ts';
import { gate } from './gate.ts';
import type { GateReport } from './report.ts';

/**
 * The verdict of the gate with its default settings (DIFF-SPEC 8) on a comparison that was made: what `firebreak gate` says
 * of the same files without a `firebreak.yml`. A comparison keeps the counts of its runs, so the recordings are not needed.
 */
export function gateOfComparison({ tree, base, head, evidence, valueType, problems }: Comparison): GateReport {
  const prunedOf = ({ runs }: SideSummary) => runs.map(({ pruned }) => pruned);
  const verdict = gate(
    {
      names: tree.functions.names,
      base: runCounts(tree, 0, base.runs),
      head: runCounts(tree, 1, head.runs),
      samplesKnown: [...base.runs, ...head.runs].every(({ samples }) => samples !== null),
      // How many runs the spread came from is not kept; they were enough.
      stored: evidence.level === 'calibrated' ? { tau: evidence.tauBase, runs: LEAST_CALIBRATION_RUNS } : null,
      baseUpper: shareBounds(tree, 0, prunedOf(base), 'hi'),
      headLower: shareBounds(tree, 1, prunedOf(head), 'lo'),
      work: null,
      metrics: [],
      // Without an allow-list nothing expires.
      today: '',
    },
    DEFAULT_GATE_CONFIG,
  );
  return {
    verdict,
    config: DEFAULT_GATE_CONFIG,
    valueType,
    baseFiles: filesOf(base),
    headFiles: filesOf(head),
    problems,
  };
}

function filesOf({ runs }: SideSummary): readonly string[] {
  return runs.map(({ source }) => source.fileName).filter((name) => name !== null);
}

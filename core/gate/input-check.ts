import type { EvidencePlan } from '../stats/evidence.ts';
import type { RunCounts } from '../stats/test-functions.ts';
import type { GateConfig } from './config.ts';
import type { GateInput } from './input.ts';
import type { Obstacle } from './verdict.ts';

/** Samples that a side must have to be judged at all (DIFF-SPEC 8). */
const LEAST_SAMPLES_PER_SIDE = 1000;
/** Values of the metric that a gate per unit of work needs. */
const LEAST_WORK_VALUES = 3;

/** What keeps the gate from running; nothing else is looked at then. */
export function inputObstacles(input: GateInput, config: GateConfig, plan: EvidencePlan): Obstacle[] {
  const { base, head, samplesKnown } = input;
  if (base.length === 0) return [{ code: 'no-baseline' }];
  const totals = { base: totalOf(base), head: totalOf(head) };
  if (!(totals.base > 0) || !(totals.head > 0)) {
    const side = totals.base > 0 ? 'head' : totals.head > 0 ? 'base' : 'both';
    return [{ code: 'no-samples', side }];
  }
  const found: Obstacle[] = [];
  for (const side of ['base', 'head'] as const) {
    if (samplesKnown && totals[side] < LEAST_SAMPLES_PER_SIDE) {
      found.push({ code: 'too-few-samples', side, samples: totals[side], least: LEAST_SAMPLES_PER_SIDE });
    } else if (samplesKnown && plan[side].length === 0) {
      found.push({ code: 'no-usable-runs', side, least: config.minSamplesPerRun });
    }
    if (config.measure === 'work') {
      const values = (input.work?.[side] ?? []).filter((amount) => amount > 0 && amount < Infinity).length;
      if (values < Math.max(LEAST_WORK_VALUES, input[side].length)) {
        found.push({ code: 'no-work-values', side, values, least: LEAST_WORK_VALUES });
      }
    }
  }
  return found;
}

function totalOf(runs: readonly RunCounts[]): number {
  return runs.reduce((sum, { total }) => sum + total, 0);
}

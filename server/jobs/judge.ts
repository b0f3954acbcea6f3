import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { DEFAULT_GATE_SETTINGS, gateRuns, readProjectConfig, trendRuns } from '../../pipeline/index.ts';
import { trendJson } from '../../render/series.ts';
import { verdictJson } from '../../render/verdict-json.ts';
import type { VerdictJson } from '../../render/verdict-json.ts';
import type { JobFault, JudgeTask, TrendDone, TrendTask } from '../ports.ts';
import { readRuns, ruleChoice } from './inputs.ts';

/** Judges the runs of head against those of base, as `firebreak gate` does. */
export async function judge(task: JudgeTask): Promise<Result<VerdictJson, JobFault>> {
  const read = await readRuns(task);
  if (!read.ok) return read;
  const choice = ruleChoice(task, task.rulesText, task.without);
  if (!choice.ok) return err({ fault: choice.error, input: null });
  const config = task.config === null ? ok({ gate: DEFAULT_GATE_SETTINGS }) : readProjectConfig(task.config);
  if (!config.ok) return err({ fault: config.error, input: null });
  const { base, head } = read.value;
  const { valueType, force, today } = task;
  const report = await gateRuns(base, head, config.value.gate, { ...choice.value, valueType, force, today });
  return report.ok ? ok(verdictJson(report.value, false)) : err({ fault: report.error, input: null });
}

/** Looks for changes over a series of recordings, as `firebreak trend` does. */
export async function trend(task: TrendTask): Promise<Result<TrendDone, JobFault>> {
  const read = await readRuns({ ...task, recording: null, base: [], head: task.points.flatMap(({ runs }) => runs) });
  if (!read.ok) return read;
  const choice = ruleChoice(task, task.rulesText, task.without);
  if (!choice.ok) return err({ fault: choice.error, input: null });
  let from = 0;
  const points = task.points.map(({ name, runs }) => {
    from += runs.length;
    return { name, runs: read.value.head.slice(from - runs.length, from) };
  });
  const report = await trendRuns(points, { ...choice.value, valueType: task.valueType }, task.of);
  if (!report.ok) return err({ fault: report.error, input: null });
  const shares = task.of === null ? null : report.value.shares.map(([share = 0]) => share);
  return ok({ trend: trendJson(report.value), shares });
}

import { withMetrics } from '../core/metrics/attach.ts';
import { fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { err } from '../core/result.ts';
import type { MetricsResult } from '../pipeline/index.ts';
import { readMetricsInput } from './input.ts';
import type { Side } from './input.ts';
import type { Ports } from './ports.ts';
import { Refusal, orRefuse } from './refusal.ts';

export interface MetricsOptions {
  /** Benchmark output of the runs: one file for the only run, or one a run. */
  readonly baseMetrics?: readonly string[];
  readonly headMetrics?: readonly string[];
}

export interface RunInput {
  readonly profile: Profile;
  /** Taken from a file that is itself a comparison. */
  readonly isDifferential: boolean;
}

/** Metrics from a file, and the position of the run that they belong to. */
export interface FoundMetrics {
  readonly path: string;
  readonly run: number;
  readonly metrics: MetricsResult['metrics'];
}

/** Files of --base-metrics or --head-metrics: all of the only run, or one a run in the order of the runs. */
export async function givenMetrics(
  role: Side | null,
  runs: number,
  { baseMetrics, headMetrics }: MetricsOptions,
  ports: Ports,
): Promise<readonly FoundMetrics[]> {
  const paths = (role === 'base' ? baseMetrics : role === 'head' ? headMetrics : undefined) ?? [];
  if (paths.length > 0 && runs > 1 && paths.length !== runs) {
    throw new Refusal(
      `error: --${role ?? ''}-metrics has ${paths.length} files for ${runs} runs: it is not clear which belongs to which`,
      'Give one file a run, in the order of the runs.',
    );
  }
  const found: FoundMetrics[] = [];
  for (const [i, path] of paths.entries()) {
    const { metrics } = await readMetricsInput(path, ports, role ?? undefined);
    found.push({ path, run: runs > 1 ? i : 0, metrics });
  }
  return found;
}

/** Refuses metrics of a side that has no profile. */
export function withFoundMetrics(runs: readonly RunInput[], found: readonly FoundMetrics[]): readonly RunInput[] {
  const all = [...runs];
  for (const { path, run, metrics } of found) {
    const input = all[run];
    if (input === undefined) return orRefuse(err(fault('metrics-without-profile', { facts: { file: path } })), path);
    all[run] = { ...input, profile: withMetrics(input.profile, metrics) };
  }
  return all;
}

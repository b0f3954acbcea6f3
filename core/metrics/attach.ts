import type { Problem } from '../model/problem.ts';
import type { Metric, Profile } from '../model/profile.ts';

/** The profile of a run with numbers of the same run; a name that it has already gets more repeats. */
export function withMetrics(
  profile: Profile,
  { metrics, problems }: { readonly metrics: readonly Metric[]; readonly problems: readonly Problem[] },
): Profile {
  const merged = new Map(profile.metrics.map((metric) => [metric.name, metric]));
  for (const metric of metrics) {
    const known = merged.get(metric.name);
    merged.set(metric.name, known === undefined ? metric : { ...known, values: [...known.values, ...metric.values] });
  }
  return { ...profile, metrics: [...merged.values()], problems: [...profile.problems, ...problems] };
}

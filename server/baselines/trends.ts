import { metricOf } from '../../core/metrics/work.ts';
import type { Metric } from '../../core/model/profile.ts';
import type { TrendOf } from '../../pipeline/index.ts';
import { Refusal } from '../http/problem.ts';
import { notFound } from '../http/not-found.ts';
import type { Library } from '../library.ts';
import type { PageKey, Ports, ProfileRow, TrendDone } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';
import { placeOf } from '../store/place.ts';
import { benchmarkOf, sameLabels } from './benchmark.ts';
import type { TrendAnswer, TrendQuery } from './contract.ts';
import type { PlacedProfile } from './ports.ts';
import type { Verdicts } from './verdicts.ts';

const PAGE = 200;
/** Runs of all points together: they are read and laid over each other at once. */
const MOST_RUNS = 256;

interface Point {
  readonly commit: string;
  /** When its first profile was stored. */
  at: number;
  readonly profiles: PlacedProfile[];
}

/** Series over the commits of a branch, in the order in which they were first stored. */
export class Trends {
  readonly #ports: Ports;
  readonly #library: Library;
  readonly #verdicts: Verdicts;

  constructor(ports: Ports, library: Library, verdicts: Verdicts) {
    this.#ports = ports;
    this.#library = library;
    this.#verdicts = verdicts;
  }

  async of(project: string, query: TrendQuery): Promise<TrendAnswer> {
    const settings = await this.#verdicts.settingsOf(project);
    const branch = query.branch ?? settings.defaultBranch;
    const like = query.like === undefined ? null : await this.#profile(project, query.like);
    const found = await this.#points(project, branch, query.points, like, settings.benchmarkLabels);
    const { points, benchmark, leftOut } = found;
    const common = { project, branch, benchmark: Object.fromEntries(benchmark), leftOut };
    const pointAnswer = ({ commit, at, profiles }: Point, value: number | null) => {
      return { commit, at: new Date(at).toISOString(), profiles: profiles.map(({ id }) => id), value };
    };
    if (query.metric !== undefined) {
      const { metric } = query;
      const rows = await this.#ports.profiles.profilesById(
        points.flatMap(({ profiles }) => profiles.map(({ id }) => id)),
      );
      const unit = [...rows.values()].flatMap(metricsOf).find(({ name }) => name === metric)?.unit ?? '';
      const shown = points.map((point) => pointAnswer(point, medianOf(metric, point, rows)));
      return { ...common, points: shown, unit, trend: null };
    }
    const of =
      query.frame !== undefined
        ? { frame: query.frame }
        : query.subsystem !== undefined
          ? { subsystem: query.subsystem }
          : null;
    if (points.length < 2) {
      return { ...common, points: points.map((point) => pointAnswer(point, null)), unit: 'share', trend: null };
    }
    const { trend, shares } = await this.#trend(points, query, of);
    // Points without samples are left out of the trend: its points are found again by their names.
    const shareAt = new Map(trend.points.map(({ name }, i) => [name, shares?.[i]]));
    const shown = points.map((point) => pointAnswer(point, shareAt.get(point.commit) ?? null));
    return { ...common, points: shown, unit: 'share', trend };
  }

  /** The newest commits of the branch with the benchmark, oldest first. */
  async #points(
    project: string,
    branch: string,
    most: number,
    like: PlacedProfile | null,
    labels: readonly string[] | null,
  ): Promise<{ points: readonly Point[]; benchmark: ReadonlyMap<string, string>; leftOut: number }> {
    let benchmark = like === null ? null : benchmarkOf(like.labels, labels);
    const points = new Map<string, Point>();
    let [leftOut, runs] = [0, 0];
    let after: PageKey | null = null;
    for (;;) {
      const page: readonly PlacedProfile[] = await this.#ports.projects.profilesOfBranch(project, branch, {
        limit: PAGE,
        after,
      });
      for (const profile of page) {
        const { commit } = placeOf(profile.labels);
        const own = benchmarkOf(profile.labels, labels);
        if (commit !== null) benchmark ??= own;
        if (commit === null || benchmark === null || !sameLabels(own, benchmark)) {
          leftOut++;
          continue;
        }
        const known = points.get(commit);
        if ((known === undefined && points.size === most) || runs === MOST_RUNS) return found();
        runs++;
        if (known === undefined) points.set(commit, { commit, at: profile.createdAt, profiles: [profile] });
        else {
          known.at = profile.createdAt;
          known.profiles.push(profile);
        }
      }
      const last: PlacedProfile | undefined = page.at(-1);
      if (last === undefined || page.length < PAGE) return found();
      after = { createdAt: last.createdAt, id: last.id };
    }

    function found() {
      const sorted = [...points.values()].sort((a, b) => a.at - b.at);
      return { points: sorted, benchmark: benchmark ?? new Map<string, string>(), leftOut };
    }
  }

  async #trend(points: readonly Point[], { level, valueType }: TrendQuery, of: TrendOf | null): Promise<TrendDone> {
    const { workers, profiles, limits } = this.#ports;
    const rulesHash = await projectRulesHash(this.#ports);
    const files = await this.#library.filesOf(points.flatMap((point) => point.profiles.map(({ id }) => id)));
    let from = 0;
    const named = points.map(({ commit, profiles: { length } }) => {
      from += length;
      return { name: commit, runs: files.slice(from - length, from) };
    });
    const done = await workers.trend({
      points: named,
      of,
      level,
      valueType: valueType ?? null,
      without: [],
      rulesText: rulesHash === null ? null : await profiles.ruleText(rulesHash),
      maxInflatedBytes: limits.maxInflatedBytes,
    });
    if (done.ok) return done.value;
    const { fault, input } = done.error;
    throw new Refusal(fault, input === null ? null : (files[input]?.fileName ?? null));
  }

  async #profile(project: string, id: string): Promise<ProfileRow> {
    const row = await this.#ports.profiles.profile(id);
    if (row === null || placeOf(row.labels).project !== project) throw notFound('profile', id);
    return row;
  }
}

function metricsOf({ metrics }: ProfileRow): readonly Metric[] {
  return metrics.flatMap((file) => file.metrics);
}

/** Over the runs of a point; repeats within a run are no runs. */
function medianOf(metric: string, { profiles }: Point, rows: ReadonlyMap<string, ProfileRow>): number | null {
  const values = profiles
    .map(({ id }) => metricOf(metricsIn(rows.get(id)), metric))
    .filter((value) => value !== null)
    .sort((a, b) => a - b);
  const [low, high] = [values[Math.ceil(values.length / 2) - 1], values[Math.floor(values.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function metricsIn(row: ProfileRow | undefined): readonly Metric[] {
  return row === undefined ? [] : metricsOf(row);
}

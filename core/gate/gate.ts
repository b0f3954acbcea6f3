import { testColumns } from '../stats/columns.ts';
import type { TestColumns } from '../stats/columns.ts';
import { directionsDisagree } from '../stats/disagreement.ts';
import { planEvidence } from '../stats/evidence.ts';
import type { EvidencePlan } from '../stats/evidence.ts';
import { LOGIT, RATE } from '../stats/link.ts';
import { OVERWHELMING_TAU } from '../stats/single-run.ts';
import { MOST_SHARE, countTable, summed, testableFrames } from '../stats/test-functions.ts';
import type { RunCounts } from '../stats/test-functions.ts';
import { isExpired } from './config.ts';
import type { AllowEntry, GateConfig } from './config.ts';
import { detectable } from './detectable.ts';
import type { Detectable } from './detectable.ts';
import { levelsOf, meetsEffect } from './effect.ts';
import type { Levels } from './effect.ts';
import { judgeMetric } from './metric-rule.ts';
import type { GateInput } from './input.ts';
import { inputObstacles } from './input-check.ts';
import { tablesOf } from './tables.ts';
import { outcomeOf } from './verdict.ts';
import type { GateRow, Obstacle, RowStatus, Verdict } from './verdict.ts';

/** Least samples over both sides for a frame to be gated (DIFF-SPEC 8). */
const LEAST_SAMPLES = 200;
/**
 * With one run a side a frame must be seen this often on both to fail: one that a single run lacks may be a way in which
 * the program runs on some days (a pool thread takes the work of another), which no spread of shares describes.
 */
const LEAST_SEEN = 10;

/** The gate of DIFF-SPEC 8. Fails on effect and evidence together, never on one of them. */
export function gate(input: GateInput, config: GateConfig): Verdict {
  const plan = planEvidence(sizes(input.base, input), sizes(input.head, input), input.stored, config.minSamplesPerRun);
  const metrics = input.metrics.map((rule) => judgeMetric(rule, config.alpha));
  const blocked = inputObstacles(input, config, plan);
  if (blocked.length > 0) return verdict(input, plan, { metrics, obstacles: blocked });

  const { base, head, perWork } = tablesOf(input, config.measure);
  const levels = levelsOf(perWork, input, plan, config.measure);
  const { selects } = config;
  const frames = testableFrames(
    countTable(input.base),
    countTable(input.head),
    LEAST_SAMPLES,
    config.measure === 'share' ? MOST_SHARE : Infinity,
  ).filter((f) => selects === null || selects(nameOf(f, input.names)));
  const allowed = allowances(input, config.allow, frames, levels);
  const family = frames.filter((f) => !allowed.byFrame.has(f));
  const link = config.measure === 'share' ? LOGIT : RATE;
  const tests = testColumns(base, head, family, plan, link);
  const overwhelming =
    plan.level === 'assumed' || plan.level === 'calibrated'
      ? testColumns(base, head, family, { ...plan, tau: OVERWHELMING_TAU }, link)
      : null;

  const [seenBase, seenHead] = [summed(countTable(input.base)), summed(countTable(input.head))];
  const isSeen = (f: number) => seenBase[f]! >= LEAST_SEEN && seenHead[f]! >= LEAST_SEEN;
  const rows: GateRow[] = [];
  for (const f of frames) {
    const entry = allowed.byFrame.get(f) ?? null;
    const status =
      entry === null ? judge(f, levels, tests, overwhelming, isSeen(f), config) : allowedStatus(f, levels, config);
    if (status !== null) rows.push(rowOf(f, input.names, levels, tests, status, entry));
  }
  const identical = levels.base.every((b, f) => b === levels.head[f]);
  const reach = family.length === 0 || plan.level === 'none' ? null : reachOf(input, plan, tests, config);
  const obstacles = remaining(input, identical, reach);
  return verdict(input, plan, { rows, metrics, obstacles, unit: levels.unit, tests, reach, allow: allowed.entries });
}

function sizes(runs: readonly RunCounts[], { samplesKnown }: GateInput): (number | null)[] {
  return runs.map(({ total }) => (samplesKnown ? total : null));
}

/** Null: no row. */
function judge(
  f: number,
  levels: Levels,
  tests: TestColumns,
  overwhelming: TestColumns | null,
  isSeen: boolean,
  config: GateConfig,
): RowStatus | null {
  const { alpha } = config;
  const q = tests.q[f]!;
  if (!meetsEffect(levels.base[f]!, levels.head[f]!, levels.unit, config)) {
    return meetsEffect(levels.head[f]!, levels.base[f]!, levels.unit, config) && q <= alpha ? 'shrank' : null;
  }
  if (Number.isNaN(q)) return 'unproven';
  const measured = overwhelming === null;
  const evident = measured ? q <= alpha : isSeen && overwhelming.q[f]! <= alpha;
  const suspicious = measured ? tests.otherQ[f]! <= alpha : q <= alpha;
  if (!evident && !suspicious) return 'noise';
  if (!meetsEffect(levels.baseUpper[f]!, levels.headLower[f]!, levels.unit, config)) return 'undecided';
  if (directionsDisagree(tests.delta[f]!, levels.head[f]! - levels.base[f]!)) return 'disputed';
  if (measured) return evident && suspicious ? 'failed' : 'disputed';
  return evident ? 'failed' : 'suspected';
}

function allowedStatus(f: number, levels: Levels, config: GateConfig): RowStatus | null {
  const grew = meetsEffect(levels.base[f]!, levels.head[f]!, levels.unit, config);
  return grew || meetsEffect(levels.head[f]!, levels.base[f]!, levels.unit, config) ? 'allowed' : null;
}

/** Frames that a valid entry of the allow-list takes out of the family, and how many each entry took. */
function allowances(input: GateInput, allow: readonly AllowEntry[], frames: Uint32Array, levels: Levels) {
  const byFrame = new Map<number, AllowEntry>();
  const entries = allow.map((entry) => {
    const expired = isExpired(entry, input.today);
    let taken = 0;
    for (const f of frames) {
      const change = (levels.head[f]! - levels.base[f]!) / levels.unit;
      const direction = change < 0 ? 'shrink' : 'growth';
      const fits = (entry.direction === 'both' || entry.direction === direction) && Math.abs(change) <= entry.maxDelta;
      if (!fits || !entry.matches(nameOf(f, input.names))) continue;
      taken++;
      if (!expired && !byFrame.has(f)) byFrame.set(f, entry);
    }
    return { entry, expired, frames: taken };
  });
  return { byFrame, entries };
}

function reachOf(input: GateInput, plan: EvidencePlan, tests: TestColumns, config: GateConfig): Detectable {
  const used = [...plan.base.map((run) => input.base[run]), ...plan.head.map((run) => input.head[run])];
  return detectable(
    {
      level: plan.level,
      baseRuns: plan.base.length,
      headRuns: plan.head.length,
      tauBase: tests.tau.base,
      tauHead: tests.tau.head,
      samples: used.reduce((sum, run) => sum + (run?.total ?? 0), 0) / used.length,
      tested: tests.members,
      alpha: config.alpha,
    },
    config.measure === 'share' ? LOGIT : RATE,
  );
}

/** Identical sides pass whatever the noise (DIFF-SPEC 11). */
function remaining(input: GateInput, identical: boolean, reach: Detectable | null): Obstacle[] {
  if (identical) return [];
  if (!input.samplesKnown) return [{ code: 'no-sample-counts' }];
  return reach?.tooLarge === true ? [{ code: 'noise-too-large', runsNeeded: reach.runsNeeded }] : [];
}

function rowOf(
  f: number,
  names: readonly string[],
  levels: Levels,
  tests: TestColumns,
  status: RowStatus,
  allowedBy: AllowEntry | null,
): GateRow {
  const known = (value: number) => (Number.isNaN(value) ? null : value);
  const low = known(tests.low[f]!);
  return {
    func: f % names.length,
    name: nameOf(f, names),
    kind: f < names.length ? 'inclusive' : 'self',
    base: levels.base[f]!,
    head: levels.head[f]!,
    delta: (levels.head[f]! - levels.base[f]!) / levels.unit,
    interval: low === null ? null : [low * levels.perTest, tests.high[f]! * levels.perTest],
    p: known(tests.p[f]!),
    q: known(tests.q[f]!),
    otherQ: known(tests.otherQ[f]!),
    status,
    allowedBy,
  };
}

function nameOf(f: number, names: readonly string[]): string {
  return names[f % names.length] ?? '';
}

const ORDER: readonly RowStatus[] = [
  'failed',
  'suspected',
  'disputed',
  'undecided',
  'unproven',
  'allowed',
  'noise',
  'shrank',
];

function verdict(
  input: GateInput,
  plan: EvidencePlan,
  found: Pick<Verdict, 'metrics' | 'obstacles'> & {
    readonly rows?: readonly GateRow[];
    readonly unit?: number;
    readonly tests?: TestColumns;
    readonly reach?: Detectable | null;
    readonly allow?: Verdict['allow'];
  },
): Verdict {
  const { metrics, obstacles, tests, rows = [] } = found;
  const sorted = rows.toSorted(
    (a, b) =>
      ORDER.indexOf(a.status) - ORDER.indexOf(b.status) ||
      Math.abs(b.delta) - Math.abs(a.delta) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
      (a.kind < b.kind ? -1 : 1),
  );
  return {
    outcome: outcomeOf(sorted, metrics, obstacles),
    rows: sorted,
    metrics,
    obstacles,
    unit: found.unit ?? 1,
    tested: tests?.members ?? 0,
    evidence: {
      level: plan.level,
      baseRuns: input.base.length,
      headRuns: input.head.length,
      tauBase: tests?.tau.base ?? NaN,
      tauHead: tests?.tau.head ?? NaN,
      ignoredBase: plan.ignoredBase,
      ignoredHead: plan.ignoredHead,
    },
    detectable: found.reach ?? null,
    allow: found.allow ?? [],
  };
}

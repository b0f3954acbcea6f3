import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { baselineWords, machinesWords, neutralWords } from '../../core/words/baseline.ts';
import { wordsOf } from '../../core/words/faults.ts';
import { readProjectConfig } from '../../pipeline/index.ts';
import type { CiVerdictKind, NeutralReason } from '../../render/ci-verdict.ts';
import type { VerdictJson } from '../../render/verdict-json.ts';
import { Refusal } from '../http/problem.ts';
import type { Library, Stored } from '../library.ts';
import type { Ports, ProfileRow } from '../ports.ts';
import { projectRulesHash, rulesVersion } from '../rules.ts';
import { verdictId } from '../store/ids.ts';
import { placeOf } from '../store/place.ts';
import { benchmarkOf, machinesDiffer, sameLabels } from './benchmark.ts';
import { fromBranch, fromForkPoint, none } from './choose.ts';
import type { Baseline, Head, Search } from './choose.ts';
import { settingsBody } from './contract.ts';
import type { ProjectSettings, VerdictBody } from './contract.ts';
import type { PlacedProfile, VerdictProfile, VerdictRow } from './ports.ts';

const DEFAULT_SETTINGS: ProjectSettings = settingsBody.parse({});

/** What a comparison of recordings that count different things is refused with, unless it is forced. */
const RECORDINGS_DIFFER: ReadonlySet<string> = new Set(['events-differ', 'rates-differ', 'unit-mismatch']);

/** Finds baselines, has them judged, and keeps the verdicts. Throws `Refusal` for what the person who asked has to hear. */
export class Verdicts {
  readonly #ports: Ports;
  readonly #library: Library;

  constructor(ports: Ports, library: Library) {
    this.#ports = ports;
    this.#library = library;
  }

  async settingsOf(project: string): Promise<ProjectSettings> {
    return (await this.#ports.projects.settings(project)) ?? DEFAULT_SETTINGS;
  }

  /** Projects of stored profiles; refuses when one is not stored. */
  async placesOf(ids: readonly string[]): Promise<readonly { readonly id: string; readonly project: string }[]> {
    return (await this.#rows(ids)).map(({ id, labels }) => ({ id, project: placeOf(labels).project }));
  }

  /** What a verdict is about: stored profiles of one project, one commit, one benchmark. */
  async headOf(ids: readonly string[]): Promise<Head> {
    const profiles = await this.#rows(ids);
    const [first, ...others] = profiles;
    if (first === undefined) throw new Refusal(fault('profile-unknown', { facts: { ids: [] } }));
    const place = placeOf(first.labels);
    const settings = await this.settingsOf(place.project);
    const benchmark = benchmarkOf(first.labels, settings.benchmarkLabels);
    for (const { labels } of others) {
      const other = placeOf(labels);
      if (other.project !== place.project) throw headsDiffer('project');
      if (other.commit !== place.commit) throw headsDiffer('commit');
      if (!sameLabels(benchmarkOf(labels, settings.benchmarkLabels), benchmark)) throw headsDiffer('benchmark');
    }
    const branch = profiles.every(({ labels }) => placeOf(labels).branch === place.branch) ? place.branch : null;
    return { ...place, branch, benchmark, profiles };
  }

  /** The baseline of a head by the rule that was asked for. */
  async baselineOf(head: Head, asked: VerdictBody['base']): Promise<Baseline> {
    const settings = await this.settingsOf(head.project);
    const maxRuns = this.#ports.limits.maxRuns - head.profiles.length;
    const search: Search = { projects: this.#ports.projects, settings, maxRuns };
    if (asked !== null && 'profiles' in asked) return this.#named(asked.profiles);
    if (asked !== null && 'branch' in asked) return fromBranch(head, asked.branch, search);
    const known = head.commit === null ? null : await this.#ports.projects.ancestry(head.project, head.commit);
    if (asked !== null) {
      const ancestors = asked.ancestors.length > 0 ? asked.ancestors : behind(known, asked.forkPoint);
      return fromForkPoint(head, asked.forkPoint, ancestors, search);
    }
    const forkPoint = known?.forkPoint ?? null;
    return known === null || forkPoint === null
      ? fromBranch(head, settings.defaultBranch, search)
      : fromForkPoint(head, forkPoint, known.ancestors, search);
  }

  /** Judges a head, or finds the verdict that was reached on the same before. */
  async judge(head: Head, body: VerdictBody): Promise<Stored<VerdictRow>> {
    const { projects, limits, clock } = this.#ports;
    if (head.profiles.length >= limits.maxRuns) {
      throw new Refusal(fault('request-too-large', { facts: { what: 'profiles' } }));
    }
    const ofProject = (await this.settingsOf(head.project)).config;
    const config = body.config ?? ofProject;
    const configFrom = body.config !== null ? 'request' : ofProject !== null ? 'project' : 'default';
    if (config !== null) mustBeConfig(config);
    const baseline = await this.baselineOf(head, body.base);
    const base = await this.#rows(baseline.profiles.map(({ id }) => id));
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const { level, valueType, recording, force } = body;
    const rulesHash = await projectRulesHash(this.#ports);
    const options = { level, valueType, recording, without: [], rulesHash };
    const sides = { base: base.map(({ id }) => id), head: head.profiles.map(({ id }) => id) };
    const id = verdictId({
      ...sides,
      rule: baseline.rule,
      distance: baseline.distance,
      config,
      level,
      valueType,
      recording,
      force,
      today,
      rules: rulesVersion(this.#ports, options),
      metrics: [...base, ...head.profiles].map(({ metrics }) => metrics.map(({ sha256 }) => sha256)),
    });
    const known = await projects.verdict(id);
    if (known !== null) return { row: known, created: false };
    const gate = await this.#gate(sides, { ...options, config, force, today });
    const comparison =
      sides.base.length === 0 || 'code' in gate ? null : await this.#compared({ ...sides, ...options });
    const { verdict, ...why } = concluded(gate, base, head.profiles, force, baseline);
    const row: VerdictRow = {
      id,
      project: head.project,
      branch: head.branch,
      commit: head.commit,
      comparison,
      verdict,
      gate: JSON.stringify('code' in gate ? null : gate),
      summary: {
        ...why,
        benchmark: Object.fromEntries(head.benchmark),
        head: head.profiles.map(kept),
        baseline: { ...baseline, profiles: baseline.profiles.map(kept) },
        level,
        valueType,
        recording,
        force,
        configFrom,
      },
      createdAt: clock.now(),
    };
    await projects.addVerdict(row);
    return { row: (await projects.verdict(id)) ?? row, created: true };
  }

  async #named(ids: readonly string[]): Promise<Baseline> {
    if (ids.length === 0) return none(baselineWords({ rule: 'none', asked: 'explicit' }));
    const profiles = await this.#rows(ids);
    const [commit = null, ...others] = new Set(profiles.map(({ labels }) => placeOf(labels).commit));
    const because = baselineWords({ rule: 'explicit', runs: profiles.length });
    return { rule: 'explicit', commit: others.length === 0 ? commit : null, distance: null, profiles, because };
  }

  /** The verdict of the gate; the fault where the recordings count different things. */
  async #gate(
    { base, head }: { readonly base: readonly string[]; readonly head: readonly string[] },
    { rulesHash, ...task }: GateOptions,
  ): Promise<VerdictJson | Fault> {
    const { workers, limits, profiles } = this.#ports;
    const files = await this.#library.filesOf([...base, ...head]);
    const judged = await workers.judge({
      ...task,
      base: files.slice(0, base.length),
      head: files.slice(base.length),
      rulesText: rulesHash === null ? null : await profiles.ruleText(rulesHash),
      maxInflatedBytes: limits.maxInflatedBytes,
    });
    if (judged.ok) return judged.value;
    const { fault, input } = judged.error;
    if (RECORDINGS_DIFFER.has(fault.code)) return fault;
    throw new Refusal(fault, input === null ? null : (files[input]?.fileName ?? null));
  }

  /** The comparison for people; none of recordings that only the gate was forced to lay side by side. */
  async #compared(inputs: Parameters<Library['compareStored']>[0]): Promise<string | null> {
    try {
      return (await this.#library.compareStored(inputs)).row.id;
    } catch (error) {
      if (error instanceof Refusal && RECORDINGS_DIFFER.has(error.fault.code)) return null;
      throw error;
    }
  }

  async #rows(ids: readonly string[]): Promise<readonly ProfileRow[]> {
    const unique = [...new Set(ids)];
    const rows = await this.#ports.profiles.profilesById(unique);
    // What is deleted is kept for comparisons that need it, and is no part of new verdicts.
    const missing = unique.filter((id) => rows.get(id)?.deletedAt !== undefined || !rows.has(id));
    if (missing.length > 0) throw new Refusal(fault('profile-unknown', { facts: { ids: missing } }));
    return unique.flatMap((id) => rows.get(id) ?? []);
  }
}

type GateOptions = Pick<VerdictBody, 'level' | 'valueType' | 'recording' | 'force'> & {
  readonly without: readonly string[];
  readonly rulesHash: string | null;
  readonly config: string | null;
  readonly today: string;
};

/** Ancestors that were sent with an upload serve a fork point that they contain. */
function behind(
  known: { readonly ancestors: readonly string[]; readonly forkPoint: string | null } | null,
  point: string,
) {
  if (known === null) return [];
  return known.forkPoint === point || known.ancestors.includes(point) ? known.ancestors : [];
}

function mustBeConfig(text: string): void {
  const read = readProjectConfig(text);
  if (!read.ok) throw new Refusal(read.error);
}

function headsDiffer(what: string): Refusal {
  return new Refusal(fault('heads-differ', { facts: { what } }));
}

function kept({ id, fileName, format }: PlacedProfile | ProfileRow): VerdictProfile {
  return { id, fileName, format };
}

interface Conclusion {
  readonly verdict: CiVerdictKind;
  readonly neutralBecause: NeutralReason | null;
  readonly sentence: string;
}

/** What the gate says, unless there was nothing that may be judged. */
function concluded(
  gate: VerdictJson | Fault,
  base: readonly ProfileRow[],
  head: readonly ProfileRow[],
  force: boolean,
  { because }: Baseline,
): Conclusion {
  const neutral = (neutralBecause: NeutralReason, why: string): Conclusion => {
    return { verdict: 'neutral', neutralBecause, sentence: neutralWords(why) };
  };
  if (base.length === 0) return neutral('no-baseline', because);
  if ('code' in gate) return neutral('recordings-differ', wordsOf(gate).sentence);
  const { outcome, sentence } = gate;
  if (outcome === 'no-baseline') return neutral('no-baseline', because);
  const labels = (side: readonly ProfileRow[]) => side.map((profile) => profile.labels);
  const differences = force ? [] : machinesDiffer(labels(base), labels(head));
  if (differences.length > 0 && outcome !== 'error') return neutral('environments-differ', machinesWords(differences));
  return { verdict: outcome, neutralBecause: null, sentence };
}

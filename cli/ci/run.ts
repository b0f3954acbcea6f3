import { visible } from '../../core/text/visible.ts';
import { plural } from '../../core/words/numbers.ts';
import { readProjectConfig } from '../../pipeline/index.ts';
import type { ProjectConfig } from '../../pipeline/index.ts';
import type { CiVerdict } from '../../render/ci-verdict.ts';
import type { Level } from '../options.ts';
import type { Ports } from '../ports.ts';
import { orRefuse } from '../refusal.ts';
import type { Server, VerdictRequest } from '../remote/server.ts';
import { ancestryOf } from './ancestry.ts';
import type { Ancestry } from './ancestry.ts';
import type { CiFacts } from './environment.ts';
import { filesToSend } from './options.ts';
import type { RemoteOptions } from './options.ts';

export interface CiOptions extends RemoteOptions {
  readonly base?: readonly string[];
  readonly level: Level;
  readonly valueType?: string;
  readonly recording?: string;
  readonly force?: true;
}

/** A `firebreak.yml` as it was read; `text` goes to the server. */
export interface GivenConfig {
  readonly text: string | null;
  readonly config: ProjectConfig;
}

/** No text: the server judges by the settings of the project. */
export function configOf(text: string | null, path: string): GivenConfig {
  return { text, config: orRefuse(readProjectConfig(text ?? ''), path) };
}

/**
 * Uploads head, and base when its files are given, and asks for the verdict. Throws `Refusal` for what is wrong with the
 * files, `Unreached` when the server is not there for us.
 */
export async function judgeOnServer(
  paths: readonly string[],
  options: CiOptions,
  { text, config }: GivenConfig,
  facts: CiFacts,
  server: Server,
  ports: Ports,
): Promise<CiVerdict> {
  const ancestry = await ancestryOf(
    { ...facts, baseBranch: facts.baseBranch ?? config.baseline.branch ?? null },
    ports,
  );
  const head = await filesToSend(paths, ports);
  const base = options.base === undefined ? null : await filesToSend(options.base, ports);
  const labels = labelsOf(options, config);

  const baseIds =
    base === null
      ? null
      : (await server.upload({ files: base, labels: new Map([...labels, ...placeOfBase(ancestry)]) })).map(
          ({ id }) => id,
        );
  const { commit, branch, forkPoint, ancestors } = ancestry;
  const uploaded = await server.upload({
    files: head,
    labels: new Map([
      ...labels,
      ...entry('commit', commit),
      ...entry('branch', branch),
      ...entry('pr', facts.pullRequest),
      ...entry('url', facts.buildUrl),
    ]),
    // Kept for a commit, so without one there is nothing to keep them for.
    ...(commit === null ? {} : { forkPoint, ancestors }),
  });
  ports.say(`note: ${plural(uploaded.length, 'profile')} of ${placeInWords(ancestry)} uploaded`);
  return server.verdict({
    head: { profiles: uploaded.map(({ id }) => id) },
    base: baseIds === null ? baselineOf(config, ancestry, ports) : { profiles: baseIds },
    config: text,
    level: options.level,
    valueType: options.valueType ?? null,
    recording: options.recording ?? null,
    force: options.force === true,
  });
}

/** What says which baseline is meant, where no base files are given. */
function baselineOf({ baseline }: ProjectConfig, ancestry: Ancestry, { say }: Ports): VerdictRequest['base'] {
  const { commit, forkPoint, ancestors, baseBranch, missing } = ancestry;
  if (baseline.rule === 'branch-head' && baseBranch !== null) return { branch: baseBranch };
  if (missing !== null) say(visible(`warning: the fork point is not known from git: ${missing}`));
  // With a commit the server knows them from the upload: a request of JSON has no room for a thousand names.
  if (forkPoint !== null) return { forkPoint, ancestors: commit === null ? ancestors : [] };
  return baseBranch === null ? null : { branch: baseBranch };
}

/** Labels of everything that is uploaded: those of the file, then those of the command line. */
export function labelsOf({ label, project }: RemoteOptions, config: ProjectConfig): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(config.labels),
    ...entry('project', config.project ?? null),
    ...(label ?? []),
    ...entry('project', project ?? null),
  ]);
}

/** Base files that were recorded in this build are those of the fork point. */
function placeOfBase({ forkPoint, baseBranch }: Ancestry): readonly (readonly [string, string])[] {
  return [...entry('commit', forkPoint), ...entry('branch', baseBranch)];
}

/** Longest value of a label that the server takes. */
const LABEL_LENGTH = 500;

function entry(name: string, value: string | null): readonly (readonly [string, string])[] {
  return value === null || value === '' ? [] : [[name, value.slice(0, LABEL_LENGTH)]];
}

function placeInWords({ commit, branch }: Ancestry): string {
  const where = commit === null ? 'no commit' : `commit ${visible(commit.slice(0, 12))}`;
  return branch === null ? where : `${where} on ${visible(branch)}`;
}

import { Option } from 'commander';
import type { Command } from 'commander';
import type { Comparison } from '../core/diff/comparison.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import type { Result } from '../core/result.ts';
import { visible } from '../core/text/visible.ts';
import type { StoredSpread } from '../core/stats/evidence.ts';
import { RECURSIONS } from '../core/tree/collapse-recursion.ts';
import type { Recursion } from '../core/tree/collapse-recursion.ts';
import { plural } from '../core/words/numbers.ts';
import { calibrateRuns, compareRuns, isDifferential, overlayRuns } from '../pipeline/index.ts';
import type { CompareOptions, Overlay, RunChoice } from '../pipeline/index.ts';
import { distinctNames } from './names.ts';
import { oneProfile, readAnyInput, readInput, sayProblems } from './input.ts';
import type { Side } from './input.ts';
import { keepIdleOption, levelOption, recordingOption, sideOption, valueTypeOption } from './options.ts';
import { givenMetrics, withFoundMetrics } from './metrics.ts';
import type { FoundMetrics, MetricsOptions, RunInput } from './metrics.ts';
import { ruleChoice, withRules } from './rules.ts';
import type { RuleOptions } from './rules.ts';
import type { Ports } from './ports.ts';
import { Refusal, orRefuse } from './refusal.ts';

/** Which part of a file is meant, where it holds several. */
export interface RunOptions {
  readonly side?: Side;
  readonly recording?: string;
}

export interface SideOptions extends RuleOptions, MetricsOptions, RunOptions {
  readonly base?: readonly string[];
  readonly head?: readonly string[];
  readonly good?: readonly string[];
  readonly bad?: readonly string[];
  readonly valueType?: string;
  readonly keepIdle?: true;
  readonly collapseRecursion?: Recursion;
  readonly sameWidth?: true;
  readonly force?: true;
  readonly calibrate?: readonly string[];
  readonly align?: boolean;
  readonly notSame?: readonly (readonly [string, string])[];
}

/** Adds the options by which a command is given two sides. */
export function withSides(command: Command): Command {
  command
    .option('--base <files...>', 'runs of the base (good) side: files, or folders of them')
    .option('--head <files...>', 'runs of the head (bad) side')
    .option('--good <files...>', 'the same as --base')
    .option('--bad <files...>', 'the same as --head')
    .option('--base-metrics <files...>', 'benchmark output of the base runs, such as that of sysbench')
    .option('--head-metrics <files...>', 'benchmark output of the head runs')
    .option('--calibrate <files...>', 'five runs or more of one build, to take the run-to-run spread from');
  return withPreparing(command);
}

/** Adds the options that say what is done with every run before runs are compared. */
export function withPreparing(command: Command): Command {
  return withRules(command)
    .addOption(levelOption().default('default'))
    .addOption(levelOption('--normalize <level>', 'the same as --level'))
    .addOption(valueTypeOption())
    .addOption(sideOption())
    .addOption(recordingOption())
    .addOption(keepIdleOption())
    .addOption(
      new Option('--collapse-recursion <kind>', 'fold f;f to f (direct), or f;g;f to f;g too (mutual)').choices([
        ...RECURSIONS,
      ]),
    )
    .option('--same-width', 'leave out of every run what the coarsest drawing among them leaves out')
    .option('--force', 'compare different events, units or rates all the same; then nothing is evidence');
}

/** The part of a file that is meant, of the options given. */
export function runChoice({ side, recording }: RunOptions): RunChoice {
  return { ...(side === undefined ? {} : { side }), ...(recording === undefined ? {} : { recording }) };
}

/** What the pipeline does with both sides, of the options given. */
export async function prepareOptions(options: SideOptions, ports: Ports): Promise<CompareOptions> {
  const { valueType, keepIdle, collapseRecursion, sameWidth, force, align, notSame } = options;
  return {
    ...(await ruleChoice(options, ports)),
    ...(valueType === undefined ? {} : { valueType }),
    ...(collapseRecursion === undefined ? {} : { collapseRecursion }),
    keepIdle: keepIdle === true,
    sameWidth: sameWidth === true,
    force: force === true,
    ...(align === undefined ? {} : { align }),
    ...(notSame === undefined ? {} : { notSame }),
  };
}

/** Run-to-run spread of the runs of `--calibrate`; null without them. */
export async function calibration(options: SideOptions, ports: Ports): Promise<StoredSpread | null> {
  if (options.calibrate === undefined) return null;
  const runs = await readRuns(await filesIn(options.calibrate, ports), null, options, ports);
  const spread = orRefuse(await calibrateRuns(runs, await prepareOptions(options, ports)), '--calibrate');
  ports.say(`note: run-to-run spread ${(spread.tau * 100).toFixed(0)} % in ${plural(spread.runs, 'run')} of one build`);
  return spread;
}

/**
 * The runs of one side, one a profile, with their metrics; `role` is named in what is said about them. Their names tell
 * them from all files of `among`, where the other side is known too.
 */
export async function readRuns(
  paths: readonly string[],
  role: Side | null,
  options: SideOptions,
  ports: Ports,
  among = paths,
): Promise<readonly Profile[]> {
  return (await runsOf(paths, role, options, ports, among)).map(({ profile }) => profile);
}

/** The paths, with the files of a folder in place of the folder. */
export async function filesIn(paths: readonly string[], ports: Ports): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...((await ports.list(path)) ?? [path]));
  return files;
}

/** Files of both sides; `head` is empty for one file that holds both. */
export interface Files {
  readonly base: readonly string[];
  readonly head: readonly string[];
}

/** BASE HEAD, or a single differential FILE, or --base/--good and --head/--bad; never a mixture. */
export function filesOf(positional: readonly string[], options: SideOptions): Files {
  const base = [...(options.base ?? []), ...(options.good ?? [])];
  const head = [...(options.head ?? []), ...(options.bad ?? [])];
  if (base.length === 0 && head.length === 0) {
    const [first, second] = positional;
    if (first === undefined) {
      throw new Refusal(
        'error: two profiles are needed',
        'firebreak diff GOOD BAD, or --base A1 A2 --head B1 B2 for several runs.',
      );
    }
    return { base: [first], head: second === undefined ? [] : [second] };
  }
  if (positional.length > 0) {
    throw new Refusal(
      visible(`error: "${positional[0]}" stands beside --base and --head: it is not clear which side it belongs to`),
      'Name every file of a side after its option.',
    );
  }
  if (base.length === 0)
    throw new Refusal('error: --head is given without --base', 'Add --base FILE… with the good runs.');
  if (head.length === 0)
    throw new Refusal('error: --base is given without --head', 'Add --head FILE… with the bad runs.');
  return { base, head };
}

/** Reads both sides and compares them. */
export function compareFiles(files: Files, options: SideOptions, ports: Ports): Promise<Comparison> {
  return fromFiles(compareRuns, files, options, ports);
}

/** Reads both sides and lays them over each other, for forms that show no findings; says what `compareFiles` says. */
export function overlayFiles(files: Files, options: SideOptions, ports: Ports): Promise<Overlay> {
  return fromFiles(overlayRuns, files, options, ports);
}

type Made<T> = (
  base: readonly Profile[],
  head: readonly Profile[],
  options: CompareOptions,
) => Promise<Result<T, Fault>>;

async function fromFiles<T extends Pick<Comparison, 'problems'>>(
  make: Made<T>,
  files: Files,
  options: SideOptions,
  ports: Ports,
): Promise<T> {
  const [base, head] = [await filesIn(files.base, ports), await filesIn(files.head, ports)];
  if ([...base, ...head].filter((path) => path === '-').length > 1) {
    throw new Refusal('error: standard input can be one file only', 'Write the other one to a file.');
  }
  const sides =
    files.head.length === 0 ? await bothSides(base[0] ?? '', ports) : await twoSides(base, head, options, ports);
  const made = orRefuse(
    await make(sides.base, sides.head, {
      ...(await prepareOptions(options, ports)),
      stored: await calibration(options, ports),
    }),
    null,
  );
  sayProblems(made.problems, null, ports);
  return made;
}

interface Sides {
  readonly base: readonly Profile[];
  readonly head: readonly Profile[];
}

async function twoSides(
  base: readonly string[],
  head: readonly string[],
  options: SideOptions,
  ports: Ports,
): Promise<Sides> {
  const all = [...base, ...head];
  const baseRuns = await runsOf(base, 'base', options, ports, all);
  const headRuns = await runsOf(head, 'head', options, ports, all);
  const { side } = options;
  if (side !== undefined && ![...baseRuns, ...headRuns].some(({ isDifferential }) => isDifferential)) {
    throw new Refusal(`error: --side ${side} is given, and no file holds two sides`);
  }
  const profilesOf = (runs: readonly RunInput[]) => runs.map(({ profile }) => profile);
  return { base: profilesOf(baseRuns), head: profilesOf(headRuns) };
}

/** Metrics among the files belong to the profile before them, or to the first one. */
async function runsOf(
  paths: readonly string[],
  role: Side | null,
  options: SideOptions,
  ports: Ports,
  among: readonly string[],
): Promise<readonly RunInput[]> {
  const names = distinctNames(among);
  const runs: RunInput[] = [];
  const found: FoundMetrics[] = [];
  for (const path of paths) {
    const input = await readAnyInput(path, ports, role ?? undefined, names.get(path));
    if (input.kind === 'metrics') {
      found.push({ path, run: Math.max(0, runs.length - 1), metrics: input.read.metrics });
      continue;
    }
    const twoSided = isDifferential(input.read.file);
    const { side, ...choice } = runChoice(options);
    const profile = oneProfile(input.read, path, twoSided && side !== undefined ? { ...choice, side } : choice);
    sayProblems(profile.problems, path, ports);
    runs.push({ profile, isDifferential: twoSided });
  }
  found.push(...(await givenMetrics(role, runs.length, options, ports)));
  for (const { path, metrics } of found) sayProblems(metrics.problems, path, ports);
  return withFoundMetrics(runs, found);
}

/** The two sides of a differential file, or of two recordings of different sides in one. */
async function bothSides(path: string, ports: Ports): Promise<Sides> {
  const { profiles } = (await readInput(path, ports)).file;
  const side = (wanted: 'base' | 'head') =>
    profiles.filter((parsed) => parsed.side === wanted).map(({ profile }) => profile);
  const sides = { base: side('base'), head: side('head') };
  if (sides.base.length === 0 || sides.head.length === 0) {
    throw new Refusal(
      visible(`${path}: this file holds one side only, so there is nothing to compare it with`),
      'Give a second file: firebreak diff GOOD BAD.',
    );
  }
  sayProblems(sides.head[0]?.problems ?? [], path, ports);
  return sides;
}

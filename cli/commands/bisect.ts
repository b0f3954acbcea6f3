import { Command, InvalidArgumentError } from 'commander';
import { userPattern } from '../../core/normalize/patterns.ts';
import { visible } from '../../core/text/visible.ts';
import type { Profile } from '../../core/model/profile.ts';
import { DEFAULT_GATE_SETTINGS, gateRuns, readProjectConfig, shareOfRuns } from '../../pipeline/index.ts';
import { BISECT_CODES, byGate, byShare } from '../ci/bisect.ts';
import type { BisectAnswer } from '../ci/bisect.ts';
import { readText } from '../input.ts';
import { quietOption, wholeNumber } from '../options.ts';
import { Ended } from '../ports.ts';
import type { Ports } from '../ports.ts';
import { Refusal, orRefuse } from '../refusal.ts';
import { filesIn, prepareOptions, readRuns, withPreparing } from '../sides.ts';
import type { SideOptions } from '../sides.ts';

interface BisectOptions extends SideOptions {
  readonly frame?: string;
  readonly subsystem?: string;
  readonly above?: number;
  readonly gate?: string;
  readonly runs: number;
}

/** `firebreak bisect … -- COMMAND…`, for `git bisect run`: exit 0 good, 1 bad, 125 for everything that is neither. */
export function bisectCommand(ports: Ports): Command {
  return withPreparing(new Command('bisect'))
    .description(
      'for git bisect run: profile a commit by a command of yours and say good (0), bad (1) or skip (125). ' +
        'The command writes a profile to the file named in FIREBREAK_PROFILE, or to its standard output',
    )
    .usage('[options] -- COMMAND [ARGUMENT...]')
    .argument('<command...>', 'what builds and profiles the commit that is checked out; sh -c for more than one')
    .option('--good <files...>', 'profiles of a good commit, to judge against')
    .option('--frame <pattern>', 'look at functions whose name has this (RE2 syntax) alone', pattern)
    .option('--subsystem <name>', 'look at functions of this subsystem alone, such as innodb.purge')
    .option(
      '--above <percent>',
      'bad when more samples than this are in them, whatever the good profile says',
      percentage,
    )
    .option('--gate <file>', 'judge by the gate of this firebreak.yml')
    .option(
      '--runs <number>',
      'run the command so often; three on both sides measure the noise',
      wholeNumber(1, 100),
      1,
    )
    .addOption(quietOption())
    .action(async (command: readonly string[], options: BisectOptions) => {
      const answer = await bisect(command, options, ports);
      await ports.write(`${answer.is}: ${answer.because}\n`);
      throw new Ended(BISECT_CODES[answer.is]);
    });
}

async function bisect(command: readonly string[], options: BisectOptions, ports: Ports): Promise<BisectAnswer> {
  const decide = await decisionOf(options, ports);
  return ports.withFolder(async (folder) => {
    const files: string[] = [];
    for (let run = 1; run <= options.runs; run++) {
      const file = await profiled(command, run, folder, ports);
      if (typeof file !== 'string') return file;
      files.push(file);
    }
    try {
      return await decide(await readRuns(files, null, options, ports));
    } catch (error) {
      // What this commit left behind cannot be judged; the next one may be fine.
      if (error instanceof Refusal) return { is: 'skip', because: error.message };
      throw error;
    }
  });
}

/** Runs the command once; the file that holds its profile, or why there is none. */
async function profiled(
  [program = '', ...args]: readonly string[],
  run: number,
  folder: string,
  ports: Ports,
): Promise<string | BisectAnswer> {
  const file = `${folder}/run${run}.profile`;
  const output = `${folder}/run${run}.out`;
  const env = { FIREBREAK_PROFILE: file, FIREBREAK_RUN: String(run) };
  const { code } = await ports.execute(program, args, { env, output, talks: true });
  if (code !== 0) {
    const how = code === null ? 'could not be started, or was killed' : `ended with exit code ${code}`;
    return { is: 'skip', because: `the command ${how}` };
  }
  for (const path of [file, output]) if (await hasBytes(path, ports)) return path;
  return { is: 'skip', because: 'the command wrote no profile, neither to FIREBREAK_PROFILE nor to standard output' };
}

async function hasBytes(path: string, ports: Ports): Promise<boolean> {
  try {
    for await (const chunk of ports.open(path)) if (chunk.length > 0) return true;
    return false;
  } catch {
    return false;
  }
}

type Decision = (runs: readonly Profile[]) => Promise<BisectAnswer>;

/** How a commit is judged. Refuses options that do not go together before anything is built. */
async function decisionOf(options: BisectOptions, ports: Ports): Promise<Decision> {
  const { frame, subsystem, above, gate } = options;
  const prepare = await prepareOptions(options, ports);
  if (frame !== undefined && subsystem !== undefined)
    throw new Refusal('error: --frame and --subsystem exclude each other');
  if (above !== undefined) {
    const what = frame ?? subsystem;
    if (what === undefined) throw new Refusal('error: --above needs --frame or --subsystem');
    const compiled = frame === undefined ? null : userPattern(frame);
    const of = compiled === null ? { subsystem: what } : { frame: (name: string) => compiled.test(name) };
    return async (runs) => byShare(orRefuse(await shareOfRuns(runs, of, prepare), null), what, above / 100);
  }
  if (options.good === undefined) {
    throw new Refusal('error: --good is needed', 'Or say when a commit is bad: --frame PATTERN --above PERCENT.');
  }
  const good = await readRuns(await filesIn(options.good, ports), 'base', options, ports);
  if (good.length === 0) throw new Refusal('error: --good holds no profile');
  const settings = {
    ...(gate === undefined
      ? DEFAULT_GATE_SETTINGS
      : orRefuse(readProjectConfig(await readText(gate, ports)), gate).gate),
    ...(frame === undefined ? {} : { frames: [frame] }),
    ...(subsystem === undefined ? {} : { subsystems: [`^${literal(subsystem)}$`] }),
  };
  return async (runs) =>
    byGate(orRefuse(await gateRuns(good, runs, settings, { ...prepare, stored: null, today: ports.today() }), null));
}

/** A text as a pattern that finds nothing else. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function pattern(text: string): string {
  try {
    userPattern(text);
    return text;
  } catch {
    throw new InvalidArgumentError('It must be a pattern in RE2 syntax.');
  }
}

function percentage(text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?|\.\d+)\s*%?$/.exec(text)?.[1]);
  if (!(value >= 0 && value <= 100)) throw new InvalidArgumentError(visible(`It must be a percentage, such as 40.`));
  return value;
}

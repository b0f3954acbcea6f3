import { Command, CommanderError } from 'commander';
import { VERSION } from '../core/version.ts';
import { BISECT_CODES } from './ci/bisect.ts';
import { BAD, DONE, Ended } from './ports.ts';
import type { Ports } from './ports.ts';
import { Refusal } from './refusal.ts';

/** Loads one command each, in the order of the help: what the others need is memory and time that this one does not have. */
const COMMANDS: ReadonlyMap<string, () => Promise<(ports: Ports) => Command>> = new Map([
  ['inspect', async () => (await import('./commands/inspect.ts')).inspectCommand],
  ['convert', async () => (await import('./commands/convert.ts')).convertCommand],
  ['normalize', async () => (await import('./commands/normalize.ts')).normalizeCommand],
  ['diff', async () => (await import('./commands/diff.ts')).diffCommand],
  ['callers', async () => (await import('./commands/callers.ts')).callersCommand],
  ['gate', async () => (await import('./commands/gate.ts')).gateCommand],
  ['ci', async () => (await import('./commands/ci.ts')).ciCommand],
  ['upload', async () => (await import('./commands/upload.ts')).uploadCommand],
  ['bisect', async () => (await import('./commands/bisect.ts')).bisectCommand],
  ['matrix', async () => (await import('./commands/series.ts')).matrixCommand],
  ['trend', async () => (await import('./commands/series.ts')).trendCommand],
  ['top', async () => (await import('./commands/top.ts')).topCommand],
  ['serve', async () => (await import('./commands/serve.ts')).serveCommand],
  ['ticket', async () => (await import('./commands/ticket.ts')).ticketCommand],
  ['token', async () => (await import('./commands/token.ts')).tokenCommand],
]);

/** Runs `firebreak ARGS` and gives the exit code. What it could not do is said on `ports.say`. */
export async function run(args: readonly string[], given: Ports): Promise<number> {
  // `--quiet` silences notes and warnings, never the reason for a failure.
  const ports: Ports = ownArgs(args).some(isQuiet) ? { ...given, say: () => {} } : given;
  const written: Promise<void>[] = [];
  const program = new Command('firebreak')
    .description('Finds what got slower between two commits from two profiles.')
    .version(VERSION, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void written.push(given.write(text)),
      writeErr: (text) => given.say(text.trimEnd()),
    })
    .showHelpAfterError('(firebreak --help, or firebreak COMMAND --help, says what there is)');
  for (const load of neededBy(args)) {
    const command = await load();
    const made = command(ports).copyInheritedSettings(program);
    for (const part of made.commands) part.copyInheritedSettings(made);
    program.addCommand(made);
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return DONE;
  } catch (error) {
    return args[0] === 'bisect' ? bisectCodeOf(error, given) : exitCodeOf(error, given);
  } finally {
    await Promise.all(written);
  }
}

/** Help, and complaints about a wrong name, list every command. */
function neededBy([first = '']: readonly string[]): Iterable<() => Promise<(ports: Ports) => Command>> {
  if (first === '--version') return [];
  const asked = COMMANDS.get(first);
  return asked === undefined ? COMMANDS.values() : [asked];
}

function exitCodeOf(error: unknown, ports: Ports): number {
  if (error instanceof Ended) return error.code;
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : BAD;
  if (!(error instanceof Refusal)) throw error;
  ports.say(error.message);
  if (error.advice !== null) ports.say(`  ${error.advice}`);
  return BAD;
}

/** To git, 2 and the 1 of a crash would be verdicts about the commit. */
function bisectCodeOf(error: unknown, ports: Ports): number {
  try {
    const code = exitCodeOf(error, ports);
    return code === BAD ? BISECT_CODES.skip : code;
  } catch {
    ports.say(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return BISECT_CODES.skip;
  }
}

/** Without what follows `--`: the command of `bisect`. */
function ownArgs(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

function isQuiet(arg: string): boolean {
  return arg === '-q' || arg === '--quiet';
}

import { Command, CommanderError } from 'commander';
import { VERSION } from '../core/version.ts';
import { BISECT_CODES } from './ci/bisect.ts';
import { bisectCommand } from './commands/bisect.ts';
import { callersCommand } from './commands/callers.ts';
import { ciCommand } from './commands/ci.ts';
import { convertCommand } from './commands/convert.ts';
import { diffCommand } from './commands/diff.ts';
import { gateCommand } from './commands/gate.ts';
import { inspectCommand } from './commands/inspect.ts';
import { normalizeCommand } from './commands/normalize.ts';
import { matrixCommand, trendCommand } from './commands/series.ts';
import { serveCommand } from './commands/serve.ts';
import { ticketCommand } from './commands/ticket.ts';
import { tokenCommand } from './commands/token.ts';
import { topCommand } from './commands/top.ts';
import { uploadCommand } from './commands/upload.ts';
import { BAD, DONE, Ended } from './ports.ts';
import type { Ports } from './ports.ts';
import { Refusal } from './refusal.ts';

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
  for (const command of [
    inspectCommand,
    convertCommand,
    normalizeCommand,
    diffCommand,
    callersCommand,
    gateCommand,
    ciCommand,
    uploadCommand,
    bisectCommand,
    matrixCommand,
    trendCommand,
    topCommand,
    serveCommand,
    ticketCommand,
    tokenCommand,
  ]) {
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

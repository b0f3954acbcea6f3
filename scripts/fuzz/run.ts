import { fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Message, Told } from './child.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Inputs to try at most. */
  readonly count: number;
  /** Number of the first input. */
  readonly first?: number;
  /** Stop after this many seconds even if inputs are left; null: no bound. */
  readonly seconds: number | null;
  /** Processor time of one input from which on it is a finding. */
  readonly slowMilliseconds: number;
  /** One input may take this long on the clock, on however busy a machine, before its process is ended. */
  readonly hangSeconds: number;
  readonly maxResidentBytes: number;
  /** Folder for the inputs of findings; null: they are not kept. */
  readonly keep: string | null;
}

export interface Finding {
  readonly index: number;
  readonly seedling: string;
  readonly what: string;
}

export interface FuzzResult {
  readonly tried: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
  readonly slowest: Told | null;
  readonly milliseconds: number;
}

/** Memory of the heap of a process that reads inputs. */
const HEAP_MEGABYTES = 1024;

/** Tries inputs one after another in a process of their own; one that hangs or dies costs that process, not the run. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const first = options.first ?? 0;
  const end = first + options.count;
  const started = Date.now();
  const outcomes = new Map<string, number>();
  const findings: Finding[] = [];
  let slowest: Told | null = null;
  let tried = 0;
  if (options.keep !== null) mkdirSync(options.keep, { recursive: true });
  const tell = (told: Told): void => {
    tried++;
    const found = findings.length;
    outcomes.set(told.outcome, (outcomes.get(told.outcome) ?? 0) + 1);
    const { index, seedling, cpuMilliseconds, residentBytes } = told;
    for (const what of told.findings) findings.push({ index, seedling, what });
    if (cpuMilliseconds > options.slowMilliseconds)
      findings.push({ index, seedling, what: `slow: ${Math.round(cpuMilliseconds)} ms for ${told.bytes} bytes` });
    if (residentBytes > options.maxResidentBytes)
      findings.push({ index, seedling, what: `memory: ${Math.round(residentBytes / 1e6)} MB for ${told.bytes} bytes` });
    if (options.keep !== null && findings.length === found) rmSync(join(options.keep, `${options.seed}-${index}`));
    if (cpuMilliseconds > (slowest?.cpuMilliseconds ?? 0)) slowest = told;
  };
  const isOver = (): boolean => options.seconds !== null && Date.now() - started > options.seconds * 1000;
  for (let from = first; from < end && !isOver(); ) {
    const { next, died } = await runChild(options, from, end, tell, isOver);
    if (died !== null) {
      tried++;
      outcomes.set('died', (outcomes.get('died') ?? 0) + 1);
      findings.push({ index: died.index, seedling: '', what: died.how });
    }
    from = next;
  }
  return { tried, outcomes, findings, slowest, milliseconds: Date.now() - started };
}

interface ChildEnd {
  /** First input that was not tried. */
  readonly next: number;
  /** The input that ended the process. */
  readonly died: { readonly index: number; readonly how: string } | null;
}

function runChild(
  { seed, hangSeconds, maxResidentBytes, keep }: FuzzOptions,
  from: number,
  to: number,
  tell: (told: Told) => void,
  isOver: () => boolean,
): Promise<ChildEnd> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), [], {
      execArgv: ['--import', 'tsx', `--max-old-space-size=${HEAP_MEGABYTES}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let current: number | null = null;
    let next = from;
    let hung = false;
    let isStopped = false;
    let watch: NodeJS.Timeout | undefined;
    const stop = (): void => {
      isStopped = true;
      child.kill('SIGKILL');
    };
    child.on('message', (message: Message) => {
      clearTimeout(watch);
      if ('begins' in message) {
        current = message.begins;
        watch = setTimeout(() => {
          hung = true;
          child.kill('SIGKILL');
        }, hangSeconds * 1000);
      } else if ('told' in message) {
        current = null;
        next = message.told.index + 1;
        tell(message.told);
        // A process that has grown is replaced, so that one large input is not counted again with each later one.
        if (isOver() || message.told.residentBytes > maxResidentBytes) stop();
      }
    });
    child.on('exit', (code, signal) => {
      clearTimeout(watch);
      const how = hung ? `hangs: ended after ${hangSeconds} s` : `the process died (${signal ?? code ?? 'unknown'})`;
      if (current !== null && !isStopped) resolve({ next: current + 1, died: { index: current, how } });
      else if (next === from && !isStopped && code !== 0)
        resolve({ next: to, died: { index: from, how: `no process: ${how}` } });
      else resolve({ next, died: null });
    });
    child.send({ seed, from, to, keep });
  });
}

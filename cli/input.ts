import { fault } from '../core/model/problem.ts';
import type { Fault, Problem } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { visible } from '../core/text/visible.ts';
import { grouped } from '../core/words/numbers.ts';
import { wordsOf } from '../core/words/faults.ts';
import type { ByteSource, InputResult, MetricsResult, ReadOptions, ReadResult, RunChoice } from '../pipeline/index.ts';
// Not from index.ts, which holds the comparison too: `inspect` does without it.
import { readFile, readInput as readAny, readMetrics } from '../pipeline/node-read.ts';
import { runOfFile } from '../pipeline/run-of-file.ts';
import type { Result } from '../core/result.ts';
import type { Ports } from './ports.ts';
import { Refusal, onFile, orRefuse } from './refusal.ts';

export type Side = 'base' | 'head';

/** Reads one profile, `-` for standard input, or refuses with what is wrong in it, naming the side that it stands for. */
export function readInput(path: string, ports: Ports, side?: Side): Promise<ReadResult> {
  return readWith(readFile, path, ports, side);
}

/** The same for a file that may hold a profile or metrics of a run; `name` is what reports call it. */
export function readAnyInput(path: string, ports: Ports, side?: Side, name?: string): Promise<InputResult> {
  return readWith(readAny, path, ports, side, name);
}

/** The same for metrics. */
export function readMetricsInput(path: string, ports: Ports, side?: Side): Promise<MetricsResult> {
  return readWith(readMetrics, path, ports, side);
}

async function readWith<T>(
  read: (source: ByteSource, options: ReadOptions) => Promise<Result<T, Fault>>,
  path: string,
  ports: Ports,
  side: Side | undefined,
  name = nameOf(path),
): Promise<T> {
  const fileName = path === '-' ? null : name;
  const result = await onFile(path, () => read(ports.open(path), { fileName }));
  const where = path === '-' ? 'standard input' : path;
  return orRefuse(result, side === undefined ? where : `${where} (${side})`);
}

/** The profile that stands for one run. See `runOfFile` for the faults. */
export function oneProfile(read: ReadResult, path: string, choice: RunChoice): Profile {
  return orRefuse(runOfFile(read.file, choice), path);
}

/** Position of the value type called `name`, or the default one. */
export function valueTypeOf(profile: Profile, name: string | undefined, path: string): number {
  if (name === undefined) return profile.defaultValueType;
  const found = profile.valueTypes.findIndex((type) => type.name === name);
  if (found >= 0) return found;
  const known = profile.valueTypes.map((type) => type.name);
  return refuse(fault('value-type-unknown', { facts: { wanted: name, known } }), path);
}

function refuse(found: Fault, path: string): never {
  const { sentence, advice } = wordsOf(found);
  throw new Refusal(visible(`${path}: ${sentence}`), advice);
}

/** Prints problems of an input: "good.txt: warning: line 12: … (3 places)". */
export function sayProblems(problems: readonly Problem[], where: string | null, ports: Ports): void {
  for (const problem of problems) {
    const { sentence, advice } = wordsOf(problem);
    const places =
      problem.count > 1 && !sentence.includes(grouped(problem.count)) ? ` (${grouped(problem.count)} places)` : '';
    ports.say(visible(`${where === null ? '' : `${where}: `}${problem.severity}: ${sentence}${places}`));
    if (advice !== null && problem.severity === 'warning') ports.say(`  ${visible(advice)}`);
  }
}

/** A small text file: settings, rules. */
export function readText(path: string, ports: Ports): Promise<string> {
  return onFile(path, async () => {
    const decoder = new TextDecoder();
    let read = '';
    for await (const chunk of ports.open(path)) read += decoder.decode(chunk, { stream: true });
    return read + decoder.decode();
  });
}

/** Name of a file without its folders. */
export function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/**
 * Which labels make a benchmark, which a machine, and which tell recordings of one benchmark apart (docs/api.md, "Baselines
 * and verdicts").
 */

const OF_A_RUN: ReadonlySet<string> = new Set([
  'project',
  'branch',
  'commit',
  'run',
  'attempt',
  'build',
  'job',
  'pr',
  'url',
  'tag',
  'date',
  'time',
  'author',
  'message',
  'side',
]);
const PREFIXES_OF_A_RUN = ['ci.', 'git.'];

/** The place of a recording; another one means that not only the commit changed. */
const OF_A_MACHINE = ['host', 'kernel', 'cpu'] as const;

type Labels = ReadonlyMap<string, string>;

/** The labels that two recordings of one benchmark share; `chosen`: those that the project lists. */
export function benchmarkOf(labels: Labels, chosen: readonly string[] | null): Labels {
  const counts = (name: string) => (chosen === null ? isOfBenchmark(name.toLowerCase()) : chosen.includes(name));
  return new Map([...labels].filter(([name]) => counts(name)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isOfBenchmark(name: string): boolean {
  const isOfMachine = OF_A_MACHINE.some((label) => label === name);
  return !isOfMachine && !OF_A_RUN.has(name) && !PREFIXES_OF_A_RUN.some((prefix) => name.startsWith(prefix));
}

export function sameLabels(a: Labels, b: Labels): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);
}

/** A label of the machine that the sides do not agree on. */
export interface MachineDifference {
  readonly label: string;
  readonly base: readonly string[];
  readonly head: readonly string[];
}

/** Labels of the machine that both sides have and that share no value. */
export function machinesDiffer(base: readonly Labels[], head: readonly Labels[]): readonly MachineDifference[] {
  return OF_A_MACHINE.flatMap((label) => {
    const [b, h] = [valuesOf(base, label), valuesOf(head, label)];
    if (b.length === 0 || h.length === 0 || b.some((value) => h.includes(value))) return [];
    return [{ label, base: b, head: h }];
  });
}

function valuesOf(side: readonly Labels[], label: string): string[] {
  const values = side.map((labels) => labels.get(label)).filter((value) => value !== undefined);
  return [...new Set(values)].sort();
}

import { FRAME_KINDS, frameModule, frameName, nodeName } from '../core/model/profile.ts';
import type { Profile } from '../core/model/profile.ts';
import { totalOf } from '../core/model/totals.ts';
import type { ParsedProfile } from '../parsers/importer.ts';
import { readFile } from './index.ts';
import type { ReadResult } from './read.ts';

/** Reads bytes under a name that says something else. */
export async function readUnderFalseName(bytes: Uint8Array): Promise<ReadResult> {
  const read = await readFile([bytes], { fileName: 'report.pdf' });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

export async function readText(chunks: Iterable<string>): Promise<readonly ParsedProfile[]> {
  const { file } = await readUnderFalseName(new TextEncoder().encode([...chunks].join('')));
  return file.profiles;
}

/** Self values by path; `spell` says how a format writes a name. Zeros left out; equal paths added up. */
export function valuesByPath(
  profile: Profile,
  valueType: number,
  spell: (name: string) => string = (name) => name,
  noStack = '',
): ReadonlyMap<string, string> {
  const sums = new Map<string, number | bigint>();
  for (let node = 0; node < profile.nodes.length; node++) {
    const value = profile.exactValues[valueType]?.[node] ?? profile.values[valueType]?.[node] ?? 0;
    if (Number(value) === 0) continue;
    const path: string[] = [];
    for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0) path.push(spell(nodeName(profile, at)));
    const key = node === 0 ? noStack : path.reverse().join('\u2192');
    const known = sums.get(key);
    sums.set(key, known === undefined ? value : plus(known, value));
  }
  return new Map([...sums].map(([path, sum]) => [path, String(sum)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function plus(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  return BigInt(a) + BigInt(b);
}

/** All columns times `scales`, as integers: what pprof can hold. */
export function scaledColumns(profile: Profile, scales: readonly number[]): readonly ReadonlyMap<string, string>[] {
  return profile.valueTypes.map((_, t) => {
    const scale = scales[t] ?? 1;
    const column = profile.values[t] ?? new Float64Array(0);
    const isWhole = scale === 1;
    const values = profile.values.map((own, at) =>
      at === t && !isWhole ? column.map((one) => Math.round(one * scale)) : own,
    );
    return valuesByPath({ ...profile, values }, t);
  });
}

/** A file as a tree that a person can review: facts, then frames with self values, callers above callees. */
export function drawnFile({ format, because, file }: ReadResult): string {
  const lines = [`${format}: ${because}`];
  for (const { name, side, profile } of file.profiles) {
    lines.push('', `${side}${name === null ? '' : ` "${name}"`}`);
    const columns = profile.valueTypes.map(
      (type, t) =>
        `${type.name} in ${type.unit}: ${totalOf(profile, t)}${type.sampling === null ? '' : ` of ${type.sampling.records} samples`}`,
    );
    lines.push(...columns.map((column) => `  ${column}`));
    const { event, period, durationSeconds, drawing, pruned, source } = profile;
    const facts = { event, period, durationSeconds, drawing, pruned, generator: source.generator };
    for (const [fact, value] of Object.entries(facts))
      if (value !== null) lines.push(`  ${fact}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    for (const [label, value] of profile.labels) lines.push(`  label ${label}: ${value}`);
    for (const metric of profile.metrics)
      lines.push(`  metric ${metric.name} in ${metric.unit}: ${metric.values.join(' ')}`);
    for (const { severity, code, count } of profile.problems) lines.push(`  ${severity} ${code} (${count})`);
    lines.push(...drawnNodes(profile).map((line) => `  ${line}`));
  }
  return `${lines.join('\n')}\n`;
}

/** Depth first, children by name, so that the order of the tables does not show. */
function drawnNodes(profile: Profile): string[] {
  const { nodes } = profile;
  const children: number[][] = Array.from({ length: nodes.length }, () => []);
  for (let node = 1; node < nodes.length; node++) children[nodes.parent[node] ?? 0]?.push(node);
  const lines: string[] = [];
  const open: (readonly [node: number, depth: number])[] = [[0, 0]];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const [node, depth] = top;
    lines.push(
      `${'  '.repeat(depth)}${node === 0 ? '.' : drawnFrame(profile, nodes.frame[node] ?? 0)}${drawnValues(profile, node)}`,
    );
    const below = (children[node] ?? []).map((child) => [drawnFrame(profile, nodes.frame[child] ?? 0), child] as const);
    for (const [, child] of below.toSorted(([a], [b]) => (a < b ? 1 : -1))) open.push([child, depth + 1]);
  }
  return lines;
}

function drawnFrame(profile: Profile, frame: number): string {
  const { file, line, kind } = profile.frames;
  const details = [
    frameModule(profile, frame),
    profile.strings[file[frame] ?? -1] ?? null,
    (line[frame] ?? 0) > 0 ? `line ${line[frame]}` : null,
    kind[frame] === 0 ? null : FRAME_KINDS[kind[frame] ?? 0],
  ].filter((detail) => detail != null);
  return `${frameName(profile, frame)}${details.length === 0 ? '' : ` [${details.join(', ')}]`}`;
}

function drawnValues(profile: Profile, node: number): string {
  const values = profile.values.map((column, t) => profile.exactValues[t]?.[node] ?? column[node] ?? 0);
  return values.every((value) => Number(value) === 0) ? '' : `  ${values.join(' | ')}`;
}

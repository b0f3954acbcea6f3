import { problem } from '../core/model/problem.ts';
import type { Problem } from '../core/model/problem.ts';
import { NONE, frameName } from '../core/model/profile.ts';
import type { Profile, ValueType } from '../core/model/profile.ts';
import { inChunks } from './chunks.ts';
import { plainDecimal } from './decimal.ts';

/** A text to write piece by piece, and what could not be said in its format. */
export interface SpeedscopeText {
  readonly chunks: Iterable<string>;
  readonly problems: readonly Problem[];
}

/** Units of the format; every other one is `none`, and stands in the name of the profile. */
const UNITS = new Set(['nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'bytes']);

/**
 * All value types of `profile` as a speedscope file (its file-format-schema.json): one sampled profile for each value type,
 * the default one active, one stack for each node with a value, root first. Values are written in all their digits.
 */
export function profileToSpeedscope(profile: Profile): SpeedscopeText {
  const { frames, valueTypes } = profile;
  const { positions, entries } = mergedFrames(profile);
  function* pieces(): Generator<string> {
    const name = profile.source.fileName ?? 'profile';
    yield `{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"firebreak","name":${JSON.stringify(name)},`;
    yield `"activeProfileIndex":${profile.defaultValueType},"shared":{"frames":[`;
    for (const [at, frame] of entries.entries())
      yield `${at === 0 ? '' : ','}\n${JSON.stringify(frameJson(profile, frame))}`;
    yield '\n]},"profiles":[';
    for (const [t, type] of valueTypes.entries()) {
      if (t > 0) yield ',';
      yield* sampledProfile(profile, t, type, positions);
    }
    yield ']}\n';
  }
  return { chunks: inChunks(pieces()), problems: problemsOf(profile, frames.length - entries.length) };
}

/** Frames that differ only in module or kind are one here: position of each frame, and one frame for each position. */
function mergedFrames({ frames }: Profile): { readonly positions: Int32Array; readonly entries: readonly number[] } {
  const known = new Map<string, number>();
  const entries: number[] = [];
  const positions = Int32Array.from({ length: frames.length }, (_, frame) => {
    const key = `${frames.name[frame]},${frames.file[frame]},${frames.line[frame]}`;
    const position = known.get(key) ?? entries.push(frame) - 1;
    known.set(key, position);
    return position;
  });
  return { positions, entries };
}

function frameJson(profile: Profile, frame: number) {
  const { file, line } = profile.frames;
  const at = file[frame] ?? NONE;
  return {
    name: frameName(profile, frame),
    ...(at === NONE ? {} : { file: profile.strings[at] ?? '' }),
    ...((line[frame] ?? 0) > 0 ? { line: line[frame] } : {}),
  };
}

function* sampledProfile(profile: Profile, t: number, { name, unit }: ValueType, positions: Int32Array) {
  const column = profile.exactValues[t] ?? profile.values[t] ?? new Float64Array(0);
  const isKnown = UNITS.has(unit);
  const title = isKnown || name === unit ? name : `${name} (${unit})`;
  yield `{"type":"sampled","name":${JSON.stringify(title)},"unit":"${isKnown ? unit : 'none'}","startValue":0,`;
  yield `"endValue":${plainDecimal(sumOf(column))},"samples":[`;
  let isFirst = true;
  for (let node = 0; node < column.length; node++) {
    if (Number(column[node]) === 0) continue;
    yield `${isFirst ? '' : ','}\n[${stackOf(profile, node, positions)}]`;
    isFirst = false;
  }
  yield '\n],"weights":[';
  isFirst = true;
  for (const value of column) {
    if (Number(value) === 0) continue;
    yield `${isFirst ? '' : ','}${plainDecimal(value)}`;
    isFirst = false;
  }
  yield ']}';
}

function sumOf(column: Float64Array | BigInt64Array): number | bigint {
  if (column instanceof BigInt64Array) return column.reduce((sum, value) => sum + value, 0n);
  return column.reduce((sum, value) => sum + value, 0);
}

function stackOf({ nodes }: Profile, node: number, positions: Int32Array): string {
  const path: number[] = [];
  for (let at = node; at > 0; at = nodes.parent[at] ?? 0) path.push(positions[nodes.frame[at] ?? 0] ?? 0);
  return path.reverse().join(',');
}

function problemsOf(profile: Profile, merged: number): readonly Problem[] {
  const problems: Problem[] = [];
  if (profile.frames.module.some((module) => module !== NONE) || profile.frames.kind.some((kind) => kind !== 0))
    problems.push(problem('note', 'speedscope-details-left-out', { facts: { merged } }));
  if (profile.exactValues.some((column) => column !== null)) problems.push(problem('note', 'speedscope-large-values'));
  return problems;
}

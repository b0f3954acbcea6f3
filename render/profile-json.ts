import { frameModule, frameName } from '../core/model/profile.ts';
import type { Profile } from '../core/model/profile.ts';
import { inChunks } from './chunks.ts';
import { jsonCount } from './json.ts';

/**
 * A profile as JSON, columnar like the model: `frames` with names, `nodes` as [parent, frame] with parents first (node 0
 * is the root, [-1, -1]), `values[type][node]` self counts; integers beyond 2^53 are strings. docs/json.md has the shape.
 */
export function profileJsonChunks(profile: Profile): Iterable<string> {
  function* pieces() {
    const { valueTypes, defaultValueType, event, period, durationSeconds, source, pruned } = profile;
    const head = {
      version: 1,
      valueTypes: valueTypes.map(({ name, unit, sampling }) => ({ name, unit, samples: sampling?.records ?? null })),
      defaultValueType,
      event,
      period,
      durationSeconds,
      source,
      pruned,
      labels: Object.fromEntries(profile.labels),
    };
    yield JSON.stringify(head).slice(0, -1);
    yield ',"frames":[';
    for (let frame = 0; frame < profile.frames.length; frame++) {
      const { file, line } = profile.frames;
      yield `${frame === 0 ? '' : ','}\n${JSON.stringify({
        name: frameName(profile, frame),
        module: frameModule(profile, frame),
        file: profile.strings[file[frame]!] ?? null,
        line: line[frame] === 0 ? null : line[frame],
      })}`;
    }
    yield '],\n"nodes":[';
    const { length, parent, frame } = profile.nodes;
    for (let node = 0; node < length; node++) yield `${node === 0 ? '' : ','}[${parent[node]},${frame[node]}]`;
    yield '],\n"values":[';
    for (let t = 0; t < valueTypes.length; t++) {
      const column = profile.exactValues[t] ?? profile.values[t] ?? [];
      yield t === 0 ? '[' : ',[';
      for (let node = 0; node < length; node++) {
        yield `${node === 0 ? '' : ','}${JSON.stringify(jsonCount(column[node] ?? 0))}`;
      }
      yield ']';
    }
    yield ']}\n';
  }
  return inChunks(pieces());
}

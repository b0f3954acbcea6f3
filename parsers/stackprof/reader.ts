import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import { numberOr, textOr } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';

/**
 * Reads `stackprof --json`. `raw` holds the stacks as `length, frames from the root, count`. Without it (`raw: false`,
 * the default of stackprof) there are only counts of each function: then every function stands alone, and that is said.
 */
export function readStackprof(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const file = shape.object(root);
  const builder = new ProfileBuilder(0, context.limits);
  const columns = new Columns(builder);
  const column = columns.column('samples', 'samples', 'records');
  const problems = new ProblemLog();
  const frames = new Map<string, { readonly frame: FrameIndex; readonly samples: number }>();
  for (const [id, value] of Object.entries(shape.object(file['frames'], 'frames'))) {
    if (!shape.ok) break;
    const entry = shape.object(value, 'frames', id);
    const line = numberOr(entry['line'], 0);
    const name = textOr(entry['name'], '(none)');
    const frame = builder.frame(name, { file: textOr(entry['file'], null), line: Math.max(0, Math.trunc(line)) });
    const samples = entry['samples'] === undefined ? 0 : shape.count(entry['samples'], 'frames', id, 'samples');
    frames.set(id, { frame, samples });
  }
  const raw = shape.arrayOrNone(file['raw'], 'raw');
  if (raw.length > 0) readStacks(raw);
  else {
    for (const { frame, samples } of frames.values()) columns.addCount(builder.child(ROOT, frame), samples, column);
    if (frames.size > 0) problems.add('warning', 'stackprof-no-stacks');
  }
  if (shape.ok && frames.size === 0) shape.stop(fault('stackprof-no-samples'));
  const interval = numberOr(file['interval'], 0);
  const mode = textOr(file['mode'], null);
  const facts = {
    event: mode,
    period: interval > 0 ? { value: interval, unit: isTime(mode) ? 'microseconds' : 'count' } : null,
    problems: problems.list(),
  };
  const made = { builder, columns, format: 'stackprof', facts, generator: versionOf(file) };
  return finishFile(made, shape, context);

  function readStacks(numbers: readonly unknown[]): void {
    for (let at = 0; at < numbers.length && shape.ok; ) {
      const length = shape.index(numbers[at], numbers.length - at - 1, 'raw (a stack must end within it)', 'raw', at);
      shape.depth(length, context.limits, 'raw', at);
      let node = ROOT;
      for (let i = at + 1; i <= at + length && shape.ok; i++) {
        const known = frames.get(String(numbers[i]));
        if (known === undefined) shape.wrong(numbers[i], ['raw', i], 'the id of a frame');
        else node = builder.child(node, known.frame);
      }
      const count = shape.count(numbers[at + length + 1], 'raw', at + length + 1);
      if (shape.ok) columns.addCount(node, count, column);
      shape.stop(builder.overflow);
      at += length + 2;
    }
  }
}

function isTime(mode: string | null): boolean {
  return mode === 'wall' || mode === 'cpu';
}

function versionOf(file: JsonObject): string {
  const version = file['version'];
  return typeof version === 'number' || typeof version === 'string' ? `stackprof format ${version}` : 'stackprof';
}

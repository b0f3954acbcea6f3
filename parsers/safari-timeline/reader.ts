import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import { numberOr, textOr } from '../json/shape.ts';
import type { Shape } from '../json/shape.ts';

/** Reads the JavaScript samples of a recording of Safari's web inspector; its other instruments hold no stacks. */
export function readSafariTimeline(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const recording = shape.object(shape.object(root)['recording'], 'recording');
  const traces = shape.arrayOrNone(recording['sampleStackTraces'], 'recording', 'sampleStackTraces');
  const durations = shape.arrayOrNone(recording['sampleDurations'], 'recording', 'sampleDurations');
  const builder = new ProfileBuilder(0, context.limits);
  const columns = new Columns(builder);
  const problems = new ProblemLog();
  const samples = columns.column('samples', 'samples', 'records');
  const time = durations.length > 0 ? columns.column('time', 'seconds', 'records') : null;
  if (time !== null && durations.length !== traces.length) {
    problems.add('warning', 'safari-durations-missing', {
      facts: { samples: traces.length, durations: durations.length },
    });
  }
  for (const [index, value] of traces.entries()) {
    const path = ['recording', 'sampleStackTraces', index, 'stackFrames'];
    const stack = shape.array(shape.object(value, 'recording', 'sampleStackTraces', index)['stackFrames'], ...path);
    shape.depth(stack.length, context.limits, ...path);
    let node = ROOT;
    for (let depth = stack.length - 1; depth >= 0 && shape.ok; depth--) {
      const frame = shape.object(stack[depth], ...path, depth);
      const name = shape.text(frame['name'], ...path, depth, 'name');
      const line = Math.max(0, Math.trunc(numberOr(frame['line'], 0)));
      const details = { file: textOr(frame['url'], null), line };
      node = builder.child(node, builder.frame(name === '' ? '(anonymous)' : name, details));
    }
    columns.addCount(node, 1, samples);
    const duration = durations[index];
    if (time !== null && duration !== undefined) {
      columns.add(node, shape.count(duration, 'recording', 'sampleDurations', index), time);
    }
    shape.stop(builder.overflow);
    if (!shape.ok) break;
  }
  if (shape.ok && traces.length === 0) shape.stop(fault('safari-no-samples'));
  const span = numberOr(recording['endTime'], 0) - numberOr(recording['startTime'], 0);
  const facts = { durationSeconds: span > 0 ? span : null, problems: problems.list() };
  return finishFile({ builder, columns, format: 'safari-timeline', facts, generator: 'Safari' }, shape, context);
}

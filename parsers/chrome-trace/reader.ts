import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import { isObject } from '../json/shape.ts';
import type { Shape } from '../json/shape.ts';
import { addCallEvents, isCallEvent } from './call-events.ts';
import { addCpuProfiles, isProfileEvent } from './cpu-profiles.ts';
import type { TraceEvent, TraceInto } from './event.ts';
import { addStackSamples } from './stack-samples.ts';
import { ThreadNames } from './threads.ts';

/**
 * Reads trace events: a list, or an object with `traceEvents`. The most exact account of time in the file is taken: the
 * CPU profiles of V8 (`Profile`, `ProfileChunk`, `CpuProfile`), else sampled stacks (`samples` and `stackFrames`, as
 * Hermes writes), else calls with a begin and an end (`B`, `E`, `X`). All threads are one profile; each thread is the
 * first frame of its stacks.
 */
export function readChromeTrace(
  root: unknown,
  shape: Shape,
  context: ReadContext,
  isUnclosed: boolean,
): Result<ParsedFile, Fault> {
  const file = Array.isArray(root) ? {} : shape.object(root);
  const path = Array.isArray(root) ? [] : ['traceEvents'];
  const list = Array.isArray(root) ? (root as readonly unknown[]) : shape.array(file['traceEvents'], ...path);
  const builder = new ProfileBuilder(0, context.limits);
  const into: TraceInto = {
    builder,
    columns: new Columns(builder),
    problems: new ProblemLog(),
    names: new ThreadNames(),
    shape,
    context,
  };
  const sorted = sortOut(list, path, into);
  const stacks = shape.arrayOrNone(file['samples'], 'samples');
  if (isUnclosed) into.problems.add('note', 'chrome-trace-unclosed', { facts: { events: list.length } });
  if (sorted.profiles.length > 0) addCpuProfiles(sorted.profiles, path, into);
  else if (stacks.length > 0) addStackSamples(stacks, shape.object(file['stackFrames'], 'stackFrames'), into);
  else if (sorted.calls.length > 0) addCallEvents(sorted.calls, path, into);
  else if (shape.ok) shape.stop(fault('chrome-trace-no-stacks', { facts: { events: list.length } }));
  const usesCalls = sorted.profiles.length === 0 && stacks.length === 0;
  if (!usesCalls && sorted.calls.length > 0) {
    into.problems.add('note', 'chrome-trace-calls-left', { facts: { events: sorted.calls.length } });
  }
  if (sorted.others > 0) into.problems.add('note', 'chrome-trace-other-events', { facts: { events: sorted.others } });
  const facts = { problems: into.problems.list() };
  return finishFile({ builder, columns: into.columns, format: 'chrome-trace', facts }, shape, context);
}

/** Events by what they are good for; metadata goes to the names. */
function sortOut(list: readonly unknown[], path: readonly string[], { names, shape }: TraceInto) {
  const profiles: TraceEvent[] = [];
  const calls: TraceEvent[] = [];
  let others = 0;
  for (const [index, value] of list.entries()) {
    // Some writers end the list with an empty object, so as to need no care about the last comma.
    const event = isObject(value) ? value : shape.object(value, ...path, index);
    if (!shape.ok) break;
    if (event['ph'] === 'M') names.add(event);
    else if (isProfileEvent(event)) profiles.push({ event, index });
    else if (isCallEvent(event)) calls.push({ event, index });
    else others++;
  }
  return { profiles, calls, others };
}

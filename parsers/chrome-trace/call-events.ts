import type { NodeIndex } from '../../core/model/profile.ts';
import { isObject, textOr } from '../json/shape.ts';
import type { JsonObject } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';
import { callsOf } from './matching.ts';
import type { Call, CallEvent } from './matching.ts';
import type { TraceEvent, TraceInto } from './event.ts';
import { keyOf, threadOf } from './threads.ts';
import type { ThreadId } from './threads.ts';

const PHASES = new Set(['B', 'E', 'X']);

export function isCallEvent(event: JsonObject): boolean {
  return typeof event['ph'] === 'string' && PHASES.has(event['ph']);
}

/** Adds the time between begin and end of calls (`B` and `E`, or `X` with its duration), thread by thread. */
export function addCallEvents(list: readonly TraceEvent[], path: JsonPath, into: TraceInto): void {
  const { names, builder, columns, shape } = into;
  const threads = new Map<string, { readonly thread: ThreadId; readonly events: CallEvent[] }>();
  for (const { event, index } of list) {
    const thread = threadOf(event);
    const key = keyOf(thread);
    const known = threads.get(key) ?? { thread, events: [] };
    threads.set(key, known);
    known.events.push(callEvent(event, [...path, index], into));
    if (!shape.ok) return;
  }
  const nodes = names.nodes(
    [...threads.values()].map(({ thread }) => thread),
    builder,
  );
  const column = columns.column('time', 'microseconds', 'weights');
  for (const [key, { events }] of threads) {
    const above = nodes.get(key);
    if (above !== undefined && shape.ok) addCalls(callsOf(events, into.problems), above, column, into);
  }
}

function callEvent(event: JsonObject, path: JsonPath, { shape, builder }: TraceInto): CallEvent {
  const at = shape.number(event['ts'], ...path, 'ts');
  const name = textOr(event['name'], '(unnamed)');
  if (event['ph'] === 'E') return { at, name, frame: null, duration: null };
  const duration = event['ph'] === 'X' ? (event['dur'] ?? event['tdur']) : null;
  return {
    at,
    name,
    frame: builder.frame(name, detailsOf(event)),
    // An event without a duration is one that lasted no time.
    duration: duration === null ? null : duration === undefined ? 0 : shape.count(duration, ...path, 'dur'),
  };
}

/** Hermes says in the arguments where a function stands. */
function detailsOf(event: JsonObject) {
  const args = isObject(event['args']) ? event['args'] : {};
  const line = Number(args['funcLine'] ?? args['line'] ?? 0);
  const file = textOr(args['url'], null);
  return file === null ? {} : { file, line: Number.isInteger(line) && line > 0 ? line : 0 };
}

/**
 * Gives each moment to the innermost call that is open. A call that outlasts its caller keeps its time: the caller is
 * taken to end with it, and that is said.
 */
function addCalls(calls: readonly Call[], thread: NodeIndex, column: number, into: TraceInto): void {
  const { builder, columns, shape, context, problems } = into;
  const open: { readonly node: NodeIndex; readonly end: number }[] = [];
  let now = 0;
  const closeUntil = (time: number) => {
    for (let top = open.at(-1); top !== undefined && top.end <= time; top = open.at(-1)) {
      if (top.end > now) {
        columns.add(top.node, top.end - now, column);
        now = top.end;
      }
      open.pop();
    }
  };
  for (const { start, end, frame } of calls) {
    closeUntil(start);
    const caller = open.at(-1);
    if (caller !== undefined && start > now) columns.add(caller.node, start - now, column);
    now = Math.max(now, start);
    if (caller !== undefined && end > caller.end) problems.add('warning', 'chrome-trace-overlap');
    open.push({ node: builder.child(caller?.node ?? thread, frame), end });
    shape.depth(open.length, context.limits);
    shape.stop(builder.overflow);
    if (!shape.ok) return;
  }
  closeUntil(Infinity);
}

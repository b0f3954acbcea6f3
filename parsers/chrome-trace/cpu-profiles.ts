import type { NodeIndex } from '../../core/model/profile.ts';
import { placeNodes, v8Frame } from '../cpuprofile/nodes.ts';
import type { V8Node } from '../cpuprofile/nodes.ts';
import { addTimes, sampledNodes, timesOf } from '../cpuprofile/samples.ts';
import { isObject } from '../json/shape.ts';
import type { JsonObject } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';
import type { TraceEvent, TraceInto } from './event.ts';
import { keyOf, threadOf } from './threads.ts';
import type { ThreadId } from './threads.ts';

const PROFILE_EVENTS = new Set(['Profile', 'ProfileChunk', 'CpuProfile']);

export function isProfileEvent(event: JsonObject): boolean {
  return typeof event['name'] === 'string' && PROFILE_EVENTS.has(event['name']) && event['ph'] !== 'X';
}

/** The pieces of one profile: `Profile` begins it, on the thread that is profiled; each `ProfileChunk` adds to it. */
interface Pieces {
  thread: ThreadId;
  readonly chunks: { readonly data: JsonObject; readonly path: JsonPath }[];
}

/** Adds the CPU profiles of V8 that a trace holds, one a thread. Chunks come from a thread of their own. */
export function addCpuProfiles(events: readonly TraceEvent[], path: JsonPath, into: TraceInto): void {
  const profiles = piecesOf(events, path, into);
  const threads = profiles.map(({ thread }) => thread);
  const threadNodes = into.names.nodes(uniqueThreads(threads), into.builder);
  const samples = into.columns.column('samples', 'samples', 'records');
  const time = into.columns.column('time', 'microseconds', 'records');
  for (const profile of profiles) {
    const above = threadNodes.get(keyOf(profile.thread));
    if (above !== undefined) addProfile(profile, above, samples, time, into);
    if (!into.shape.ok) return;
  }
}

function piecesOf(events: readonly TraceEvent[], path: JsonPath, { shape, problems }: TraceInto): readonly Pieces[] {
  const byId = new Map<string, Pieces>();
  for (const { event, index } of events) {
    const thread = threadOf(event);
    const where = [...path, index, 'args', 'data'];
    const args = isObject(event['args']) ? event['args'] : {};
    const { data } = args;
    if (event['name'] !== 'Profile' && !isObject(data)) {
      const place = shape.firstPlace('chrome-trace-chunk-empty', ...path, index);
      problems.add('warning', 'chrome-trace-chunk-empty', place);
      continue;
    }
    // Ids are unique within a process. The whole profile of old versions has none and stands alone.
    const id = event['name'] === 'CpuProfile' ? `#${index}` : `${thread.pid}:${idOf(event)}`;
    const known = byId.get(id);
    const pieces = known ?? { thread, chunks: [] };
    if (known === undefined) byId.set(id, pieces);
    if (event['name'] === 'Profile') pieces.thread = thread;
    if (isObject(data)) pieces.chunks.push({ data, path: where });
  }
  return [...byId.values()];
}

function idOf(event: JsonObject): string {
  const { id } = event;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

function uniqueThreads(threads: readonly ThreadId[]): readonly ThreadId[] {
  return [...new Map(threads.map((thread) => [keyOf(thread), thread])).values()];
}

function addProfile({ chunks }: Pieces, above: NodeIndex, samples: number, time: number, into: TraceInto): void {
  const { shape, columns, problems } = into;
  const nodes: V8Node[] = [];
  const ids: unknown[] = [];
  const deltas: unknown[] = [];
  let idPath: JsonPath = [];
  for (const { data, path } of chunks) {
    const inner = data['cpuProfile'];
    const profile = inner === undefined ? data : shape.object(inner, ...path, 'cpuProfile');
    const where = inner === undefined ? path : [...path, 'cpuProfile'];
    readNodes(profile, where, nodes, into);
    const chunkIds = shape.arrayOrNone(profile['samples'], ...where, 'samples');
    if (chunkIds.length > 0) idPath = [...where, 'samples'];
    for (const id of chunkIds) ids.push(id);
    for (const delta of shape.arrayOrNone(data['timeDeltas'] ?? profile['timeDeltas'], ...path, 'timeDeltas'))
      deltas.push(delta);
    if (!shape.ok) return;
  }
  const whenLost = ({ path }: V8Node) => {
    const place = shape.firstPlace('v8-caller-lost', ...path);
    problems.add('warning', 'v8-caller-lost', place);
  };
  const placed = placeNodes(nodes, into.builder, shape, into.context, above, whenLost);
  const sampled = shape.ok ? sampledNodes(ids, placed, shape, idPath, above) : [];
  for (const node of sampled) columns.addCount(node, 1, samples);
  if (deltas.length < sampled.length) {
    problems.add('warning', 'v8-times-missing', { facts: { samples: sampled.length, times: deltas.length } });
  }
  if (!shape.ok || deltas.length === 0) return;
  addTimes(
    { nodes: sampled, times: timesOf(deltas, sampled.length, shape, [...idPath.slice(0, -1), 'timeDeltas']) },
    columns,
    time,
    problems,
  );
}

/** Nodes name their caller (`parent`, since 2017) or their callees (`children`). */
function readNodes(profile: JsonObject, path: JsonPath, nodes: V8Node[], { shape, builder }: TraceInto): void {
  const first = nodes.length;
  const callerOf = new Map<number, number>();
  for (const [index, value] of shape.arrayOrNone(profile['nodes'], ...path, 'nodes').entries()) {
    const where = [...path, 'nodes', index];
    const entry = shape.object(value, ...where);
    const id = shape.number(entry['id'], ...where, 'id');
    const call = shape.object(entry['callFrame'], ...where, 'callFrame');
    const frame = v8Frame(builder, shape, call, [...where, 'callFrame']);
    for (const [at, child] of shape.arrayOrNone(entry['children'], ...where, 'children').entries()) {
      callerOf.set(shape.number(child, ...where, 'children', at), id);
    }
    const parent = entry['parent'] === undefined ? null : shape.number(entry['parent'], ...where, 'parent');
    nodes.push({ id, parent, frame, path: where });
    if (!shape.ok) return;
  }
  if (callerOf.size === 0) return;
  for (const [at, node] of nodes.entries()) {
    if (at >= first && node.parent === null) nodes[at] = { ...node, parent: callerOf.get(node.id) ?? null };
  }
}

import type { ProfileBuilder } from '../../core/model/builder.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import { isObject, textOr } from '../json/shape.ts';
import type { JsonObject } from '../json/shape.ts';

/** Process and thread of an event; writers give them as numbers or texts. */
export interface ThreadId {
  readonly pid: string;
  readonly tid: string;
}

export function threadOf(event: JsonObject): ThreadId {
  return { pid: idText(event['pid']), tid: idText(event['tid']) };
}

/** Ids are numbers or texts; anything else is none. */
export function idText(id: unknown): string {
  return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}

export function keyOf({ pid, tid }: ThreadId): string {
  return `${pid}/${tid}`;
}

/** Names of processes and threads, from the metadata events of a trace. */
export class ThreadNames {
  readonly #processes = new Map<string, string>();
  readonly #threads = new Map<string, string>();

  /** Takes note of a metadata event. */
  add(event: JsonObject): void {
    const args = isObject(event['args']) ? event['args'] : {};
    const name = textOr(args['name'], null);
    if (name === null) return;
    if (event['name'] === 'process_name') this.#processes.set(threadOf(event).pid, name);
    if (event['name'] === 'thread_name') this.#threads.set(keyOf(threadOf(event)), name);
  }

  /**
   * The node below which the stacks of each of `threads` stand: the thread, below its process where there are several.
   * A single thread without a name is no frame.
   */
  nodes(threads: readonly ThreadId[], builder: ProfileBuilder): ReadonlyMap<string, NodeIndex> {
    const hasProcesses = new Set(threads.map(({ pid }) => pid)).size > 1;
    const nodes = new Map<string, NodeIndex>();
    for (const thread of threads) {
      const key = keyOf(thread);
      const process = this.#processes.get(thread.pid) ?? `process ${thread.pid}`;
      const above = hasProcesses ? builder.child(ROOT, builder.frame(process)) : ROOT;
      const name = this.#threads.get(key) ?? (threads.length === 1 ? null : `thread ${thread.tid}`);
      nodes.set(key, name === null ? above : builder.child(above, builder.frame(name)));
    }
    return nodes;
  }
}

import type { ProblemLog } from '../../core/model/problem.ts';
import type { FrameIndex } from '../../core/model/profile.ts';

/** A begin (`duration` null), an end (`frame` null too) or a whole call, in the order of the file. Times in microseconds. */
export interface CallEvent {
  readonly at: number;
  readonly name: string;
  readonly frame: FrameIndex | null;
  readonly duration: number | null;
}

export interface Call {
  readonly start: number;
  readonly end: number;
  readonly frame: FrameIndex;
}

interface Begun {
  readonly event: CallEvent & { readonly frame: FrameIndex };
  /** Null while it is open. */
  end: number | null;
}

/**
 * The calls of one thread, callers before their callees. Events may come in any order. An end belongs to the last open
 * begin of its name. An end without a begin is left out; a begin without an end lasts as long as the thread is known to.
 */
export function callsOf(events: readonly CallEvent[], problems: ProblemLog): readonly Call[] {
  const begun: Begun[] = [];
  const openByName = new Map<string, Begun[]>();
  /** Ends that came before their begin of the same moment. */
  const early = new Map<string, number>();
  let last = -Infinity;
  let unmatched = 0;
  for (const event of events.toSorted((a, b) => a.at - b.at)) {
    const { at, name, frame, duration } = event;
    if (frame === null) {
      const open = openByName.get(name)?.pop();
      if (open === undefined) {
        unmatched++;
        early.set(name, at);
        continue;
      }
      open.end = at;
    } else {
      const call: Begun = { event: { ...event, frame }, end: duration === null ? null : at + duration };
      begun.push(call);
      if (duration === null && early.get(name) === at) {
        call.end = at;
        unmatched--;
      } else if (duration === null) {
        const open = openByName.get(name);
        if (open === undefined) openByName.set(name, [call]);
        else open.push(call);
      }
      if (duration === null) early.delete(name);
    }
    last = Math.max(last, at + (duration ?? 0));
  }
  const unclosed = begun.filter(({ end }) => end === null).length;
  if (unmatched > 0) problems.add('warning', 'chrome-trace-end-unmatched', { count: unmatched });
  if (unclosed > 0) problems.add('warning', 'chrome-trace-begin-unmatched', { count: unclosed });
  return begun
    .map(({ event, end }) => ({
      start: event.at,
      end: end ?? last,
      frame: event.frame,
      isWhole: event.duration !== null,
    }))
    .sort((a, b) => a.start - b.start || b.end - a.end || Number(a.isWhole) - Number(b.isWhole));
}

/**
 * The first line of a sample, as `perf script` prints it. The fields are those that `-F` asked for, always in this order:
 *
 *     mysqld 1234/1301 [002] 5012.345678:    2004008 cpu-clock:  payload of a tracepoint, or the only frame
 *     comm   pid/tid   cpu   time            period  event
 *
 * The name of a thread may hold anything: blanks, brackets, digits, colons. What is certain is the shape of the rest, so
 * the name is what stands before it.
 */
export interface SampleHeader {
  readonly comm: string;
  readonly pid: string | null;
  /** Seconds; null without a time stamp. */
  readonly time: number | null;
  /** Weight of the sample; null where perf printed none. */
  readonly period: number | null;
  /** `cycles:u`, `sched:sched_switch`; null where `-F` left it out. */
  readonly event: string | null;
  /** What follows the event: payload of a tracepoint, or the only frame of a recording without call graphs. */
  readonly rest: string;
}

const TIME = /\s(\d+\.\d{1,9}):(?=\s|$)/g;
/** Greedy name: the thread id is the last whole number before `[cpu]`, flags and the time stamp. */
const WHO = /^\s*(\S.*?|)\s+(-?\d+(?:\/-?\d+)?)(?:\s+\[(\d+)\])?(?:\s+[.\-a-zA-Z]{4,6})?\s*$/;
const WHO_GREEDY = /^\s*(\S.*\S|\S)\s+(-?\d+(?:\/-?\d+)?)(?:\s+\[(\d+)\])?(?:\s+[.\-a-zA-Z]{4,6})?\s*$/;
const OTHER_RECORD = /^\s*PERF_RECORD_/;
const EVENT = /^\s*(?:(\d+)\s+)?(\S*[A-Za-z]\S*?):(?:\s+|$)/;
const TIMELESS = /^\s*(\S.*\S|\S)\s+(-?\d+(?:\/-?\d+)?)\s+(?:\[\d+\]\s+)?(?:(\d+)\s+)?([A-Za-z][^\s]*?):(?:\s+|$)/;

/** Null when the line is no header. */
export function readHeader(line: string): SampleHeader | null {
  TIME.lastIndex = 0;
  for (let stamp = TIME.exec(line); stamp !== null; stamp = TIME.exec(line)) {
    const who = WHO_GREEDY.exec(line.slice(0, stamp.index)) ?? WHO.exec(line.slice(0, stamp.index));
    if (who === null) continue;
    const after = line.slice(stamp.index + stamp[0].length);
    // Other records than samples (`--show-lost-events`, `--show-task-events`) are printed in the same form.
    if (OTHER_RECORD.test(after)) return null;
    const event = EVENT.exec(after);
    if (event === null && after.trim() !== '') continue;
    return {
      comm: who[1] ?? '',
      pid: pidOf(who[2]),
      time: Number(stamp[1]),
      period: event?.[1] === undefined ? null : Number(event[1]),
      event: event?.[2] ?? null,
      rest: event === null ? '' : after.slice(event[0].length).trim(),
    };
  }
  const bare = TIMELESS.exec(line);
  if (bare === null) return null;
  return {
    comm: bare[1] ?? '',
    pid: pidOf(bare[2]),
    time: null,
    period: bare[3] === undefined ? null : Number(bare[3]),
    event: bare[4] ?? null,
    rest: line.slice(bare[0].length).trim(),
  };
}

const OTHER_RECORD_LINE = /\s\d+\.\d+:\s+PERF_RECORD_/;

/** True for a record that is no sample; its thread may be called `dbd`, so that it looks like a frame. */
export function isOtherRecord(line: string): boolean {
  return OTHER_RECORD_LINE.test(line);
}

function pidOf(ids: string | undefined): string | null {
  return ids?.split('/')[0] ?? null;
}

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
  /** Seconds; null without a time stamp. */
  readonly time: number | null;
  /** Weight of the sample; null where perf printed none. */
  readonly period: number | null;
  /** `cycles:u`, `sched:sched_switch`; null where `-F` left it out. */
  readonly event: string | null;
  /** What follows the event: payload of a tracepoint, or the only frame of a recording without call graphs. */
  readonly rest: string;
}

/** The fields before the payload are shorter than this; looking no further keeps hostile lines cheap. */
const FIELDS_LENGTH = 512;

const TIME = /\s(\d+\.\d{1,9}):(?=\s|$)/g;
/** The thread id is the last whole number before `[cpu]`, flags of an interrupt (`d.h2`) and the time stamp. */
const WHO = /^\s*(\S.*\S|\S|)\s+-?\d+(?:\/-?\d+)?(?:\s+\[\d+\])?(?:\s+(?=\S*[.\-a-zA-Z])[.\-a-zA-Z0-9]{4,6})?\s*$/;
const EVENT = /^\s*(?:(\d+)\s+)?([^\s:]*[A-Za-z]\S*):(?:\s+|$)/;

/**
 * Without a time stamp two plain numbers may stand before the event. `1234/1301` and `[002]` end the name; otherwise the
 * second number is a period only if it is printed as wide as perf prints periods, and else the name ended in the first.
 */
const TIMELESS = [
  /^\s*(\S.*\S|\S)\s+-?\d+\/-?\d+\s+(?:\[\d+\]\s+)?(?:(\d+)\s+)?([A-Za-z]\S*):(?:\s+|$)/,
  /^\s*(\S.*\S|\S)\s+-?\d+\s+\[\d+\]\s+(?:(\d+)\s+)?([A-Za-z]\S*):(?:\s+|$)/,
  /^\s*(\S.*\S|\S)\s+-?\d+(?=[\s\d]{11})\s+(\d+)\s+([A-Za-z]\S*):(?:\s+|$)/,
  /^\s*(\S.*\S|\S)\s+-?\d+\s+()([A-Za-z]\S*):(?:\s+|$)/,
];

/** Null when the line is no header. */
export function readHeader(line: string): SampleHeader | null {
  const fields = line.slice(0, FIELDS_LENGTH);
  TIME.lastIndex = 0;
  for (let stamp = TIME.exec(fields); stamp !== null; stamp = TIME.exec(fields)) {
    const who = WHO.exec(fields.slice(0, stamp.index));
    if (who === null) continue;
    const start = stamp.index + stamp[0].length;
    const after = line.slice(start, start + FIELDS_LENGTH);
    // Other records than samples (`--show-lost-events`, `--show-task-events`) are printed in the same form.
    if (OTHER_RECORD.test(after)) return null;
    const event = EVENT.exec(after);
    if (event === null && after.trim() !== '') continue;
    return {
      comm: who[1] ?? '',
      time: Number(stamp[1]),
      period: numberOf(event?.[1]),
      event: event?.[2] ?? null,
      rest: event === null ? '' : line.slice(start + event[0].length).trim(),
    };
  }
  for (const shape of TIMELESS) {
    const found = shape.exec(fields);
    if (found === null) continue;
    return {
      comm: found[1] ?? '',
      time: null,
      period: numberOf(found[2]),
      event: found[3] ?? null,
      rest: line.slice(found[0].length).trim(),
    };
  }
  return null;
}

const OTHER_RECORD = /^\s*PERF_RECORD_/;
const OTHER_RECORD_LINE = /\s\d+\.\d+:\s+PERF_RECORD_/;

/** True for a record that is no sample; its thread may be called `dbd`, so that it looks like a frame. */
export function isOtherRecord(line: string): boolean {
  return OTHER_RECORD_LINE.test(line.slice(0, FIELDS_LENGTH));
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined || digits === '' ? null : Number(digits);
}

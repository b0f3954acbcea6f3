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
/**
 * The thread id is the last whole number before `[cpu]`, flags of an interrupt (`d.h2`) or of `-F +misc` (`U`), the time
 * of day of `-F +tod`, and the time stamp.
 */
const WHO =
  /^\s*(\S.*\S|\S|)\s+-?\d+(?:\/-?\d+)?(?:\s+\[\d+\])?(?:\s+(?=\S*[.\-a-zA-Z])[.\-a-zA-Z0-9]{1,6})?(?:\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)?\s*$/;
/** `VM:  711 VCPU:002 `: where the thread of a guest ran. */
const GUEST = /^\s*VM:\s*\d+\s+VCPU:\d+\s+/;
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
export function readHeader(printed: string): SampleHeader | null {
  const line = printed.slice(GUEST.exec(printed)?.[0].length ?? 0);
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
    // What stands before a number after a time stamp is no name: the number is a period.
    if (found === null || ENDS_IN_TIME.test(found[1] ?? '')) continue;
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

const ENDS_IN_TIME = /(?:^|\s)\d+\.\d{1,9}:$/;

/** The fields of a line from its end: each may be missing, and what is left is the name of the thread. */
const LAST_EVENT = /(?:^|\s)([^\s:]*[A-Za-z]\S*):$/;
const LAST_PERIOD = /(?:^|\s)(\d+)$/;
const LAST_TIME = /(?:^|\s)(\d+\.\d{1,9}):$/;
const LAST_PLACE = /(?:(?:^|\s+)-?\d+(?:\/-?\d+)?)?(?:(?:^|\s+)\[\d+\])?$/;

/**
 * A line that `-F` has left with less than a thread's id and its time stamp or event: `mysqld`, `mysqld 1234`,
 * `5012.345678: 2004008 cycles:`, `cycles:`. Any line could be one, so the caller must know that a frame follows.
 */
export function readBareHeader(line: string): SampleHeader {
  let fields = line.slice(0, FIELDS_LENGTH).trim();
  const last = (shape: RegExp): string | null => {
    const found = shape.exec(fields);
    if (found === null) return null;
    fields = fields.slice(0, found.index).trimEnd();
    return found[1] ?? null;
  };
  const event = last(LAST_EVENT);
  const period = event === null ? null : last(LAST_PERIOD);
  const time = last(LAST_TIME);
  last(LAST_PLACE);
  return {
    comm: fields,
    time: time === null ? null : Number(time),
    period: numberOf(period ?? undefined),
    event,
    rest: '',
  };
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

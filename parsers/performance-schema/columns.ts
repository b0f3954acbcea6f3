/** What the columns of a summary table are for. Positions are of the table's own columns. */
export interface TableShape {
  /** Columns that lead the path of a row: whose work it was. */
  readonly leading: readonly number[];
  /** The instrument, `wait/io/file`; -1 when the table has none. */
  readonly event: number;
  /** Columns that end the path: schema, table, index, file. */
  readonly objects: readonly number[];
  /** Text of the statement and its hash; -1 when the table has none. */
  readonly digestText: number;
  readonly digest: number;
  readonly values: readonly ValueColumn[];
  /** Columns that tell rows apart but differ from run to run (thread ids, addresses): rows are added up over them. */
  readonly addedUp: readonly number[];
  /** Columns of no known meaning. */
  readonly ignored: readonly number[];
}

export interface ValueColumn {
  readonly at: number;
  /** As in the table, in capitals: `SUM_TIMER_WAIT`. */
  readonly name: string;
  readonly unit: 'picoseconds' | 'bytes' | 'count';
}

const LEADING = ['USER', 'HOST'];
const OBJECTS = ['OBJECT_TYPE', 'SCHEMA_NAME', 'OBJECT_SCHEMA', 'OBJECT_NAME', 'INDEX_NAME', 'FILE_NAME', 'SOCKET'];
const ADDED_UP = ['THREAD_ID', 'OBJECT_INSTANCE_BEGIN', 'PROCESSLIST_ID'];
/** Smallest, largest, mean, times and samples: they cannot be added up. */
const NOT_ADDITIVE = /^(?:MIN|MAX|AVG|LOW|HIGH|CURRENT)_|^(?:FIRST|LAST)_SEEN$|^QUANTILE_|^QUERY_SAMPLE_/;
const PICOSECONDS = /^SUM_(?:TIMER_\w+|LOCK_TIME|CPU_TIME)$/;

/** True for the columns of a summary table: what it is about, and how often or how long. */
export function isSummaryHeader(columns: readonly string[]): boolean {
  const names = columns.map((name) => name.toUpperCase());
  return (
    names.some((name) => name === 'COUNT_STAR' || name === 'SUM_TIMER_WAIT') &&
    names.some((name) => name === 'EVENT_NAME' || name.startsWith('DIGEST') || OBJECTS.includes(name))
  );
}

export function shapeOf(columns: readonly string[]): TableShape {
  const names = columns.map((name) => name.toUpperCase());
  const placesOf = (wanted: readonly string[]) => wanted.map((name) => names.indexOf(name)).filter((at) => at >= 0);
  const values = names.flatMap((name, at) =>
    /^(?:COUNT|SUM)_\w+$/.test(name) ? [{ at, name, unit: unitOf(name) }] : [],
  );
  const shape = {
    leading: placesOf(LEADING),
    event: names.indexOf('EVENT_NAME'),
    objects: placesOf(OBJECTS),
    digestText: names.indexOf('DIGEST_TEXT'),
    digest: names.indexOf('DIGEST'),
    values,
    addedUp: placesOf(ADDED_UP),
  };
  const { leading, event, objects, digestText, digest, addedUp } = shape;
  const used = new Set([...leading, event, ...objects, digestText, digest, ...addedUp, ...values.map(({ at }) => at)]);
  const ignored = names.flatMap((name, at) => (used.has(at) || NOT_ADDITIVE.test(name) ? [] : [at]));
  return { ...shape, ignored };
}

function unitOf(name: string): ValueColumn['unit'] {
  if (PICOSECONDS.test(name)) return 'picoseconds';
  return name.startsWith('SUM_NUMBER_OF_BYTES') ? 'bytes' : 'count';
}

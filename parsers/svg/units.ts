/** Units that profilers abbreviate. Only spelling is changed here, never a scale. */
const SPELLED: ReadonlyMap<string, string> = new Map([
  ['sample', 'samples'],
  ['ns', 'nanoseconds'],
  ['nsecs', 'nanoseconds'],
  ['nanosecond', 'nanoseconds'],
  ['us', 'microseconds'],
  ['µs', 'microseconds'],
  ['μs', 'microseconds'],
  ['usec', 'microseconds'],
  ['usecs', 'microseconds'],
  ['microsecond', 'microseconds'],
  ['ms', 'milliseconds'],
  ['msec', 'milliseconds'],
  ['msecs', 'milliseconds'],
  ['millisecond', 'milliseconds'],
  ['s', 'seconds'],
  ['sec', 'seconds'],
  ['secs', 'seconds'],
  ['second', 'seconds'],
  ['b', 'bytes'],
  ['byte', 'bytes'],
]);

/** `us` -> `microseconds`, `Samples` -> `samples`, `"Func-Trace"` -> `func-trace`. */
export function unitOf(spelled: string): string {
  const plain = spelled.toLowerCase().replace(/^"(.*)"$/, '$1');
  return SPELLED.get(plain) ?? plain;
}

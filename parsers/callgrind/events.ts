/** An event of the header: `Ir`, `cpu(ms)`, `Time_(10ns)`, `Memory_(bytes)`. */
export interface Event {
  readonly written: string;
  readonly name: string;
  readonly unit: string;
  /** Costs are counted in this many units: 10 for `Time_(10ns)`. */
  readonly factor: number;
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ['ns', 'nanoseconds'],
  ['us', 'microseconds'],
  ['µs', 'microseconds'],
  ['ms', 'milliseconds'],
  ['s', 'seconds'],
  ['bytes', 'bytes'],
  ['b', 'bytes'],
  ['kb', 'kilobytes'],
  ['mb', 'megabytes'],
  ['gb', 'gigabytes'],
]);

export function eventOf(written: string): Event {
  const parts = /^(.+?)_?\((\d{0,6})([A-Za-zµ]+)\)$/.exec(written);
  if (parts === null) return { written, name: written, unit: 'count', factor: 1 };
  const [, name = written, factor = '', unit = ''] = parts;
  const lower = unit.toLowerCase();
  return { written, name, unit: UNITS.get(lower) ?? lower, factor: factor === '' ? 1 : Number(factor) };
}

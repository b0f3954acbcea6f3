/**
 * The number that `text` spells, times 10^shift, exact where a double can be: digits are moved, not multiplied, so
 * "0.016612" seconds are 16612000 nanoseconds. Null when it is no plain number
 * without a sign.
 */
export function shifted(text: string, shift: number): number | null {
  const parts = /^(\d{1,30})(?:\.(\d{0,30}))?$/.exec(text);
  if (parts === null) return null;
  const [, whole = '', fraction = ''] = parts;
  const padded = fraction.padEnd(shift, '0');
  const rest = padded.slice(shift).replace(/0+$/, '');
  return Number(`${whole}${padded.slice(0, shift)}${rest === '' ? '' : `.${rest}`}`);
}

/** A whole number without grouping, or null. */
export function wholeNumber(text: string): number | null {
  return /^\d{1,30}$/.test(text) ? Number(text) : null;
}

/** A number with a suffix of its unit, as Apple's tools print them: `429.93 MB`, `4273.0ms`, `96.08 Gc`. */
export interface Measured {
  readonly value: number;
  /** `nanoseconds`, `bytes`, `cycles`, or `count` for a number alone. */
  readonly unit: string;
}

const DECIMAL_UNITS: ReadonlyMap<string, readonly [shift: number, unit: string]> = new Map([
  ['', [0, 'count']],
  ['ns', [0, 'nanoseconds']],
  ['us', [3, 'nanoseconds']],
  ['µs', [3, 'nanoseconds']],
  ['μs', [3, 'nanoseconds']],
  ['ms', [6, 'nanoseconds']],
  ['s', [9, 'nanoseconds']],
  ['c', [0, 'cycles']],
  ['cycles', [0, 'cycles']],
  ['kc', [3, 'cycles']],
  ['mc', [6, 'cycles']],
  ['gc', [9, 'cycles']],
  ['tc', [12, 'cycles']],
  ['k', [3, 'count']],
]);
const FACTOR_UNITS: ReadonlyMap<string, readonly [factor: number, unit: string]> = new Map([
  ['min', [60e9, 'nanoseconds']],
  ['h', [3600e9, 'nanoseconds']],
  ['b', [1, 'bytes']],
  ['bytes', [1, 'bytes']],
  ['kb', [1024, 'bytes']],
  ['mb', [1024 ** 2, 'bytes']],
  ['gb', [1024 ** 3, 'bytes']],
  ['tb', [1024 ** 4, 'bytes']],
]);

/** Null when `text` begins with no number, or the unit is not known. What follows number and unit is left alone. */
export function measured(text: string): Measured | null {
  const parts = /^\s*(\d[\d.,]{0,40})\s{0,4}([A-Za-zµμ]{0,8})/.exec(text);
  if (parts === null) return null;
  const number = (parts[1] ?? '').replaceAll(',', '');
  const unit = (parts[2] ?? '').toLowerCase();
  const decimal = DECIMAL_UNITS.get(unit);
  if (decimal !== undefined) {
    const value = shifted(number, decimal[0]);
    return value === null ? null : { value, unit: decimal[1] };
  }
  const factor = FACTOR_UNITS.get(unit);
  const value = factor === undefined ? null : shifted(number, 0);
  return value === null || factor === undefined ? null : { value: value * factor[0], unit: factor[1] };
}

/**
 * Numbers as people read them. Grouping is always by comma and the point is always a point: a report must read the same
 * on every machine, so no locale is asked.
 */

/** 1234567 -> "1,234,567"; fractions keep their digits; bigints are exact. */
export function grouped(value: number | bigint): string {
  const text = String(value);
  if (text.includes('e')) return text;
  const [whole = '', fraction] = text.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = sign === '' ? whole : whole.slice(1);
  const groups = digits.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${groups}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** 0.0712 -> "7.1 %". Small shares get more digits so that they do not read as nothing; 0 is "0 %". */
export function percent(share: number): string {
  const value = share * 100;
  if (value === 0) return '0 %';
  const magnitude = Math.abs(value);
  if (magnitude < 0.000_05) return 'below 0.0001 %';
  const digits = magnitude >= 0.95 ? 1 : magnitude >= 0.095 ? 2 : magnitude >= 0.0095 ? 3 : 4;
  return `${withoutNegativeZero(value.toFixed(digits))} %`;
}

/** 0.78 -> "+78.0 points": the difference of two shares, never "%". */
export function points(delta: number): string {
  const text = withoutNegativeZero((delta * 100).toFixed(Math.abs(delta) >= 0.000_95 || delta === 0 ? 1 : 3));
  return `${delta > 0 ? '+' : ''}${text} points`;
}

/** 12.1428 -> "12.1 times". */
export function times(ratio: number): string {
  return `${ratio >= 100 ? grouped(Math.round(ratio)) : ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2)} times`;
}

/** 1536 -> "1.5 KiB". */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[unit] ?? ''}`;
}

/** "1 line", "3 lines". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** "q = 0.0003": two digits, never rounded to 0. */
export function probability(value: number, name: 'q' | 'p' = 'q'): string {
  if (value < 0.000_01) return `${name} below 0.00001`;
  return `${name} = ${value < 0.0001 ? value.toFixed(5) : Number(value.toPrecision(2))}`;
}

function withoutNegativeZero(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

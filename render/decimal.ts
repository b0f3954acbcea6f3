/**
 * `value` in plain decimals, as few as give the same double back: no exponent, no negative zero. For formats whose
 * readers do not know `1e-7`.
 */
export function plainDecimal(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString();
  const text = String(value === 0 ? 0 : value);
  const exponentAt = text.indexOf('e');
  if (exponentAt === -1) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const exponent = Number(text.slice(exponentAt + 1));
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length, exponentAt).replace('.', '');
  return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
}

/** Digits after the point that `value` needs. */
export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = plainDecimal(value);
  return text.length - text.indexOf('.') - 1;
}

/**
 * Smallest amount that counts can differ by: their common divisor (a sampling period, where the counts were weighted by
 * it); 1 when there are too few different counts to tell it from an accident; 0 for fractions.
 */
export function stepOf(total: Float64Array): number {
  let divisor = 0;
  const distinct = new Set<number>();
  for (const count of total) {
    if (!Number.isSafeInteger(count)) return 0;
    if (count === 0) continue;
    if (distinct.size < DISTINCT) distinct.add(count);
    if (divisor !== 1) divisor = commonDivisor(count, divisor);
  }
  return distinct.size < DISTINCT ? 1 : divisor;
}

const DISTINCT = 8;

function commonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

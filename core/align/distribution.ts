/** Weights by function; the negative keys below stand for what is no function. */
export type Distribution = Map<number, number>;

/** The frame's own time, among callees. */
export const SELF = -1;
/** Above the first frame, among callers. */
export const TOP = -2;
/** Any function that only this side has, among leaves. */
export const ONE_SIDED = -3;

export function add(distribution: Distribution, key: number, weight: number): void {
  distribution.set(key, (distribution.get(key) ?? 0) + weight);
}

/** overlap(p, q) = sum of min(p_i, q_i) of the normalised distributions; 0 when one is empty (DIFF-SPEC 6). */
export function overlap(p: Distribution, q: Distribution): number {
  const a = sumOf(p);
  const b = sumOf(q);
  if (!(a > 0) || !(b > 0)) return 0;
  let common = 0;
  for (const [key, weight] of p) common += Math.min(weight / a, (q.get(key) ?? 0) / b);
  return common;
}

export function sumOf(distribution: Distribution): number {
  let sum = 0;
  for (const weight of distribution.values()) sum += weight;
  return sum;
}

/** The `count` heaviest entries; ties by name, so that the order of input does not matter. */
export function heaviest(distribution: Distribution, count: number, names: readonly string[]): [number, number][] {
  const byName = (a: number, b: number) => {
    const left = names[a] ?? '';
    const right = names[b] ?? '';
    return left < right ? -1 : left > right ? 1 : a - b;
  };
  return [...distribution].sort((a, b) => b[1] - a[1] || byName(a[0], b[0])).slice(0, count);
}

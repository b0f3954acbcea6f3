/**
 * Benjamini-Hochberg over a family of p-values: q of each, in the order given. NaN (not tested) stays NaN and is no member.
 * The measured rates of DIFF-SPEC 3.5 justify it for nested, compositional frames, not the theorem. O(m log m).
 */
export function benjaminiHochberg(p: Float64Array): Float64Array {
  const order = Uint32Array.from(p.keys()).filter((i) => !Number.isNaN(p[i]));
  order.sort((a, b) => p[a]! - p[b]! || a - b);
  const q = new Float64Array(p.length).fill(NaN);
  let least = 1;
  for (let rank = order.length; rank >= 1; rank--) {
    const i = order[rank - 1]!;
    // The factor first: rounding then cannot take q below p.
    least = Math.min(least, p[i]! * (order.length / rank));
    q[i] = least;
  }
  return q;
}

/** q that `p` would have if it joined the family: for a region that is tested beside the functions (DIFF-SPEC 5). O(m log m). */
export function qAmong(p: number, family: Float64Array): number {
  const joined = new Float64Array(family.length + 1);
  joined.set(family);
  joined[family.length] = p;
  return benjaminiHochberg(joined)[family.length]!;
}

/**
 * Distribution functions that the tests of DIFF-SPEC 3 need, to double accuracy: normal, log-gamma, regularized incomplete
 * beta, Student t with real degrees of freedom. Upper tails are computed as such, never as 1 - cdf, so that small p-values
 * keep their digits.
 */

/** ln Γ(x) for x > 0: Stirling's series after shifting the argument above 15. */
export function logGamma(x: number): number {
  let skipped = 1;
  let at = x;
  for (; at < 15; at++) skipped *= at;
  const inverse = 1 / at;
  const square = inverse * inverse;
  let series = 0;
  for (let i = STIRLING.length - 1; i >= 0; i--) series = series * square + STIRLING[i]!;
  return (at - 0.5) * Math.log(at) - at + HALF_LOG_TAU + series * inverse - Math.log(skipped);
}

/** B(2k) / (2k (2k - 1)) for k = 1, 2, … */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
const HALF_LOG_TAU = 0.5 * Math.log(2 * Math.PI);

/** Density of the standard normal distribution. */
function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z - HALF_LOG_TAU);
}

/** P(Z > z), standard normal. */
export function normalUpper(z: number): number {
  if (z < 0) return 1 - normalUpper(-z);
  if (z > 2.5) return normalDensity(z) / upperFraction(z);
  // Φ(z) - 1/2 = φ(z) (z + z³/3 + z⁵/(3·5) + …)
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 0.5 - normalDensity(z) * sum;
}

/** z + 1/(z + 2/(z + 3/(z + …))), Laplace's fraction of the tail, from its far end; 200 terms suffice for z > 2.5. */
function upperFraction(z: number): number {
  let fraction = z;
  for (let k = 200; k >= 1; k--) fraction = z + k / fraction;
  return fraction;
}

/** P(Z <= z), standard normal. */
export function normalCdf(z: number): number {
  return normalUpper(-z);
}

/** P(|Z| > |z|), standard normal. */
export function normalTwoSided(z: number): number {
  return 2 * normalUpper(Math.abs(z));
}

/** The z with P(Z > z) = p. ±Infinity at 0 and 1. */
export function normalUpperQuantile(p: number): number {
  if (p > 0.5) return -normalUpperQuantile(1 - p);
  if (p === 0) return Infinity;
  if (!(p > 0)) return NaN;
  // Start: Abramowitz and Stegun 26.2.23, error below 4.5e-4; then Halley's method on the tail.
  const t = Math.sqrt(-2 * Math.log(p));
  let z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (let step = 0; step < 4; step++) {
    const u = (normalUpper(z) - p) / normalDensity(z);
    z += u / (1 - (u * z) / 2);
  }
  return z;
}

/** The z with P(Z <= z) = p. */
export function normalQuantile(p: number): number {
  return -normalUpperQuantile(p);
}

/**
 * Regularized incomplete beta I_x(a, b) for a, b > 0; `complement` is 1 - x, given apart so that an x near 1 keeps its
 * digits. Continued fraction (Abramowitz and Stegun 26.5.8) by Lentz's method, on the side where it converges fast.
 */
export function incompleteBeta(a: number, b: number, x: number, complement = 1 - x): number {
  if (Number.isNaN(x)) return NaN;
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(complement));
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(a, b, x)) / a;
  return 1 - (front * betaFraction(b, a, complement)) / b;
}

function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let fraction = d;
  for (let step = 2; step < 20_000; step++) {
    const m = step >> 1;
    const even = step % 2 === 0;
    const term = even
      ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
      : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + term * d;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = 1 + term / c;
    if (Math.abs(c) < tiny) c = tiny;
    fraction *= c * d;
    if (!even && Math.abs(c * d - 1) < 4e-16) break;
  }
  return fraction;
}

/** P(|T| > |t|), Student t with `df` > 0 degrees of freedom (any real number). */
export function studentTwoSided(t: number, df: number): number {
  const square = t * t;
  if (square === Infinity) return 0;
  return incompleteBeta(df / 2, 0.5, df / (df + square), square / (df + square));
}

/** P(T <= t). */
export function studentCdf(t: number, df: number): number {
  const tail = studentTwoSided(t, df) / 2;
  return t > 0 ? 1 - tail : tail;
}

/**
 * The t >= 0 with P(|T| > t) = alpha. Newton's method on ln P against ln t: that curve is concave and falls, so the steps
 * converge from any start.
 */
export function studentCritical(alpha: number, df: number): number {
  if (alpha >= 1) return 0;
  if (alpha <= 0) return Infinity;
  const scale = Math.exp(logGamma((df + 1) / 2) - logGamma(df / 2)) / Math.sqrt(df * Math.PI);
  let log = Math.log(normalUpperQuantile(alpha / 2));
  for (let step = 0; step < 100; step++) {
    const t = Math.exp(log);
    const p = studentTwoSided(t, df);
    const density = scale * (1 + (t * t) / df) ** (-(df + 1) / 2);
    const move = (Math.log(p / alpha) * p) / (2 * density * t);
    log += move;
    if (Math.abs(move) < 1e-15) break;
  }
  return Math.exp(log);
}

/** The t with P(T <= t) = p. */
export function studentQuantile(p: number, df: number): number {
  return p < 0.5 ? -studentCritical(2 * p, df) : studentCritical(2 * (1 - p), df);
}

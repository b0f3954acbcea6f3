/** Decodes Punycode (RFC 3492) as Rust writes it, with `_` before the encoded part; null when it is none. */
export function fromPunycode(text: string): string | null {
  const split = text.lastIndexOf('_');
  const points = split < 0 ? [] : Array.from(text.slice(0, split), (char) => char.codePointAt(0) ?? 0);
  let at = split + 1;
  let code = 128;
  let bias = 72;
  let index = 0;
  while (at < text.length) {
    const before = index;
    let weight = 1;
    for (let step = 36; ; step += 36) {
      const digit = DIGITS.indexOf(text.charAt(at++));
      if (digit < 0 || at > text.length) return null;
      index += digit * weight;
      const least = Math.min(26, Math.max(1, step - bias));
      if (digit < least) break;
      weight *= 36 - least;
      if (index > 0x7fffffff || weight > 0x7fffffff) return null;
    }
    const length = points.length + 1;
    bias = adapted(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > 0x10ffff) return null;
    points.splice(index++, 0, code);
  }
  return String.fromCodePoint(...points);
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let steps = 0;
  for (; rest > 455; steps += 36) rest = Math.floor(rest / 35);
  return steps + Math.floor((36 * rest) / (rest + 38));
}

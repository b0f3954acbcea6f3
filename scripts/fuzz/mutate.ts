/** Damage to files, chosen by a seed: the same seed gives the same bytes on every machine. */
import { gzipSync } from 'node:zlib';
import type { Random } from '../validate-stats/random.ts';

export interface Seedling {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** No mutated input is longer; depth bombs are cut to it. */
export const MAX_INPUT_BYTES = 400_000;

type Mutation = (bytes: Uint8Array, random: Random, others: readonly Seedling[]) => Uint8Array;

const encoder = new TextEncoder();

function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[random.integer(0, list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A range of at most `most` bytes. */
function range(random: Random, { length }: Uint8Array, most = length): readonly [start: number, end: number] {
  const start = random.integer(0, length + 1);
  return [start, Math.min(length, start + random.integer(0, most + 1))];
}

const flipBytes: Mutation = (bytes, random) => {
  const changed = bytes.slice();
  const count = random.integer(1, 9);
  for (let i = 0; i < count && changed.length > 0; i++) {
    const at = random.integer(0, changed.length);
    changed[at] = random.uniform() < 0.5 ? (changed[at] ?? 0) ^ (1 << random.integer(0, 8)) : random.integer(0, 256);
  }
  return changed;
};

const cut: Mutation = (bytes, random) => bytes.slice(0, random.integer(0, bytes.length + 1));

const remove: Mutation = (bytes, random) => {
  const [start, end] = range(random, bytes, 200);
  return joined(bytes.subarray(0, start), bytes.subarray(end));
};

const duplicate: Mutation = (bytes, random) => {
  const [start, end] = range(random, bytes, 2000);
  const part = bytes.subarray(start, end);
  return joined(
    bytes.subarray(0, end),
    ...Array.from({ length: random.integer(1, 20) }, () => part),
    bytes.subarray(end),
  );
};

const splice: Mutation = (bytes, random, others) => {
  const other = pick(random, others).bytes;
  const [start, end] = range(random, bytes, 1000);
  const [from, to] = range(random, other, 4000);
  return joined(bytes.subarray(0, start), other.subarray(from, to), bytes.subarray(end));
};

/** Another file of the same format in the place of a part: `svg-icicle.svg` and `svg-inferno.svg` begin alike. */
const spliceSame =
  (name: string): Mutation =>
  (bytes, random, others) => {
    const format = /[^/]+?(?=-|$)/.exec(name.replace(/^.*\//, ''))?.[0] ?? '';
    const same = others.filter((other) => other.name.includes(`/${format}`));
    return splice(bytes, random, same.length > 0 ? same : others);
  };

const swapHeader: Mutation = (bytes, random, others) => {
  const length = random.integer(1, 400);
  return joined(pick(random, others).bytes.subarray(0, length), bytes.subarray(random.integer(0, length + 1)));
};

const NUMBERS = [
  '0',
  '-1',
  '1e308',
  '1e-308',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '18446744073709551616',
  '99999999999999999999999999999999',
  '2147483648',
  '4294967295',
  '0.1',
  '-0',
  'NaN',
  'Infinity',
  '',
  '1,5',
  '0x10',
  '٣',
];

/** Replaces one run of digits by a number that is hard to hold. */
const inflateNumber: Mutation = (bytes, random) => {
  const isDigit = (at: number) => (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39;
  let start = random.integer(0, bytes.length + 1);
  while (start < bytes.length && !isDigit(start)) start++;
  let end = start;
  while (end < bytes.length && isDigit(end)) end++;
  return joined(bytes.subarray(0, start), encoder.encode(pick(random, NUMBERS)), bytes.subarray(end));
};

/** Replaces a byte and those after it by the longest and largest numbers of binary formats. */
const inflateBinary: Mutation = (bytes, random) => {
  const changed = bytes.slice();
  const at = random.integer(0, bytes.length + 1);
  changed.fill(pick(random, [0xff, 0x80, 0x00, 0x7f]), at, at + random.integer(1, 12));
  return changed;
};

/** A length of a binary format, in either order of bytes or as a varint, that says more than there is. */
const inflateLength: Mutation = (bytes, random) => {
  const changed = bytes.slice();
  const at = random.integer(0, bytes.length + 1);
  const huge = pick(random, [
    [0x7f, 0xff, 0xff, 0xff],
    [0xff, 0xff, 0xff, 0x7f],
    [0xff, 0xff, 0xff, 0xff, 0x0f],
    [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
    [0x00, 0x00, 0x00, 0x00],
  ]);
  changed.set(huge.slice(0, Math.max(0, changed.length - at)), at);
  return changed;
};

/** The same text as other systems write it. */
const rewrite: Mutation = (bytes, random) => {
  const text = new TextDecoder('latin1').decode(bytes);
  const kind = random.integer(0, 4);
  if (kind === 0) return encoder.encode(text.replaceAll('\n', '\r\n'));
  if (kind === 1) return encoder.encode(`\ufeff${text}`);
  if (kind === 2) return encoder.encode(text.replaceAll('\n', '\r'));
  const isLittle = random.uniform() < 0.5;
  const wide = new Uint8Array(2 * bytes.length + 2);
  wide.set(isLittle ? [0xff, 0xfe] : [0xfe, 0xff]);
  for (const [i, byte] of bytes.entries()) wide[2 * i + (isLittle ? 2 : 3)] = byte;
  return wide;
};

/** Compressed, and then damaged by what follows. */
const compress: Mutation = (bytes) => new Uint8Array(gzipSync(bytes));

const BOMBS = [
  '[',
  '{"a":',
  '{"children":[',
  '<g>',
  '(',
  '<',
  'a;',
  '\\',
  '"',
  '&amp;',
  ' ',
  '\n',
  '\t',
  '/*',
  '_[k]',
  '%',
  '(anonymous namespace)::',
  'u(9)\n',
];

const depthBomb: Mutation = (bytes, random) => {
  const at = random.integer(0, bytes.length + 1);
  const bomb = encoder.encode(pick(random, BOMBS).repeat(random.integer(100, 40_000)));
  return joined(bytes.subarray(0, at), bomb, bytes.subarray(at));
};

const TOKENS = [
  '__proto__',
  'constructor',
  '\0',
  '\ufffd',
  '\ufeff',
  '\r',
  '\u2028',
  '<!ENTITY a "b">',
  ']]>',
  '</script>',
  '-->',
  '\u0000\u0001',
  '%s',
  '${x}',
  ';;;',
  '\u{1f525}',
  '\\u0000',
  'null',
  'true',
];

const insertToken: Mutation = (bytes, random) => {
  const at = random.integer(0, bytes.length + 1);
  return joined(bytes.subarray(0, at), encoder.encode(pick(random, TOKENS)), bytes.subarray(at));
};

/** Takes a line away, or puts it somewhere else. */
const moveLine: Mutation = (bytes, random) => {
  const start = bytes.indexOf(0x0a, random.integer(0, bytes.length + 1)) + 1;
  const end = bytes.indexOf(0x0a, start) + 1;
  if (start === 0 || end === 0) return cut(bytes, random, []);
  const without = joined(bytes.subarray(0, start), bytes.subarray(end));
  if (random.uniform() < 0.5) return without;
  const to = without.indexOf(0x0a, random.integer(0, without.length + 1)) + 1;
  return joined(without.subarray(0, to), bytes.subarray(start, end), without.subarray(to));
};

const MUTATIONS: readonly Mutation[] = [
  flipBytes,
  cut,
  remove,
  duplicate,
  splice,
  swapHeader,
  inflateNumber,
  inflateBinary,
  depthBomb,
  insertToken,
  moveLine,
  inflateLength,
  rewrite,
  compress,
];

/** One to four mutations of one of the seedlings. */
export function mutated(seedlings: readonly Seedling[], random: Random): Seedling {
  const { name, bytes } = pick(random, seedlings);
  let changed = bytes;
  const count = random.integer(1, 5);
  for (let i = 0; i < count; i++) {
    const mutation = pick(random, [...MUTATIONS, spliceSame(name)]);
    changed = mutation(changed, random, seedlings).subarray(0, MAX_INPUT_BYTES);
  }
  return { name, bytes: changed };
}

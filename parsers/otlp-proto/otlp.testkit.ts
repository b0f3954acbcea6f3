/** Writes OpenTelemetry profiles in the layouts of three versions of the protocol. */

export interface DrawnSample {
  /** Names of functions, leaf first. */
  readonly stack: readonly string[];
  readonly values: readonly (number | bigint)[];
  /** Number of moments. */
  readonly moments?: number;
}

export type Version = '1.7' | '1.8' | '1.9';

function varint(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

export function block(field: number, bytes: readonly number[]): number[] {
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
}

function number(field: number, value: number | bigint): number[] {
  return value === 0 ? [] : [...varint(field * 8), ...varint(value)];
}

function packed(field: number, values: readonly (number | bigint)[]): number[] {
  return values.length === 0 ? [] : block(field, values.flatMap(varint));
}

const text = (field: number, value: string): number[] => block(field, [...new TextEncoder().encode(value)]);

export function otlpOf(samples: readonly DrawnSample[], version: Version): Uint8Array {
  const strings = ['', 'samples', 'count', 'cpu', 'nanoseconds', 'app.so'];
  const names = [...new Set(samples.flatMap(({ stack }) => stack))];
  strings.push(...names);
  const locations = names.flatMap((_, at) => block(2, [...number(1, 1), ...block(3, number(1, at + 1))]));
  const functions = names.flatMap((name) => block(3, number(1, strings.indexOf(name, 6))));
  const stacks = samples.map(({ stack }) => stack.map((name) => names.indexOf(name)));
  const dictionary = [
    ...block(1, []),
    ...block(1, number(4, 5)),
    ...locations,
    ...block(3, []),
    ...functions,
    ...strings.flatMap((one) => text(5, one)),
    ...(version === '1.7' ? [] : stacks.flatMap((stack) => block(7, packed(1, stack)))),
  ];
  let start = 0;
  const sampleBytes = samples.flatMap(({ values, moments = 0 }, at) => {
    const stack = stacks[at] ?? [];
    const from = start;
    start += stack.length;
    const fixed = Array.from({ length: moments * 8 }, () => 1);
    if (version === '1.7')
      return block(2, [
        ...number(1, from),
        ...number(2, stack.length),
        ...packed(3, values),
        ...packed(6, fixed.slice(0, moments)),
      ]);
    const moment = moments === 0 ? [] : block(5, fixed);
    return version === '1.8'
      ? block(2, [...number(1, at), ...packed(2, values), ...number(4, 1), ...moment])
      : block(2, [...number(1, at), ...packed(2, [3, 4]), ...packed(4, values), ...moment]);
  });
  const [duration, periodType, period] = version === '1.7' ? [5, 6, 7] : [4, 5, 6];
  const profile = [
    ...block(1, [...number(1, 1), ...number(2, 2)]),
    ...sampleBytes,
    ...(version === '1.7' ? packed(3, stacks.flat()) : [3 * 8 + 1, 1, 2, 3, 4, 5, 6, 7, 8]),
    ...number(duration ?? 0, 3_000_000_000),
    ...block(periodType ?? 0, [...number(1, 3), ...number(2, 4)]),
    ...number(period ?? 0, 50_000_000),
  ];
  const resource = [...block(1, text(3, 'host')), ...block(2, [...block(1, text(1, 'ebpf')), ...block(2, profile)])];
  return new Uint8Array([...block(1, resource), ...block(2, dictionary)]);
}

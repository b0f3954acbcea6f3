/** A field of a protobuf message, written by hand: what it holds decides its wire type. */
export type Field = readonly [number, number | bigint | string | Uint8Array | readonly Field[]];

/** Bytes of a message. Numbers become varints; strings, bytes and messages go by their length. */
export function message(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const [field, value] of fields) {
    if (typeof value === 'number' || typeof value === 'bigint') {
      bytes.push(...varint(field << 3), ...varint(value));
      continue;
    }
    const content = contentOf(value);
    bytes.push(...varint((field << 3) | 2), ...varint(content.length), ...content);
  }
  return Uint8Array.from(bytes);
}

function contentOf(value: string | Uint8Array | readonly Field[]): Uint8Array {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  return value instanceof Uint8Array ? value : message(...value);
}

export function varint(value: number | bigint): readonly number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

export function packed(...values: readonly (number | bigint)[]): Uint8Array {
  return Uint8Array.from(values.flatMap(varint));
}

const FIELD = { sampleType: 1, sample: 2, mapping: 3, location: 4, function: 5, string: 6 } as const;

/** Strings by their index, so that fields can name them: `s.of('cpu')`. */
export class Strings {
  readonly #known = new Map<string, number>([['', 0]]);

  of(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, this.#known.size);
    return this.#known.size - 1;
  }

  fields(): readonly Field[] {
    return Array.from(this.#known.keys(), (text): Field => [FIELD.string, text]);
  }
}

export interface Drawn {
  /** `['cpu', 'nanoseconds']`. */
  readonly types: readonly (readonly [string, string])[];
  /** Leaf first: ids of locations, values of each type, further fields of the sample. */
  readonly samples: readonly (readonly [readonly (number | bigint)[], readonly (number | bigint)[], ...Field[]])[];
  /** Id -> names of its lines, the innermost inlined one first. */
  readonly locations: readonly (readonly [number | bigint, readonly string[]])[];
  readonly more?: readonly Field[];
}

/** A profile.proto in the order of google/pprof: types, samples, locations, functions, strings. */
export function pprofOf(
  { types, samples, locations, more = [] }: Drawn,
  strings = new Strings(),
): Uint8Array<ArrayBuffer> {
  const names = new Map<string, number>();
  const idOf = (name: string) => names.get(name) ?? names.set(name, names.size + 1).size;
  const body: Field[] = [
    ...types.map(
      ([name, unit]): Field => [
        FIELD.sampleType,
        [
          [1, strings.of(name)],
          [2, strings.of(unit)],
        ],
      ],
    ),
    ...samples.map(
      ([ids, values, ...extra]): Field => [FIELD.sample, [[1, packed(...ids)], [2, packed(...values)], ...extra]],
    ),
    ...locations.map(
      ([id, lines]): Field => [FIELD.location, [[1, id], ...lines.map((name): Field => [4, [[1, idOf(name)]]])]],
    ),
  ];
  body.push(
    ...Array.from(
      names,
      ([name, id]): Field => [
        FIELD.function,
        [
          [1, id],
          [2, strings.of(name)],
        ],
      ],
    ),
    ...more,
  );
  return message(...body, ...strings.fields());
}

import type { Count, Id, Range } from '../pprof/tables.ts';
import { BYTES, VARINT, WireReader } from '../pprof/wire.ts';

/** A protobuf message taken apart: messages and texts as ranges, numbers in their order, packed ones as ranges too. */
export interface Message {
  readonly ranges: ReadonlyMap<number, readonly Range[]>;
  readonly numbers: ReadonlyMap<number, readonly Count[]>;
  /** Fields of eight bytes: how many there were; their values are moments, which are not kept. */
  readonly fixed: ReadonlyMap<number, number>;
}

/** Takes the message between the reader's bounds apart; what is wrong with it is in the reader's fault. */
export function takeApart(reader: WireReader): Message {
  const ranges = new Map<number, Range[]>();
  const numbers = new Map<number, Count[]>();
  const fixed = new Map<number, number>();
  while (reader.more) {
    reader.varint();
    const field = reader.low >>> 3;
    const wireType = reader.low & 7;
    if (wireType === BYTES) {
      const end = reader.length();
      if (reader.fault !== null) break;
      push(ranges, field, { start: reader.at, end });
      reader.at = end;
    } else if (wireType === VARINT) push(numbers, field, reader.signed());
    else {
      reader.skip(wireType);
      fixed.set(field, (fixed.get(field) ?? 0) + 1);
    }
  }
  return { ranges, numbers, fixed };
}

function push<T>(lists: Map<number, T[]>, field: number, value: T): void {
  const list = lists.get(field);
  if (list === undefined) lists.set(field, [value]);
  else list.push(value);
}

/** The last number of a field, as protobuf readers take it; 0 when it is absent. */
export function numberIn({ numbers }: Message, field: number): Id {
  return numbers.get(field)?.at(-1) ?? 0;
}

/** All numbers of a repeated field, packed or not. */
export function numbersIn(bytes: Uint8Array, message: Message, field: number): readonly Count[] {
  const list = [...(message.numbers.get(field) ?? [])];
  for (const { start, end } of message.ranges.get(field) ?? []) {
    const reader = new WireReader(bytes, start, end);
    while (reader.more) list.push(reader.signed());
  }
  return list;
}

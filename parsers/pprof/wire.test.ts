import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { varint } from './pprof.testkit.ts';
import { BYTES, VARINT, WireReader } from './wire.ts';

const reader = (...bytes: readonly number[]) => new WireReader(Uint8Array.from(bytes));

describe('numbers', () => {
  test('of 64 bits are exact, negative ones in two’s complement', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const read = reader(...varint(value)).signed();
        expect(BigInt(read)).toBe(value);
        expect(typeof read).toBe(Number.isSafeInteger(Number(value)) ? 'number' : 'bigint');
        expect(BigInt(reader(...varint(value)).unsigned())).toBe(BigInt.asUintN(64, value));
      }),
      { seed: 21, numRuns: 1000 },
    );
  });

  test.each([0, 1, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -1, 1 - 2 ** 53])('%d', (value) => {
    expect(reader(...varint(value)).signed()).toBe(value);
  });

  test('may be longer than they need to be, but not longer than ten bytes', () => {
    expect(reader(0x85, 0x80, 0x80, 0x00).signed()).toBe(5);
    const long = reader(...Array.from({ length: 11 }, () => 0x80), 1);
    long.varint();
    expect(long.fault).toMatchObject({ code: 'pprof-malformed' });
  });

  test('that end in the middle are a fault at their place', () => {
    const cut = reader(0x08, 0x96);
    cut.varint();
    cut.varint();
    expect(cut.fault).toMatchObject({ code: 'pprof-truncated', position: { byte: 2 } });
    expect(cut.more).toBe(false);
  });
});

describe('fields', () => {
  test('may not reach beyond their message', () => {
    const field = reader(5, 1, 2);
    field.length();
    expect(field.fault).toMatchObject({ code: 'pprof-truncated', expected: '5 more bytes' });
    const huge = reader(...varint(2n ** 63n), 1);
    huge.length();
    expect(huge.fault).toMatchObject({ code: 'pprof-truncated' });
  });

  test('of any wire type of protobuf are passed over; groups are refused', () => {
    const types = reader(0x96, 0x01, 2, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4);
    for (const wireType of [VARINT, BYTES, 1, 5]) types.skip(wireType);
    expect([types.fault, types.at, types.more]).toEqual([null, 17, false]);
    const group = reader(0);
    group.skip(3);
    expect(group.fault).toMatchObject({ code: 'pprof-malformed' });
  });

  test('of fixed size may be cut', () => {
    const cut = reader(1, 2, 3);
    cut.skip(1);
    expect(cut.fault).toMatchObject({ code: 'pprof-truncated' });
  });
});

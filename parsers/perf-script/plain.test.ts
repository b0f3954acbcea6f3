import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameNamed, readFrame } from './frame.ts';
import { isOtherRecord, readHeader } from './header.ts';
import { PlainFrame } from './plain-frame.ts';
import { PlainHeader } from './plain-header.ts';

const decoder = new TextDecoder();

/** Lines put together of what lines are made of, ordinary or not. */
const line = (pieces: readonly string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(' ', '  ', '\t')), { maxLength: 14 })
    .map((parts) => parts.join(''));

describe('headers read by bytes', () => {
  const plainly = (text: string) => {
    const bytes = new TextEncoder().encode(`~${text}~`);
    const header = new PlainHeader();
    if (!header.read(bytes, 1, bytes.length - 1)) return null;
    const part = (start: number, end: number) => decoder.decode(bytes.subarray(start, end));
    return {
      comm: part(header.commStart, header.commEnd),
      time: header.time,
      period: Number.isNaN(header.period) ? null : header.period,
      event: part(header.eventStart, header.eventEnd),
      rest: part(header.restStart, header.restEnd),
    };
  };

  test.each([
    'mysqld 1234/1301 [002] 5012.345678:    2004008 cpu-clock:u: ',
    '   swapper     0 [001]   100.000001:        250 cycles:  ffffffff81a0b3c0 do_idle+0x10 ([kernel.kallsyms])',
    'app 5 0.1: sched:sched_switch: prev=1 ==> next=2  ',
    'app 5 999999.123456789: L1-dcache-loads:',
    ':1 1 1.5: 7 c:\tx',
  ])('%j', (text) => {
    expect(plainly(text)).not.toBeNull();
    expect(plainly(text)).toEqual(readHeader(text));
  });

  test.each([
    ['a name with blanks', 'purge worker 5 1.5: 1 c:'],
    ['another record', 'app 5 1.5: PERF_RECORD_COMM: x'],
    ['no event', 'app 5 1.5: '],
    ['no time stamp', 'app 5 cycles: '],
    ['a time stamp too long for a double', 'app 5 12345678901234.123456: 1 c:'],
    ['a period too long for a double', 'app 5 1.5: 9999999999999999 c:'],
    ['letters beyond ASCII', 'größe 5 1.5: 1 c:'],
  ])('%s is left to the careful reading', (_what, text) => {
    expect(plainly(text)).toBeNull();
  });

  test('say the same as the careful reading', () => {
    const pieces = [
      'app',
      '41',
      '/',
      '7',
      '[001]',
      '1.5:',
      '12.000001:',
      '100',
      'cycles:',
      'c:u:',
      ':',
      'x',
      'é',
      '\u00a0',
      '(a)',
      '.',
      '-1',
      'd..2',
    ];
    const ordinary = fc
      .tuple(
        line(['app', 'x', '1', ':']),
        line(['41', '41/7', '[001]']),
        line(['1.5:', '1.50:']),
        line(['100', 'c:', 'c:u:']),
        line(pieces),
      )
      .map((parts) => parts.join(' '));
    let plain = 0;
    fc.assert(
      fc.property(fc.oneof(line(pieces), ordinary), (text) => {
        const found = plainly(text);
        if (found === null) return;
        plain++;
        expect(found).toEqual(readHeader(text));
      }),
      { seed: 31, numRuns: 20_000 },
    );
    expect(plain).toBeGreaterThan(100);
  });
});

describe('frames read by bytes', () => {
  const plainly = (text: string) => {
    const bytes = new TextEncoder().encode(`~${text}~`);
    const frame = new PlainFrame();
    if (!frame.read(bytes, 1, bytes.length - 1)) return null;
    const part = (start: number, end: number) => decoder.decode(bytes.subarray(start, end));
    return frameNamed(part(frame.symbolStart, frame.symbolEnd), part(frame.moduleStart, frame.moduleEnd));
  };

  test.each([
    '7f1e214c24d9 symbol+0x2a (/path/of/module)',
    'ffffffff81a0b3c0 do_idle+0x10 ([kernel.kallsyms])',
    'ff std::function<int (char)>::operator()(char) const+0x1 (/usr/lib/a.so (deleted))',
    'ff (anonymous namespace)::run()+0x1\t(/a)',
    'ff [unknown] ([unknown])',
    'ff memcpy (inlined)',
    'ff La;::b->Lc;::d+0x5 (/tmp/perf-7.map)',
  ])('%j', (text) => {
    expect(plainly(text)).not.toBeNull();
    expect(plainly(text)).toEqual(readFrame(text));
  });

  test.each([
    ['no module', 'ff symbol+0x2a'],
    ['no symbol', 'ff (/a)'],
    ['nothing but an offset', 'ff +0x2a (/a)'],
    ['a header', 'cafe 5 1.5: cycles: ff main (/a)'],
    ['brackets without a blank before them', 'ff f(int)'],
    ['letters beyond ASCII', 'ff größe (/a)'],
  ])('%s is left to the careful reading', (_what, text) => {
    expect(plainly(text)).toBeNull();
  });

  test('say the same as the careful reading', () => {
    const pieces = [
      'f',
      'f::g',
      '(',
      ')',
      '(a)',
      '(/a (deleted))',
      '+0x1f',
      '+0x',
      '0x1',
      'g',
      '->',
      'La;::b',
      '[unknown]',
      'inlined',
      ':',
      'é',
    ];
    const frame = fc
      .tuple(
        fc.constantFrom('ff', '0', 'cafe'),
        line(pieces),
        fc.constantFrom('', ' (/a)', ' ([k])', ' (/tmp/perf-1.map)', '(x)'),
      )
      .map(([address, symbol, module]) => `${address} ${symbol}${module}`);
    let plain = 0;
    fc.assert(
      fc.property(frame, (text) => {
        const found = plainly(text);
        if (found === null) return;
        plain++;
        expect(readHeader(text)).toBeNull();
        expect(isOtherRecord(text)).toBe(false);
        expect(found).toEqual(readFrame(text));
      }),
      { seed: 32, numRuns: 20_000 },
    );
    expect(plain).toBeGreaterThan(1000);
  });
});

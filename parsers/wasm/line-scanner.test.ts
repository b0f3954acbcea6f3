import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BLANK_LINE, OTHER_LINE, PlainLineScanner } from '../bytes/line-scanner.ts';
import type { LineScanner } from '../bytes/line-scanner.ts';
import { lineScanner } from './line-scanner.ts';
import { compileWasm } from './runtime.ts';
import { LINE_SCANNER_WASM } from './line-scanner.generated.ts';

const decoder = new TextDecoder();
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** What a scanner says about whole texts, one after the other: `0:text` for frame lines, the others by what they hold. */
function said(scanner: LineScanner, ...texts: readonly (string | Uint8Array)[]): readonly string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const buffer = typeof text === 'string' ? bytesOf(text) : text;
    scanner.scan(buffer, 0, buffer.length, (tokens, used, bytes) => {
      for (let i = 0; i < used; i++) {
        const token = tokens[i] ?? Number.NaN;
        if (token === BLANK_LINE) lines.push('blank');
        else if (token === OTHER_LINE) lines.push(`other:${decoder.decode(bytes.subarray(tokens[++i], tokens[++i]))}`);
        else lines.push(`${token}:${decoder.decode(scanner.bytes.subarray(scanner.start(token), scanner.end(token)))}`);
      }
    });
  }
  return lines;
}

test('the compiled scanner runs here', () => {
  expect(lineScanner().constructor.name).toBe('WasmLineScanner');
});

describe.each([
  ['TypeScript', () => new PlainLineScanner()],
  ['WebAssembly', lineScanner],
])('%s', (_name, make) => {
  test('numbers frame lines by their bytes, and gives the place of all others', () => {
    const text =
      'app 1 2.5: cycles:\n\t  ff main+0x1 (/app)\n ff main+0x1 (/app)\n\tff main (/app)\n\n\t \r\n# x\r\nlast';
    expect(said(make(), text)).toEqual([
      'other:app 1 2.5: cycles:',
      '0:ff main+0x1 (/app)',
      '0:ff main+0x1 (/app)',
      '1:ff main (/app)',
      'blank',
      'blank',
      'other:# x',
      'other:last',
    ]);
  });

  test('an address without an indent, an indent without an address and a bare address are no frame lines', () => {
    expect(said(make(), 'ff main\n\tmain ff\n\tff\n\txyz 1\n')).toEqual([
      'other:ff main',
      'other:\tmain ff',
      'other:\tff',
      'other:\txyz 1',
    ]);
  });

  test('tells lines apart that begin alike or are shorter than what is looked at in one go', () => {
    const long = (end: string) => `\t7f0011223344 ${'namespace::'.repeat(20)}${end} (/lib.so)\n`;
    const text = `${long('a')}${long('b')}\ta b\n\ta bc\n${long('a')}\ta b\n`;
    expect(said(make(), text).map((line) => line.slice(0, 2))).toEqual(['0:', '1:', '2:', '3:', '0:', '2:']);
  });

  test('forgets on request', () => {
    const scanner = make();
    const empty = scanner.held;
    expect(said(scanner, '\ta b\n\tc d\n')).toEqual(['0:a b', '1:c d']);
    expect(scanner.held).toBeGreaterThan(empty);
    scanner.clear();
    expect(said(scanner, '\tc d\n')).toEqual(['0:c d']);
  });

  test('takes lines longer than its buffers', () => {
    const long = `\tff ${'x'.repeat(600_000)}\n`;
    const lines = said(make(), `a\n${long}b\n`, long);
    expect(lines.map((line) => line.length)).toEqual([7, 600_005, 7, 600_005]);
  });

  test('takes more lines than it has room for at once', () => {
    const lines = said(make(), '\n'.repeat(100_000), '\tff x\n'.repeat(100_000));
    expect(lines).toHaveLength(200_000);
    expect(new Set(lines)).toEqual(new Set(['blank', '0:ff x']));
  });
});

test('both say the same of any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(' ', '\t', '\n', '\r', '\r\n', '\n\n', 'a', 'ff', '0', 'f0 ', '(x)', ':', '\0', 'é', '\u2028'),
    fc.constantFrom('\t7ffeb00c1234 main+0x10 (/bin/app)\n', '\t7ffeb00c1234 main+0x11 (/bin/app)\n', '\tff aé\n'),
    fc.constantFrom('app 12 [000] 1.5: 1000 cycles:\n'),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      expect(said(lineScanner(), ...texts)).toEqual(said(new PlainLineScanner(), ...texts));
    }),
    { seed: 41, numRuns: 500 },
  );
});

test('both say the same of any bytes', () => {
  const bytes = fc
    .uint8Array({ maxLength: 200 })
    .map((random) => random.map((byte) => BYTES[byte % BYTES.length] ?? byte));
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 3 }), (chunks) => {
      expect(said(lineScanner(), ...chunks)).toEqual(said(new PlainLineScanner(), ...chunks));
    }),
    { seed: 42, numRuns: 500 },
  );
});

const BYTES = [0, 9, 9, 10, 10, 11, 13, 32, 32, 40, 41, 48, 57, 58, 65, 70, 71, 97, 102, 103, 127, 128, 255];

test('tables grow with the lines', () => {
  const text = Array.from({ length: 50_000 }, (_, i) => `\t${(i * 7919).toString(16)} f${i % 1000} (/app)\n`).join('');
  const lines = said(lineScanner(), text, text);
  expect(lines).toHaveLength(100_000);
  expect(lines.slice(50_000)).toEqual(lines.slice(0, 50_000));
  expect(new Set(lines).size).toBe(50_000);
});

describe('without WebAssembly', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('there is no module', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(compileWasm(LINE_SCANNER_WASM)()).toBeNull();
    expect(lineScanner()).toBeInstanceOf(PlainLineScanner);
  });

  test('a page whose policy forbids it reads all the same', () => {
    const Module = vi.fn(() => {
      throw new Error('forbidden by the policy of the page');
    });
    vi.stubGlobal('WebAssembly', { Module });
    expect(compileWasm(LINE_SCANNER_WASM)()).toBeNull();
  });
});

test('each instance has a memory of its own', () => {
  const [a, b] = [lineScanner(), lineScanner()];
  said(a, '\ta b\n\tc d\n');
  expect(said(b, '\tc d\n')).toEqual(['0:c d']);
  expect(said(a, '\tc d\n')).toEqual(['1:c d']);
});

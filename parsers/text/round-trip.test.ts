// Print, read, equal: for the printed reports whose own tests do not do it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ghcProfImporter } from '../ghc-prof/importer.ts';
import { instrumentsImporter } from '../instruments/importer.ts';
import type { Importer } from '../importer.ts';
import { papyrusImporter } from '../papyrus/importer.ts';
import { perfReportImporter } from '../perf-report/importer.ts';
import { pmcstatImporter } from '../pmcstat/importer.ts';
import { vsprofImporter } from '../vsprof/importer.ts';
import { xctraceImporter } from '../xctrace/importer.ts';
import { foldedOf, profileIn } from './laws.testkit.ts';

interface Row {
  readonly depth: number;
  readonly name: string;
  readonly self: number;
}

/** A call tree in preorder below one root; no two callees of a caller have the same name. */
const arbitraryTree: fc.Arbitrary<readonly Row[]> = fc
  .array(fc.record({ up: fc.nat(4), self: fc.nat(50) }), { maxLength: 20 })
  .map((steps) => {
    const rows: Row[] = [{ depth: 0, name: 'main', self: 3 }];
    for (const [at, { up, self }] of steps.entries()) {
      const depth = Math.max(1, (rows.at(-1)?.depth ?? 0) + 1 - up);
      rows.push({ depth, name: `f${at}`, self });
    }
    return rows;
  });

interface Stack {
  readonly path: readonly string[];
  readonly self: number;
}

function stacksOf(rows: readonly Row[]): readonly Stack[] {
  const open: string[] = [];
  return rows.map(({ depth, name, self }) => {
    open.length = depth;
    open.push(name);
    return { path: [...open], self };
  });
}

const foldedLines = (stacks: readonly Stack[]) =>
  stacks
    .filter(({ self }) => self > 0)
    .map(({ path, self }) => `${path.join(';')} ${self}`)
    .sort();

interface Format {
  readonly importer: Importer;
  readonly print: (rows: readonly Row[]) => string;
  /** What a printed 1 is when it is read, in the unit of the profile. */
  readonly scale?: number;
}

const FORMATS: Readonly<Record<string, Format>> = {
  'GHC cost centres': {
    importer: ghcProfImporter,
    print: (rows) =>
      [
        '\tMon Nov 30 10:00 2026 Time and Allocation Profiling Report  (Final)\n\n\t   demo +RTS -P -RTS\n',
        `\ttotal time  =        0.01 secs   (${sum(rows)} ticks @ 1000 us, 1 processor)`,
        '\ttotal alloc =           0 bytes  (excludes profiling overheads)\n',
        'COST CENTRE MODULE SRC no. entries  %time %alloc   %time %alloc  ticks     bytes\n',
        ...rows.map(
          ({ depth, name, self }, at) =>
            `${' '.repeat(depth)}${name}  Main  Main.hs:1:1  ${at}  1  0.0  0.0  0.0  0.0  ${self}  0`,
        ),
        '',
      ].join('\n'),
  },
  'Instruments, Deep Copy': {
    importer: instrumentsImporter,
    // Milliseconds are read as nanoseconds.
    scale: 1_000_000,
    print: (rows) =>
      `Running Time\tSelf (ms)\t\tSymbol Name\n${rows
        .map(({ depth, name, self }) => `1.0ms  1.0%\t${self}\t \t${' '.repeat(depth)}${name}\n`)
        .join('')}`,
  },
  'Visual Studio call tree': {
    importer: vsprofImporter,
    print: (rows) =>
      `Level,Function Name,Inclusive Samples,Exclusive Samples,Module Name,\r\n${rows
        .map(({ depth, name, self }) => `${depth},"${name}",${self},${self},"a.exe",\r\n`)
        .join('')}`,
  },
  'xctrace export': {
    importer: xctraceImporter,
    print: (rows) => {
      const samples = stacksOf(rows).flatMap(({ path, self }) => Array<readonly string[]>(self).fill(path));
      const frames = (path: readonly string[]) => path.toReversed().map((name) => `<frame name="${name}"/>`);
      return `<?xml version="1.0"?><trace-query-result><node><schema name="time-profile"/>${samples
        .map((path) => `<row><weight>1</weight><backtrace>${frames(path).join('')}</backtrace></row>`)
        .join('\n')}</node></trace-query-result>`;
    },
  },
  'perf report, callers first': {
    importer: perfReportImporter,
    print: (rows) =>
      `# Overhead  Symbol\n# ........  ......\n${stacksOf(rows)
        .filter(({ self }) => self > 0)
        .map(({ path, self }) => {
          const [first, ...rest] = path;
          const chain = [`            ---${first}`, ...rest.map((name) => `               ${name}`)];
          return `    ${self}.00%  [.] ${path.at(-1)}\n            |\n${chain.join('\n')}\n`;
        })
        .join('\n')}`,
  },
  'pmcstat -G': {
    importer: pmcstatImporter,
    print: (rows) => {
      const stacks = stacksOf(rows).filter(({ self }) => self > 0);
      const blocks = stacks.map(({ path, self }) =>
        path
          .toReversed()
          .map((name, depth) => `${' '.repeat(depth)}100.0%  [${self}]  ${name} @ /bin/demo\n`)
          .join(''),
      );
      return `@ cycles [${sum(rows)} samples]\n\n${blocks.join('\n')}`;
    },
  },
};

const sum = (rows: readonly Row[]) => rows.reduce((total, { self }) => total + self, 0);

describe('print, read', () => {
  it.each(Object.entries(FORMATS))('%s', (_, { importer, print, scale = 1 }) => {
    fc.assert(
      fc.property(arbitraryTree, (rows) => {
        const expected = stacksOf(rows).map(({ path, self }) => ({ path, self: self * scale }));
        expect(foldedOf(profileIn(importer, print(rows)))).toEqual(foldedLines(expected));
      }),
      { seed: 21, numRuns: 100 },
    );
  });

  it('Papyrus: calls of one stack, with the time between their events', () => {
    fc.assert(
      fc.property(arbitraryTree, (rows) => {
        const events: string[] = [];
        let now = 100;
        const open: string[] = [];
        const event = (kind: 'PUSH' | 'POP', depth: number, name: string) =>
          events.push(`${now}:${kind}:7:${depth + 1}:None:demo..${name}`);
        for (const { depth, name, self } of rows) {
          while (open.length > depth) event('POP', open.length - 1, open.pop() ?? '');
          event('PUSH', depth, name);
          open.push(name);
          now += self;
        }
        while (open.length > 0) event('POP', open.length - 1, open.pop() ?? '');
        const text = `Script_demo log opened (PC)\n${events.join('\n')}\nLog closed\n`;
        const expected = stacksOf(rows).map(({ path, self }) => ({
          path: ['STACK 7', ...path.map((name) => `demo..${name}`)],
          self,
        }));
        expect(foldedOf(profileIn(papyrusImporter, text))).toEqual(foldedLines(expected));
      }),
      { seed: 22, numRuns: 100 },
    );
  });
});

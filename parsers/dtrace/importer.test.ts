import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesOf, faultIn, foldedOf, headOf, profileIn } from '../text/laws.testkit.ts';
import { dtraceImporter } from './importer.ts';

const profile = profileIn(dtraceImporter, new Uint8Array(readFileSync('fixtures/valid/dtrace-profile.txt')));

describe('stacks of DTrace', () => {
  it('have their leaf first, and a stack of the kernel stands on that of the process', () => {
    expect(foldedOf(profile, 0, true)).toEqual([
      'mariadbd|purge_coordinator;innodb|os_event_wait(os_event*);genunix|cv_wait 3',
      'mariadbd|std::vector<int, A>::push_back(int const&);libc.so.1|__write;unix|sys_syscall;unix|mutex_enter 12',
      'test|outer;test|inner;0x7f1c00d0 1',
    ]);
    expect(profile.valueTypes[0]?.sampling).toEqual({ records: 16, sumOfSquares: 16 });
  });

  it('do not split operator-> and arrows of types', () => {
    const text = '\n  a`T::operator->+0x1\n  a`f<fn(A) -> B>+0x2\n  2\n';
    expect(foldedOf(profileIn(dtraceImporter, text))).toEqual(['f<fn(A) -> B>;T::operator-> 2']);
  });

  it('take a name among the keys as the root', () => {
    const text = `  mysqld${' '.repeat(40)}\n              a\`f+0x1\n              a\`g\n  5\n`;
    expect(foldedOf(profileIn(dtraceImporter, text))).toEqual(['mysqld;g;f 5']);
  });

  it('say which lines belong to none, and that a stack without its count is cut', () => {
    expect(codesOf(profileIn(dtraceImporter, 'hello\n\n  a`f\n  1\n  a`g\n'))).toEqual([
      'text-lines-ignored',
      'text-cut',
      'text-end-unknown',
    ]);
  });

  it('keep counts of 64 bits', () => {
    const big = profileIn(dtraceImporter, '  a`f\n  9007199254740993\n');
    expect(big.exactValues[0]?.at(-1)).toBe(9007199254740993n);
    expect(faultIn(dtraceImporter, '  a`f\n  9223372036854775808\n').code).toBe('text-bad-line');
  });
});

describe('detection', () => {
  it('needs a frame with its count, or the header', () => {
    expect(dtraceImporter.detect(headOf('  a`f\n  1\n')).verdict).toBe('yes');
    expect(dtraceImporter.detect(headOf('use `ls` here\n  12\n')).verdict).toBe('no');
    expect(dtraceImporter.detect(headOf('a`b\0')).verdict).toBe('no');
  });
});

describe('print, read', () => {
  const frame = fc.stringMatching(/^[a-z_][a-z0-9_:<>,]{0,8}$/);
  it('gives the same stacks', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.array(frame, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 1e9 })), {
          minLength: 1,
          selector: ([frames]) => frames.join(';'),
        }),
        (stacks) => {
          const text = stacks.map(([frames, count]) => {
            const lines = frames.toReversed().map((name) => `              lib.so\`${name}+0x1f`);
            return `\n${lines.join('\n')}\n${String(count).padStart(17)}\n`;
          });
          const printed = stacks.map(([frames, count]) => `${frames.join(';')} ${count}`).sort();
          expect(foldedOf(profileIn(dtraceImporter, text.join('')))).toEqual(printed);
        },
      ),
      { seed: 11, numRuns: 100 },
    );
  });
});

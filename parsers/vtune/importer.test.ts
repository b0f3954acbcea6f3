import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesOf, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { vtuneImporter } from './importer.ts';

describe('a top-down report of VTune', () => {
  const profile = profileIn(vtuneImporter, new Uint8Array(readFileSync('fixtures/valid/vtune-top-down.csv')));

  it('has seconds as whole nanoseconds, depth by indent, quoted names', () => {
    expect(foldedOf(profile, 0, true)).toEqual([
      'Total;libc.so.6|_start 1000',
      'Total;mariadbd|main 250000000',
      'Total;mariadbd|main;mariadbd|std::map<int, int>::find 16612000',
    ]);
    expect(profile.valueTypes[0]).toEqual({ name: 'CPU Time', unit: 'nanoseconds', sampling: null });
  });

  it('has a column for each self value, and leaves totals out', () => {
    const text =
      'war:Column filter is ON.\nFunction Stack,CPU Time:Total,CPU Time:Self,Instructions Retired:Self,Module,Source File\nmain,3,1.5s,700,a,m.c\n';
    const several = profileIn(vtuneImporter, text);
    expect(several.valueTypes.map(({ name, unit }) => `${name}/${unit}`)).toEqual([
      'CPU Time/nanoseconds',
      'Instructions Retired/count',
    ]);
    expect(foldedOf(several, 1)).toEqual(['main 700']);
    expect(codesOf(several)).toEqual(['text-lines-ignored', 'text-end-unknown']);
  });
});

describe('print, read', () => {
  it('gives the same values', () => {
    const name = fc.stringMatching(/^[a-z][a-z<>,: "]{0,10}[a-z]$/);
    const rows = fc.array(fc.tuple(name, fc.integer({ min: 1, max: 10 ** 9 })), { minLength: 1 });
    fc.assert(
      fc.property(rows, (list) => {
        const text = list.map(([func, micro], depth) => {
          const seconds = `${Math.floor(micro / 1e6)}.${String(micro % 1e6).padStart(6, '0')}`;
          return `${' '.repeat(depth)}"${func.replaceAll('"', '""')}",${seconds},m`;
        });
        const read = foldedOf(profileIn(vtuneImporter, `Function Stack,CPU Time:Self,Module\n${text.join('\n')}\n`));
        const path = (depth: number) => list.slice(0, depth + 1).map(([func]) => func);
        expect(read).toEqual(list.map(([, micro], depth) => `${path(depth).join(';')} ${micro * 1000}`).sort());
      }),
      { seed: 13, numRuns: 100 },
    );
  });
});

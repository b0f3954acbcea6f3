import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, faultIn, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { vsprofImporter } from './importer.ts';

const HEADER = 'Level,Function Name,Inclusive Samples,Exclusive Samples,Module Name,\r\n';

describe('a call tree of Visual Studio', () => {
  const profile = profileIn(vsprofImporter, new Uint8Array(readFileSync('fixtures/valid/vsprof-call-tree.csv')));

  it('has calls, and time as a share; time is shown first', () => {
    expect(foldedOf(profile, 0, true)).toEqual([
      'app.exe;app.exe|Main.Run(int32,bool) 1200',
      'app.exe;app.exe|Main.Run(int32,bool);helper.dll|Helper.Go() 7',
    ]);
    expect(foldedOf(profile, 1)).toEqual([
      'app.exe;Main.Run(int32,bool) 60.5',
      'app.exe;Main.Run(int32,bool);Helper.Go() 39.5',
    ]);
    expect(profile.defaultValueType).toBe(1);
    expect(codesOf(profile)).toContain('text-rounded');
  });

  it('of a sampling session has samples', () => {
    const sampled = profileIn(
      vsprofImporter,
      `\uFEFF${HEADER}0,"a.exe","1,500",500,"a.exe",\r\n1,"f()",1000,"1,000","a.exe",\r\n`,
    );
    expect(foldedOf(sampled)).toEqual(['a.exe 500', 'a.exe;f() 1000']);
    expect(sampled.valueTypes[0]?.sampling).toEqual({ records: 1500, sumOfSquares: 1500 });
  });

  it.each([
    ['a level that is no number', 'x,"f",1,1,"",\r\n', 'text-bad-line'],
    ['a missing name', '0\r\n', 'text-bad-line'],
    ['a fraction of a sample', '0,"f",1,1.5,"",\r\n', 'text-bad-line'],
    ['a level left out', '0,"f",1,1,"",\r\n2,"g",1,1,"",\r\n', 'text-level-skipped'],
  ])('is refused for %s', (_, rows, code) => {
    expect(faultIn(vsprofImporter, HEADER + rows).code).toBe(code);
  });
});

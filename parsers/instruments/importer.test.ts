import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, faultIn, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { instrumentsImporter } from './importer.ts';

const read = (file: string) => profileIn(instrumentsImporter, new Uint8Array(readFileSync(`fixtures/valid/${file}`)));

describe('a call tree copied from Instruments', () => {
  it('has printed self weights, in nanoseconds', () => {
    const profile = read('instruments-time.txt');
    expect(foldedOf(profile)).toEqual(['mariadbd (812);main 500000000', 'mariadbd (812);main;lock_wait 10000000000']);
    expect(profile.valueTypes[0]).toEqual({ name: 'time', unit: 'nanoseconds', sampling: null });
    expect(codesOf(profile)).toEqual(['text-rounded', 'text-end-unknown']);
  });

  it('of older versions has milliseconds without a unit', () => {
    expect(foldedOf(read('instruments-running-time.txt'))).toEqual(['main 10000000', 'main;work() 20000000']);
  });

  it('of allocations has inclusive bytes and counts', () => {
    const profile = read('instruments-allocations.txt');
    expect([foldedOf(profile, 0), foldedOf(profile, 1)]).toEqual([
      ['main 512', 'main;work() 1536'],
      ['main 3', 'main;work() 9'],
    ]);
  });

  it('may end its lines with CR, count cycles and begin with an indent', () => {
    const text = 'Weight\tSelf Weight\tSymbol Names\r1.50 Gc  100.0%\t-\t   f\r532 cycles  0.0%\t532 cycles\t    g\r';
    expect(foldedOf(profileIn(instrumentsImporter, text))).toEqual(['f;g 532']);
  });

  it('is refused where units differ, and where a line stands left of the first', () => {
    const header = 'Weight\tSelf Weight\tSymbol Names\n';
    expect(faultIn(instrumentsImporter, `${header}1.00 s\t5 Mc\tf\n`).code).toBe('text-bad-line');
    expect(faultIn(instrumentsImporter, `${header}1.00 s\t1 s\t  f\n1.00 s\t1 s\t g\n`).position?.line).toBe(3);
  });
});

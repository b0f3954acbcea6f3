import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, faultIn, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { pmcstatImporter } from './importer.ts';

describe('a call graph of pmcstat', () => {
  const profile = profileIn(pmcstatImporter, new Uint8Array(readFileSync('fixtures/valid/pmcstat-callgraph.txt')));

  it('keeps what was not printed, so that the total is that of the event', () => {
    expect(foldedOf(profile)).toEqual([
      '[callers not printed];lz4_compress 10',
      '[functions not printed] 10',
      'fork_exit;zio_write_compress;lz4_compress 50',
      'main;memcpy 30',
    ]);
    expect(profile.event).toBe('cycles');
    expect(codesOf(profile)).toEqual(['pmcstat-callers-left-out', 'pmcstat-functions-left-out']);
  });

  it('counts lines that it cannot read, and refuses a second event', () => {
    expect(codesOf(profileIn(pmcstatImporter, '@ a [1 samples]\nwhat\n100.0%  [1]  f @ /b\n'))).toEqual([
      'text-lines-ignored',
    ]);
    expect(faultIn(pmcstatImporter, '@ a [1 samples]\n@ b [1 samples]\n').position?.line).toBe(2);
  });
});

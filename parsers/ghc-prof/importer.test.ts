import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { ghcProfImporter } from './importer.ts';
import { ghcProfJsonImporter } from './json.ts';

const read = (file: string) => new Uint8Array(readFileSync(`fixtures/valid/${file}`));

describe('a report of GHC', () => {
  it('has own ticks and bytes of cost centres', () => {
    const profile = profileIn(ghcProfImporter, read('ghc-ticks.prof'));
    expect(foldedOf(profile, 0, true)).toEqual(['MAIN|MAIN 1', 'MAIN|MAIN;Main|CAF;Main|work 9']);
    expect(foldedOf(profile, 1)).toEqual(['MAIN 24', 'MAIN;CAF 1000', 'MAIN;CAF;work 2000']);
    expect(profile.valueTypes[0]?.sampling?.records).toBe(10);
    expect([profile.period, profile.durationSeconds]).toEqual([{ value: 1000, unit: 'microseconds' }, 0.01]);
    expect(codesOf(profile)).toEqual(['text-end-unknown']);
  });

  it('has shares only without -P, and says so', () => {
    const profile = profileIn(ghcProfImporter, read('ghc-percent.prof'));
    expect(foldedOf(profile)).toEqual(['MAIN 10', 'MAIN;work 90']);
    expect(profile.valueTypes.map(({ unit }) => unit)).toEqual(['percent', 'percent']);
    expect(codesOf(profile)).toContain('ghc-percent-only');
  });

  it('that lacks ticks of its head says so', () => {
    const cut = new TextDecoder().decode(read('ghc-ticks.prof')).replace(/\n {2}work.*\n$/, '\n');
    expect(codesOf(profileIn(ghcProfImporter, cut))).toContain('ghc-ticks-missing');
  });

  it('as JSON is the same', () => {
    const profile = profileIn(ghcProfJsonImporter, read('ghc-profile.prof.json'));
    expect(foldedOf(profile, 0, true)).toEqual(['MAIN|MAIN 1', 'MAIN|MAIN;Main|work 9']);
    expect(foldedOf(profile, 1)).toEqual(['MAIN 24', 'MAIN;work 2000']);
  });
});

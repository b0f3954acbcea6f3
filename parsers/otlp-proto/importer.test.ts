import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameModule } from '../../core/model/profile.ts';
import { codesOfCuts, faultCode, onlyProfile, stacksOf } from '../reading.testkit.ts';
import { recognise } from '../registry.ts';
import { otlpProtoImporter as importer } from './importer.ts';
import { block, otlpOf } from './otlp.testkit.ts';

const SAMPLES = [
  { stack: ['parse', 'main'], values: [9_007_199_254_740_993n] },
  { stack: ['main'], values: [4] },
  { stack: ['λ', 'parse', 'main'], values: [1, 2], moments: 2 },
];
const VERSIONS = ['1.7', '1.8', '1.9'] as const;
const EXPECTED = { 'main;parse': 9_007_199_254_740_993n, main: 4n, 'main;parse;λ': 3n };
const fixture = (path: string) => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));

describe('OpenTelemetry profiles as protobuf', () => {
  it.each(VERSIONS)('reads the layout of version %s, exact', (version) => {
    const profile = onlyProfile(importer, otlpOf(SAMPLES, version));
    expect(stacksOf(profile)).toEqual(EXPECTED);
    expect(profile.period).toEqual({ value: 50_000_000, unit: 'nanoseconds' });
    expect(profile.event).toBe('cpu');
    expect(profile.durationSeconds).toBe(3);
    expect(profile.valueTypes).toMatchObject([{ name: 'samples', unit: 'count' }]);
    expect(frameModule(profile, 0)).toBe('app.so');
  });

  it.each(['1.7', '1.9'] as const)('counts moments where version %s has no values', (version) => {
    const profile = onlyProfile(importer, otlpOf([{ stack: ['a'], values: [], moments: 5 }], version));
    expect(stacksOf(profile)).toEqual({ a: 5 });
  });

  it.each(VERSIONS)('is recognised, not as pprof (%s)', (version) => {
    const bytes = otlpOf(SAMPLES, version);
    const found = recognise({ bytes, text: '', complete: true });
    expect(found.ok && found.value.importer.id).toBe('otlp-profile');
    const cut = recognise({ bytes: bytes.subarray(0, 60), text: '', complete: false });
    expect(cut.ok && cut.value.importer.id).toBe('otlp-profile');
  });

  it('reads the fixture', () => {
    expect(fixture('valid/otlp-1.9.pb')).toEqual(Buffer.from(otlpOf(SAMPLES, '1.9')));
  });

  it('refuses files without a dictionary and with rows that are not there', () => {
    expect(faultCode(importer, fixture('broken/otlp-no-dictionary.pb'))).toBe('otlp-proto-version');
    expect(faultCode(importer, fixture('broken/otlp-short-stack-table.pb'))).toBe('otlp-index');
    expect(faultCode(importer, new Uint8Array([...block(1, []), ...block(2, [])]))).toBe('otlp-no-samples');
  });

  it.each(VERSIONS)('is a typed fault wherever it is cut (%s)', (version) => {
    const bytes = otlpOf(SAMPLES, version);
    const codes = [...codesOfCuts(importer, bytes).keys()].toSorted();
    expect(codes).toEqual(['otlp-proto-truncated', 'otlp-proto-version']);
    expect(stacksOf(onlyProfile(importer, bytes, 1))).toEqual(EXPECTED);
  });

  it('keeps the limits', () => {
    const bytes = otlpOf(SAMPLES, '1.9');
    expect(faultCode(importer, bytes, { maxDepth: 2 })).toBe('stack-too-deep');
    expect(faultCode(importer, bytes, { maxNodes: 2 })).toBe('limit-exceeded');
  });

  it('gives any samples back', () => {
    const sample = fc.record({
      stack: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 6 }),
      values: fc.array(fc.bigInt({ min: 1n, max: 2n ** 58n }), { minLength: 1, maxLength: 1 }),
    });
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 1, maxLength: 10 }),
        fc.constantFrom(...VERSIONS),
        (samples, version) => {
          const expected = new Map<string, bigint>();
          for (const { stack, values } of samples) {
            const path = stack.toReversed().join(';');
            expected.set(path, (expected.get(path) ?? 0n) + (values[0] ?? 0n));
          }
          const found = Object.entries(stacksOf(onlyProfile(importer, otlpOf(samples, version))));
          expect(new Map(found.map(([path, value]) => [path, BigInt(value)]))).toEqual(expected);
        },
      ),
      { seed: 4, numRuns: 60 },
    );
  });
});

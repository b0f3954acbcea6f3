import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME_KINDS } from '../../core/model/profile.ts';
import { codesOfCuts, faultCode, onlyProfile, stacksOf } from '../reading.testkit.ts';
import { jfrImporter as importer } from './importer.ts';
import { recordingOf } from './jfr.testkit.ts';
import type { DrawnEvent, DrawnFrame } from './jfr.testkit.ts';

const main: DrawnFrame = { className: 'demo/Main', method: 'main' };
const sort: DrawnFrame = { className: 'java/util/Arrays', method: 'sort', type: 'Inlined' };
const read: DrawnFrame = { className: 'libc.so.6', method: 'read', type: 'Native' };

const SMALL = recordingOf([
  { event: 'jdk.ExecutionSample', stack: [sort, main] },
  { event: 'jdk.ExecutionSample', stack: [sort, main] },
  { event: 'jdk.ExecutionSample', stack: [read, main], fields: { state: 'STATE_SLEEPING' } },
  { event: 'jdk.ExecutionSample', stack: null },
  { event: 'jdk.ObjectAllocationSample', stack: [main], fields: { weight: 9_007_199_254_740_993n } },
  { event: 'jdk.JavaMonitorEnter', stack: [read, main], fields: { duration: 300 } },
]);

const fixture = (path: string) => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));
const columns = (file: Uint8Array) => {
  const profile = onlyProfile(importer, file);
  return Object.fromEntries(profile.valueTypes.map(({ name }, t) => [name, stacksOf(profile, t)]));
};

describe('flight recordings', () => {
  it('has a column for each kind of event, exact', () => {
    expect(columns(SMALL)).toEqual({
      cpu: { '': 1, 'demo/Main.main;java/util/Arrays.sort': 2 },
      wall: { '': 1, 'demo/Main.main;java/util/Arrays.sort': 2, 'demo/Main.main;read': 1 },
      alloc_objects: { 'demo/Main.main': 1 },
      alloc_bytes: { 'demo/Main.main': 9_007_199_254_740_993n },
      monitor_enter_count: { 'demo/Main.main;read': 1 },
      monitor_enter_time: { 'demo/Main.main;read': 300 },
    });
  });

  it('keeps the library of native functions, the kind of code, duration and number of samples', () => {
    const profile = onlyProfile(importer, SMALL);
    const { frames, strings } = profile;
    const shown = Array.from(frames.name, (name, at) => [
      strings[name],
      strings[frames.module[at] ?? -1] ?? null,
      FRAME_KINDS[frames.kind[at] ?? 0],
    ]);
    expect(shown).toContainEqual(['read', 'libc.so.6', 'user']);
    expect(shown).toContainEqual(['java/util/Arrays.sort', null, 'inlined']);
    expect(profile.durationSeconds).toBe(2);
    expect(profile.valueTypes[0]).toEqual({ name: 'cpu', unit: 'samples', sampling: { records: 3, sumOfSquares: 3 } });
  });

  it('turns clock ticks into nanoseconds', () => {
    const file = recordingOf(
      [{ event: 'jdk.JavaMonitorEnter', stack: [main], fields: { duration: 5 } }],
      2_000_000_000,
    );
    expect(columns(file)['monitor_enter_time']).toEqual({ 'demo/Main.main': 2.5 });
  });

  it('takes wall clock samples from their own event where there is one', () => {
    const file = recordingOf([
      { event: 'jdk.ExecutionSample', stack: [main] },
      { event: 'profiler.WallClockSample', stack: [read], fields: { samples: 40 } },
    ]);
    expect(columns(file)).toEqual({ cpu: { 'demo/Main.main': 1 }, wall: { read: 40 } });
  });

  it('adds up the chunks of a recording', () => {
    const both = new Uint8Array([...SMALL, ...SMALL]);
    expect(columns(both)['cpu']).toEqual({ '': 2, 'demo/Main.main;java/util/Arrays.sort': 4 });
    expect(onlyProfile(importer, both).durationSeconds).toBe(4);
  });

  it('reads the fixture', () => {
    expect(fixture('valid/jfr-small.jfr')).toEqual(Buffer.from(SMALL));
  });

  it.each([
    ['cut', 'jfr-truncated'],
    ['unfinished', 'jfr-unfinished'],
    ['version-1', 'jfr-version'],
    ['no-samples', 'jfr-no-samples'],
    ['event-too-long', 'jfr-malformed'],
  ])('refuses a recording that is %s', (name, code) => {
    expect(faultCode(importer, fixture(`broken/jfr-${name}.jfr`))).toBe(code);
  });

  it('is a typed fault wherever it is cut, and the same in chunks of any size', () => {
    expect([...codesOfCuts(importer, SMALL).keys()]).toEqual(['jfr-truncated']);
    expect(stacksOf(onlyProfile(importer, SMALL, 1))).toEqual(stacksOf(onlyProfile(importer, SMALL)));
  });

  it('does not follow types in circles', () => {
    const text = Buffer.from(SMALL).toString('latin1');
    // The class of `frames` becomes StackTrace itself.
    const [frameId, traceId] = ['25', '24'];
    const circular = Buffer.from(text.replaceAll(`\u0003\u0002${frameId}`, `\u0003\u0002${traceId}`), 'latin1');
    expect(faultCode(importer, circular)).toBe('jfr-malformed');
  });

  it('keeps the limits', () => {
    expect(faultCode(importer, SMALL, { maxDepth: 1 })).toBe('stack-too-deep');
    expect(faultCode(importer, SMALL, { maxNodes: 2 })).toBe('limit-exceeded');
    expect(faultCode(importer, SMALL, { maxBytes: 10 })).toBe('limit-exceeded');
  });

  it('gives the counts of any recording back', () => {
    const frame = fc.record({
      className: fc.constantFrom('a/B', 'c/D', 'λ'),
      method: fc.constantFrom('x', 'y', '<init>'),
    });
    const event = fc.record({
      event: fc.constant('jdk.ObjectAllocationSample'),
      stack: fc.array(frame, { minLength: 1, maxLength: 5 }),
      fields: fc.record({ weight: fc.bigInt({ min: 1n, max: 2n ** 58n }) }),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 12 }), (events: DrawnEvent[]) => {
        const expected = new Map<string, bigint>();
        for (const { stack, fields } of events) {
          const path = (stack ?? [])
            .map(({ className, method }) => `${className}.${method}`)
            .reverse()
            .join(';');
          expected.set(path, (expected.get(path) ?? 0n) + BigInt(fields?.['weight'] ?? 0));
        }
        const found = columns(recordingOf(events))['alloc_bytes'] ?? {};
        expect(Object.fromEntries(Object.entries(found).map(([path, sum]) => [path, BigInt(sum)]))).toEqual(
          Object.fromEntries(expected),
        );
      }),
      { seed: 3, numRuns: 60 },
    );
  });
});

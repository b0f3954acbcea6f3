import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME_KINDS, frameModule, frameName } from '../../core/model/profile.ts';
import type { Profile } from '../../core/model/profile.ts';
import { PlainLineScanner } from '../bytes/line-scanner.ts';
import type { Importer } from '../importer.ts';
import { LIMITS, codesOfCuts, faultCode, onlyProfile, readWith, stacksOf } from '../reading.testkit.ts';
import { headOf } from '../text/laws.testkit.ts';
import { perfScriptImporter } from './importer.ts';
import { arbitraryFields, arbitrarySample, perfScriptText } from './perf-script.testkit.ts';
import type { Fields, PrintedSample } from './perf-script.testkit.ts';
import { perfScriptReader } from './reader.ts';

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
const read = (text: string | Uint8Array, chunk?: number) => onlyProfile(perfScriptImporter, text, chunk);
const stacks = (text: string, valueType = 0) => stacksOf(read(text), valueType);
const problems = (profile: Profile) => profile.problems.map(({ code, count }) => `${code} ${count}`);

/** The importer with the scanner in TypeScript, whatever this machine can run. */
const plainImporter: Importer = {
  ...perfScriptImporter,
  open: (context) => perfScriptReader(context, new PlainLineScanner()),
};

describe('threads', () => {
  test.each([
    ['app 41 1.5: 10 cycles: ', 'app'],
    ['app   41/42 [000] 1.5: 10 cycles: ', 'app'],
    ['   app 41 [000] d..2. 1.5: 10 cycles: ', 'app'],
    ['purge worker 3 41/42 1.5: 10 cycles: ', 'purge worker 3'],
    ['12 34 41 1.5: 10 cycles: ', '12 34'],
    ['java [C2] 41/42 [001] 1.5: 10 cycles: ', 'java [C2]'],
    ['kworker/u8:2-ev 41 [001] 1.5: 10 cycles: ', 'kworker/u8:2-ev'],
    [':41 41 1.5: 10 cycles: ', ':41'],
    ['    cafe 41 1.5: 10 cycles: ', 'cafe'],
    ['#1 41 1.5: 10 cycles: ', '#1'],
    ['naïve 41 1.5: 10 cycles: ', 'naïve'],
    [' 0 [001] 1.5: 10 cycles: ', '[unknown]'],
    ['app 41 [000] d.h2 1.5: 10 cycles: ', 'app'],
    ['app 41/42        10 cycles: ', 'app'],
    ['app 41/42 10 cycles: ', 'app'],
    ['app 41 [002] 10 cycles: ', 'app'],
    ['app    41         10 cycles: ', 'app'],
    ['swapper -1 [001] 1.5: 10 cycles: ', 'swapper'],
    ['app 41/41 [001] U      1.5: 10 cycles: ', 'app'],
    ['app 41/41 [001] 2026-03-12 10:11:12.123456 1.5: 10 cycles: ', 'app'],
    ['VM:  711 VCPU:002 app 41/41 [001] 1.5: 10 cycles: ', 'app'],
    ['purge worker     1.5:         10 cycles:P: ', 'purge worker'],
    ['     1.5:         10 cycles: ', '[unknown]'],
    ['        10 cycles: ', '[unknown]'],
  ])('%j is of the thread %j', (header, comm) => {
    expect(stacks(`${header}\n\tff main+0x1 (/app)\n`)).toEqual({ [`${comm};main`]: 10 });
  });
});

describe('samples', () => {
  test('a blank line, the next header and the end of the file end one; without frames it is the thread itself', () => {
    const text =
      'srv 5 1.1: 250 cycles:\n\t1 a (/s)\n\t2 main (/s)\n\nsrv 5 1.2: 500 cycles:\nsrv 5 1.3: 125 cycles:\n\t3 b (/s)';
    expect(stacks(text)).toEqual({ 'srv;main;a': 250, srv: 500, 'srv;b': 125 });
  });

  test('without call graphs the frame stands on the header line', () => {
    const profile = read(fixture('valid/perf-script-no-callgraph.txt'));
    expect(stacksOf(profile)).toEqual({ 'swapper;do_idle': 250, 'app;strlen': 17 });
    expect(profile.valueTypes.map(({ name }) => name)).toEqual(['cycles', 'samples (cycles)', 'instructions:u']);
    expect(stacksOf(profile, 2)).toEqual({ 'app;strlen': 3 });
  });

  test('the payload of a tracepoint is no frame', () => {
    const text = 'app 5 [000] 1.1: sched:sched_switch: prev_comm=app prev_pid=5 ==> next_comm=x (y)\n\tff f (/a)\n';
    expect(stacks(text)).toEqual({ 'app;f': 1 });
    expect(read(text).event).toBe('sched:sched_switch');
  });

  test('without an event and without a time stamp', () => {
    expect(stacks('app 5 1.5: \n\tff f (/a)\n')).toEqual({ 'app;f': 1 });
    expect(stacks('app 5 cycles: \n\tff f (/a)\n')).toEqual({ 'app;f': 1 });
    expect(read('app 5 1.5: \n\tff f (/a)\n').valueTypes[0]?.name).toBe('samples');
  });

  test.each([
    ['mysqld', 'mysqld', 'samples'],
    ['purge worker 41', 'purge worker', 'samples'],
    ['mysqld 41/42 [001] ', 'mysqld', 'samples'],
    ['cycles: ', '[unknown]', 'cycles'],
  ])('%j over a frame is the header of a sample', (header, comm, event) => {
    const profile = read(`${header}\n\tff f (/a)\n\n${header}\n\tff g (/a)\n\n`);
    expect(stacksOf(profile)).toEqual({ [`${comm};f`]: 1, [`${comm};g`]: 1 });
    expect(profile.valueTypes[0]?.name).toBe(event);
    expect(perfScriptImporter.detect(headOf(`${header}\n\tff f (/a)\n`)).verdict).toBe('unsure');
  });

  test('where headers are whole, a line that is none begins no sample', () => {
    const profile = read('app 5 1.1: 40 cycles:\n\t1 a (/a)\n\nap\n\t2 b (/a)\n\n');
    expect(stacksOf(profile)).toEqual({ 'app;a': 40 });
    expect(problems(profile)).toEqual(['perf-lines-ignored 2']);
    expect(profile.problems[0]).toMatchObject({ position: { line: 4 }, seen: 'ap' });
  });

  test('frames under no header at all are refused', () => {
    const result = readWith(perfScriptImporter, '\tff f (/a)\n\n\tff g (/a)\n');
    expect(result).toMatchObject({ error: { code: 'perf-no-samples', position: { line: 1 }, seen: 'ff f (/a)' } });
  });

  test('noise between frames ends nothing, is counted and shown', () => {
    const text = 'app 5 1.1: 40 cycles:\n\t1 work (/a)\naddr2line: cannot read /a\n\t2 main (/a)\n\nWarning: x\n';
    const profile = read(text);
    expect(stacksOf(profile)).toEqual({ 'app;main;work': 40 });
    expect(profile.problems).toMatchObject([
      { code: 'perf-lines-ignored', count: 2, position: { line: 3 }, seen: 'addr2line: cannot read /a' },
    ]);
  });

  test('lost events and other records are no samples', () => {
    const text =
      'app 5 1.1: 40 cycles:\n\t1 a (/a)\n\n swapper 0 [001] 7.02: PERF_RECORD_LOST lost 37\n    dbd 5 [001] 7.02: PERF_RECORD_COMM: dbd:500/501\n';
    const profile = read(text);
    expect(stacksOf(profile)).toEqual({ 'app;a': 40 });
    expect(problems(profile)).toEqual(['perf-lines-ignored 1', 'perf-lost-events 1']);
    expect(profile.problems[1]?.facts).toEqual({ lost: 37 });
  });

  test('other line ends', () => {
    const text = 'app 5 1.1: 40 cycles: \n\t1 work (/a)\n\t2 main+0x5 (/a)\n\n';
    expect(stacks(text.replaceAll('\n', '\r\n'))).toEqual({ 'app;main;work': 40 });
  });
});

describe('weights', () => {
  test('differing periods give the number of samples as a column of its own', () => {
    const text =
      'app 5 1.1: 1 cycles:\n\t1 a (/a)\n\napp 5 1.2: 1000 cycles:\n\t1 a (/a)\n\napp 5 1.3: 1000 cycles:\n\t1 b (/a)\n';
    const profile = read(text);
    expect(profile.valueTypes).toEqual([
      { name: 'cycles', unit: 'count', sampling: { records: 3, sumOfSquares: 2_000_001 } },
      { name: 'samples', unit: 'samples', sampling: { records: 3, sumOfSquares: 3 } },
    ]);
    expect(stacksOf(profile, 0)).toEqual({ 'app;a': 1001, 'app;b': 1000 });
    expect(stacksOf(profile, 1)).toEqual({ 'app;a': 2, 'app;b': 1 });
    expect(profile.defaultValueType).toBe(0);
    expect(profile.period).toBeNull();
  });

  test('a constant period is said instead', () => {
    const profile = read(fixture('valid/perf-script-header.txt'));
    expect(profile.period).toEqual({ value: 2_004_008, unit: 'nanoseconds' });
    expect(profile.valueTypes).toEqual([
      { name: 'cpu-clock:u', unit: 'nanoseconds', sampling: { records: 3, sumOfSquares: 3 * 2_004_008 ** 2 } },
    ]);
  });

  test('samples of the period 0 are counted', () => {
    const text =
      'app 5 1.1: 0 cycles:\n\t1 a (/a)\n\napp 5 1.2: 7 cycles:\n\t1 b (/a)\n\napp 5 1.3: 0 cycles:\n\t1 b (/a)\n';
    expect(stacks(text, 0)).toEqual({ 'app;b': 7 });
    expect(stacks(text, 1)).toEqual({ 'app;a': 1, 'app;b': 2 });
  });

  test('events are never added up', () => {
    const text =
      'app 5 1.1: 1000 cpu_core/cycles/P:\n\t1 a (/a)\n\napp 5 1.2: 7 cpu_atom/cycles/P:\n\t1 a (/a)\n\napp 5 1.3: faults:\n\t1 b (/a)\n\n';
    const profile = read(text);
    expect(profile.valueTypes.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
      'cpu_core/cycles/P count',
      'cpu_atom/cycles/P count',
      'faults samples',
    ]);
    expect([0, 1, 2].map((t) => stacksOf(profile, t))).toEqual([{ 'app;a': 1000 }, { 'app;a': 7 }, { 'app;b': 1 }]);
    expect(problems(profile)).toEqual(['perf-several-events 1']);
    expect(profile.event).toBeNull();
  });

  test('sums beyond 2^53 stay exact', () => {
    const text = Array.from({ length: 10 }, (_, i) => `app 5 1.${i}: ${999_999_999_999_999 - i} c:\n\t1 a (/a)\n`).join(
      '',
    );
    expect(stacks(text)).toEqual({ 'app;a': 9_999_999_999_999_945n });
  });
});

describe('facts of the recording', () => {
  test('the header names host, kernel, processor, command and day', () => {
    const profile = read(fixture('valid/perf-script-header.txt'));
    expect(Object.fromEntries(profile.labels)).toEqual({
      captured: 'Tue Mar  3 09:00:00 2026',
      host: 'db-7',
      kernel: '6.1.0-13-amd64',
      cpu: 'AMD EPYC 9354',
      command: '/usr/bin/perf record -g -F 999 -p 4711',
    });
    expect(profile.source.generator).toBe('perf script, recorded by perf 6.1.55');
    expect(profile.durationSeconds).toBeCloseTo(0.002002, 9);
    expect(profile.problems).toEqual([]);
  });

  test('source lines name the files of the frames above them', () => {
    const profile = read(fixture('valid/perf-script-srcline.txt'));
    const files = Array.from({ length: profile.frames.length }, (_, frame) => [
      frameName(profile, frame),
      profile.strings[profile.frames.file[frame] ?? -1] ?? null,
    ]);
    expect(files.filter(([, file]) => file !== null)).toEqual([
      ['memcpy', 'string.h'],
      ['copy_row', 'row.cc'],
    ]);
    expect(stacksOf(profile)).toEqual({ 'app;main;copy_row;memcpy': 400, 'app;main': 100 });
    expect(profile.problems).toEqual([]);
  });

  test('kinds of code', () => {
    const modules = {
      '[kernel.kallsyms]': 'kernel',
      '[guest.kernel.kallsyms.5]': 'kernel',
      '/lib/modules/6.1/vmlinux': 'kernel',
      '[ext4]': 'kernel',
      '/lib/modules/6.1/ext4.ko.xz': 'kernel',
      '[vdso]': 'user',
      '/usr/bin/app': 'user',
      '/tmp/perf-4711.map': 'jit',
      inlined: 'inlined',
      '[unknown]': 'unknown',
    };
    const lines = Object.keys(modules).map((module, i) => `\t${i}f f${i}+0x1 (${module})\n`);
    const profile = read(`app 5 1.1: 1 c:\n${lines.join('')}`);
    const kinds = Array.from({ length: profile.frames.length }, (_, frame) => [
      frameName(profile, frame),
      FRAME_KINDS[profile.frames.kind[frame] ?? 0],
    ]).slice(1);
    expect(kinds).toEqual(Object.values(modules).map((kind, i) => [`f${i}`, kind]));
  });

  test('the place in a module is no part of its name', () => {
    const profile = read('app 5 1.1: 1 c:\n\t1 f+0x1 (/lib/c.so+0x12)\n\t2 f+0x2 (/lib/c.so+0x13)\n');
    expect(Array.from({ length: profile.frames.length }, (_, frame) => frameModule(profile, frame))).toEqual([
      null,
      '/lib/c.so',
    ]);
  });

  test('inlined methods of a JIT map are frames of their own', () => {
    const text = 'java 5 1.1: 1 c:\n\tff La/B;::c->La/D;::e+0x1 (/tmp/perf-1.map)\n\tfe operator->+0x1 (/a)\n';
    expect(stacks(text)).toEqual({ 'java;operator->;La/B;::c;La/D;::e': 1 });
  });
});

/** What `samples` mean, found in the obvious way: weights by event and path. */
function expected(samples: readonly PrintedSample[], fields: Fields): Record<string, Record<string, number>> {
  const columns: Record<string, Record<string, number>> = {};
  for (const sample of samples) {
    const column = (columns[fields.event ? sample.event : 'samples'] ??= {});
    const path = [sample.comm, ...sample.frames.map(({ name }) => name).reverse()].join(';');
    column[path] = (column[path] ?? 0) + (fields.period ? sample.period : 1);
  }
  return columns;
}

function columnsOf(profile: Profile): Record<string, Record<string, number | bigint>> {
  const columns: Record<string, Record<string, number | bigint>> = {};
  for (const [t, { name }] of profile.valueTypes.entries()) {
    if (profile.valueTypes.length === 1 || !/^samples(?: \(|$)/.test(name)) columns[name] = stacksOf(profile, t);
  }
  return columns;
}

describe('laws', () => {
  const recording = fc.tuple(
    fc.array(arbitrarySample, { minLength: 1, maxLength: 8 }),
    arbitraryFields,
    fc.constantFrom('\n', '\r\n'),
  );

  test('what is printed is read, whatever fields were asked for', () => {
    fc.assert(
      fc.property(recording, ([samples, fields, lineEnd]) => {
        const profile = read(perfScriptText(samples, fields, lineEnd));
        expect(columnsOf(profile)).toEqual(expected(samples, fields));
        expect(profile.problems.filter(({ code }) => code !== 'perf-several-events')).toEqual([]);
      }),
      { seed: 7, numRuns: 400 },
    );
  });

  test('where chunks end does not matter, nor which scanner reads', () => {
    fc.assert(
      fc.property(recording, fc.integer({ min: 1, max: 40 }), ([samples, fields, lineEnd], chunk) => {
        const text = perfScriptText(samples, fields, lineEnd);
        const whole = readWith(perfScriptImporter, text);
        expect(readWith(perfScriptImporter, text, { chunk })).toEqual(whole);
        expect(readWith(plainImporter, text, { chunk: chunk * 7 })).toEqual(whole);
      }),
      { seed: 8, numRuns: 100 },
    );
  });

  test('frames hold their modules', () => {
    fc.assert(
      fc.property(arbitrarySample, (sample) => {
        const profile = read(
          perfScriptText([sample], { tid: true, cpu: true, time: true, period: true, event: true, offset: true }),
        );
        const found = Array.from(
          { length: profile.frames.length },
          (_, frame) => `${frameName(profile, frame)} ${frameModule(profile, frame)}`,
        );
        for (const { name, module } of sample.frames) expect(found).toContain(`${name} ${module}`);
      }),
      { seed: 9, numRuns: 100 },
    );
  });

  test.each(['perf-script-header.txt', 'perf-script-srcline.txt', 'perf-script-no-callgraph.txt'])(
    '%s cut at any byte is read or refused, byte by byte as well as whole',
    (name) => {
      const bytes = fixture(`valid/${name}`);
      expect([...codesOfCuts(perfScriptImporter, bytes).keys()].sort()).toEqual(['perf-no-samples', 'read']);
      expect(readWith(perfScriptImporter, bytes, { chunk: 1 })).toEqual(readWith(perfScriptImporter, bytes));
    },
  );
});

describe('hostile input', () => {
  test('a stack as deep as the limit is read, a deeper one refused with its line', () => {
    const deep = `app 5 1.1: 1 c:\n${'\tff f (/a)\n'.repeat(100_000)}`;
    expect(Object.keys(stacks(deep))[0]?.split(';')).toHaveLength(100_001);
    const result = readWith(perfScriptImporter, deep, { limits: { maxDepth: 99_999 } });
    expect(result).toMatchObject({ error: { code: 'stack-too-deep', position: { line: 100_001 } } });
  });

  test('without blank lines, frames of one sample do not gather without end', () => {
    expect(faultCode(perfScriptImporter, `app 5 1.1: 1 c:\n${'\tff f (/a)\n'.repeat(5000)}`, { maxDepth: 1000 })).toBe(
      'stack-too-deep',
    );
  });

  test('a line without end is refused before it is held', () => {
    const reader = perfScriptImporter.open({ fileName: null, limits: LIMITS });
    const chunk = new Uint8Array(1 << 20).fill(120);
    let fed = 0;
    let stopped = null;
    while (stopped === null && fed < 200) {
      stopped = reader.feed(chunk);
      fed++;
    }
    expect(stopped).toMatchObject({ code: 'perf-line-too-long', position: { line: 1 } });
    expect(fed).toBe(17);
  });

  test('limits on bytes, nodes and events', () => {
    expect(faultCode(perfScriptImporter, 'app 5 1.1: 1 c:\n', { maxBytes: 10 })).toBe('limit-exceeded');
    const lines = Array.from({ length: 50 }, (_, i) => `\tff f${i} (/a)\n`).join('');
    expect(faultCode(perfScriptImporter, `app 5 1.1: 1 c:\n${lines}`, { maxNodes: 20 })).toBe('limit-exceeded');
    const events = Array.from({ length: 1025 }, (_, i) => `app 5 1.1: 1 event${i}:\n`).join('');
    expect(faultCode(perfScriptImporter, events)).toBe('perf-too-many-events');
  });

  test('names that are keys of every object, markup and control characters are names', () => {
    const text = 'app 5 1.1: 1 c:\n\tff __proto__ (/a)\n\tfe constructor (/a)\n\tfd <b>&amp;\u0001 (/a)\n';
    expect(stacks(text)).toEqual({ 'app;<b>&amp;\u0001;constructor;__proto__': 1 });
  });

  test('any text is read or refused', () => {
    const piece = fc.constantFrom(
      'app ',
      '41',
      '/',
      '[0] ',
      '1.5: ',
      'c: ',
      '\n',
      '\t',
      'ff ',
      'f',
      '(',
      ')',
      ' (/a)',
      '+0x1',
      '#',
      ':',
      '\r\n',
      '\n\n',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (pieces, chunk) => {
        const text = pieces.join('');
        const whole = readWith(perfScriptImporter, text);
        expect(readWith(plainImporter, text, { chunk })).toEqual(whole);
      }),
      { seed: 10, numRuns: 500 },
    );
  });

  test.each([
    ['time stamps', ' 1.5:'],
    ['numbers', ' 1'],
    ['blanks', ' '],
    ['one word', 'a'],
    ['lost records', 'PERF_RECORD_LOST'],
    ['brackets', '('],
    ['colons', ':'],
  ])('a long line of %s costs no more than its length', (_what, part) => {
    const line = part.repeat(200_000);
    for (const start of ['', 'x', '# x', ' ff ', 'app 5 1.1: ', '  x']) {
      expect(readWith(perfScriptImporter, `app 5 1.1: 1 c:\n${start}${line}\n`).ok).toBe(true);
      faultCode(perfScriptImporter, `${start}${line}x\n`);
    }
  });

  test('text without samples is refused, with the first line that was not understood', () => {
    const result = readWith(perfScriptImporter, fixture('broken/perf-script-no-samples.txt'));
    expect(result).toMatchObject({
      error: { code: 'perf-no-samples', position: { line: 1 }, seen: 'this is not', facts: { lines: 3 } },
    });
  });
});

test('frame lines beyond what is kept are read anew', () => {
  const reader = perfScriptImporter.open({ fileName: null, limits: LIMITS });
  const encoder = new TextEncoder();
  const pad = 'x'.repeat(100_000);
  for (let i = 0; i < 1500; i++)
    reader.feed(encoder.encode(`app 5 1.1: 1 c:\n\t${i} f${i % 3} (/a)\n\t${i} ${pad} (/a)\n\n`));
  const result = reader.finish();
  if (!result.ok) throw new Error(result.error.code);
  const [only] = result.value.profiles;
  expect(only && stacksOf(only.profile)).toEqual({
    [`app;${pad};f0`]: 500,
    [`app;${pad};f1`]: 500,
    [`app;${pad};f2`]: 500,
  });
});

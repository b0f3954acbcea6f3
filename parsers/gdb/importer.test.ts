import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BUILD_LIMITS } from '../../core/model/builder.ts';
import { FRAME_KINDS, frameModule, frameName, nodeName } from '../../core/model/profile.ts';
import type { Profile } from '../../core/model/profile.ts';
import { validateProfile } from '../../core/model/validate.ts';
import type { ReadLimits } from '../importer.ts';
import { recognise } from '../registry.ts';
import { gdbImporter } from './importer.ts';

const LIMITS: ReadLimits = { ...DEFAULT_BUILD_LIMITS, maxDepth: 1000, maxBytes: 1e8 };
const encoder = new TextEncoder();

function read(bytes: Uint8Array, step = bytes.length, limits = LIMITS) {
  const reader = gdbImporter.open({ fileName: null, limits });
  for (let at = 0; at < bytes.length; at += step) {
    const stop = reader.feed(bytes.subarray(at, at + step));
    if (stop !== null) return { ok: false as const, error: stop };
  }
  return reader.finish();
}

function profileOf(text: string | Uint8Array, step?: number): Profile {
  const result = read(typeof text === 'string' ? encoder.encode(text) : text, step);
  if (!result.ok) throw new Error(result.error.code);
  const profile = result.value.profiles[0]?.profile;
  if (profile === undefined) throw new Error('no profile');
  expect(validateProfile(profile)).toBeNull();
  return profile;
}

function stacksOf(profile: Profile): Record<string, number> {
  const stacks: [string, number][] = [];
  for (let node = 1; node < profile.nodes.length; node++) {
    const self = profile.values[0]?.[node] ?? 0;
    if (self === 0) continue;
    const names: string[] = [];
    for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0) names.push(nodeName(profile, at));
    stacks.push([names.reverse().join(' | '), self]);
  }
  return Object.fromEntries(stacks);
}

const fixture = (name: string) => new Uint8Array(readFileSync(`fixtures/valid/${name}`));
const problems = (profile: Profile) => Object.fromEntries(profile.problems.map(({ code, count }) => [code, count]));

describe('dumps of gdb', () => {
  const profile = profileOf(fixture('gdb-threads.txt'));

  it('makes every thread of every dump a sample', () => {
    expect(stacksOf(profile)).toEqual({
      'main | poll': 2,
      'start_thread | <signal handler called> | (anonymous namespace)::run(std::function<void (int)>, bool) | store<int>::operator()(int, char const*) const | rw_lock::wr_wait | futex_wait': 1,
      'start_thread | page_cleaner | ?? | pthread_cond_wait@@GLIBC_2.3.2': 1,
    });
    expect(profile.valueTypes).toEqual([
      { name: 'threads', unit: 'samples', sampling: { records: 4, sumOfSquares: 4 } },
    ]);
  });

  it('knows libraries, files and what was inlined', () => {
    const facts = Array.from({ length: profile.frames.length }, (_, frame) => {
      const file = profile.strings[profile.frames.file[frame] ?? -1] ?? null;
      return [
        frameName(profile, frame),
        frameModule(profile, frame) ?? file,
        FRAME_KINDS[profile.frames.kind[frame] ?? 0],
      ];
    });
    expect(facts).toContainEqual(['poll', '/lib/x86_64-linux-gnu/libc.so.6', 'unknown']);
    expect(facts).toContainEqual(['rw_lock::wr_wait', 'sync/rw_lock.cc', 'unknown']);
    expect(facts).toContainEqual(['futex_wait', '../futex.h', 'inlined']);
    expect(facts).toContainEqual(['page_cleaner', 'buf/flush.cc', 'unknown']);
  });

  it('says what it left out', () => {
    expect(problems(profile)).toEqual({ 'gdb-lines-ignored': 1, 'gdb-details-ignored': 1, 'gdb-thread-names': 1 });
  });

  it('reads the same from single bytes', () => {
    const single = profileOf(fixture('gdb-threads.txt'), 1);
    expect(stacksOf(single)).toEqual(stacksOf(profile));
    expect(single.problems).toEqual(profile.problems);
  });
});

describe('other debuggers', () => {
  it('pstack', () => {
    expect(stacksOf(profileOf(fixture('gdb-pstack.txt')))).toEqual({ 'main | os_thread_sleep | select': 1 });
  });

  it('eu-stack', () => {
    const profile = profileOf(fixture('gdb-eu-stack.txt'));
    expect(stacksOf(profile)).toEqual({ '?? | handle(int, char const*) | __poll': 2 });
    expect(profile.source.generator).toBe('eu-stack');
    expect(problems(profile)).toEqual({ 'gdb-thread-without-frames': 1 });
  });
});

describe('detection', () => {
  const verdict = (text: string) => gdbImporter.detect({ bytes: encoder.encode(text), text, complete: true }).verdict;

  it.each(['gdb-threads.txt', 'gdb-pstack.txt', 'gdb-eu-stack.txt'])('is sure of %s', (name) => {
    const bytes = fixture(name);
    const found = recognise({ bytes, text: new TextDecoder().decode(bytes), complete: true });
    expect(found.ok && found.value.importer.id).toBe('gdb');
  });

  it.each([
    ['a PHP trace', '#0 /a/index.php(12): run()\n#1 /a/b.php(3): main()\n'],
    ['a sanitizer report', '    #0 0x4f in foo /a.c:1:2\n    #1 0x50 in main /a.c:9:1\n'],
    ['comments', '# 1\n#1 first\n#2 second\n'],
    ['folded stacks', 'main;#0 poll () 3\nmain 4\n'],
  ])('is not taken in by %s', (_, text) => expect(verdict(text)).toBe('no'));
});

describe('what is wrong', () => {
  it('no stacks', () => {
    const result = read(new Uint8Array(readFileSync('fixtures/broken/gdb-no-frames.txt')));
    expect(result.ok ? null : result.error.code).toBe('gdb-no-stacks');
  });

  it('a missing frame, a stack that stopped, an odd end', () => {
    const profile = profileOf(
      'Thread 1 (LWP 1):\n#0  0x1 in a ()\n#2  0x2 in b ()\nBacktrace stopped: x\n\nThread 2 (LWP 2):\n#0  0x1 in a (x=1',
    );
    expect(problems(profile)).toEqual({
      'gdb-frames-missing': 1,
      'gdb-stack-stopped': 1,
      'gdb-cut': 1,
      'gdb-frame-unfinished': 1,
    });
    expect(stacksOf(profile)).toEqual({ 'b | a': 1, a: 1 });
  });

  it('limits', () => {
    const deep = Array.from({ length: 2000 }, (_, i) => `#${i}  0x1 in f ()\n`).join('');
    const code = (text: string, limits = LIMITS) => {
      const result = read(encoder.encode(text), 4096, limits);
      return result.ok ? null : result.error.code;
    };
    expect(code(deep)).toBe('stack-too-deep');
    expect(code(deep, { ...LIMITS, maxBytes: 100 })).toBe('limit-exceeded');
    expect(code(`#0  0x1 in f (${'a'.repeat(3e6)})\n`)).toBe('gdb-frame-too-long');
    expect(code(`#0  0x1 in f (\n${' a\n'.repeat(1e6)}`)).toBe('gdb-frame-too-long');
    expect(code('#0  0x1 in f ()\n', { ...LIMITS, maxFrames: 0 })).toBe('limit-exceeded');
  });

  it('takes time in proportion to the size of hostile frames', () => {
    const blanks = ' '.repeat(500_000);
    for (const frame of [`f${blanks}x`, `f${blanks}- x`, `in f${blanks}(`, `f ${'- '.repeat(200_000)}[inlined]`]) {
      read(encoder.encode(`#0  0x1 ${frame}\n`));
    }
  });

  it('cut at every byte: a fault, or a profile; never an exception', () => {
    const bytes = fixture('gdb-threads.txt');
    for (let end = 0; end <= bytes.length; end++) {
      const result = read(bytes.subarray(0, end));
      if (!result.ok) expect(result.error.code).toBe('gdb-no-stacks');
      else {
        const [parsed] = result.value.profiles;
        const last = new TextDecoder().decode(bytes.subarray(0, end)).split('\n').at(-1) ?? '';
        const isFrame = /^#\d+\s/.test(last);
        expect(parsed?.profile.problems.some(({ code }) => code === 'gdb-cut')).toBe(isFrame);
      }
    }
  });
});

const typeName = fc.constantFrom('int', 'char const*', 'std::vector<int, A<(B)1> >&', 'void (*)(int)');
const functionName = fc
  .tuple(
    fc.constantFrom('f', '(anonymous namespace)::g', 'T<true>::h', 'operator()', '~D', '<lambda(int)>::operator()'),
    fc.option(fc.array(typeName, { maxLength: 3 })),
    fc.constantFrom('', ' const'),
  )
  .map(([name, types, end]) => (types === null ? name : `${name}(${types.join(', ')})${end}`));
const value = fc.constantFrom('1', '0x5 "a) (b\\" at c:1"', "65 'A'", '{x = 1, y = (2)}', '<optimized out>');
const printed = fc
  .tuple(
    functionName,
    fc.array(value, { maxLength: 3 }),
    fc.constantFrom('', ' at a b.c:12', ' from /lib/x (1).so', '\n    at wide.c:3'),
  )
  .map(([name, values, place]) => ({
    name,
    text: `${name} (${values.map((v, i) => `a${i}=${v}`).join(', ')})${place}`,
  }));

describe('print, parse, equal', () => {
  it('keeps every name, whatever the arguments hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(printed, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        (all) => {
          const text = all
            .map((stack, t) => `Thread ${t} (LWP ${t}):\n${stack.map((f, i) => `#${i}  0x7f in ${f.text}\n`).join('')}`)
            .join('\n');
          const expected = new Map<string, number>();
          for (const stack of all) {
            const key = stack
              .map(({ name }) => name)
              .reverse()
              .join(' | ');
            expected.set(key, (expected.get(key) ?? 0) + 1);
          }
          const profile = profileOf(text, 7);
          // Equal names in different files are different frames, so stacks of the same names are added up here.
          const seen = new Map<string, number>();
          for (let node = 1; node < profile.nodes.length; node++) {
            const self = profile.values[0]?.[node] ?? 0;
            if (self === 0) continue;
            const names: string[] = [];
            for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0) names.push(nodeName(profile, at));
            const key = names.reverse().join(' | ');
            seen.set(key, (seen.get(key) ?? 0) + self);
          }
          expect(seen).toEqual(expected);
          expect(profile.problems).toEqual([]);
        },
      ),
      { seed: 7 },
    );
  });

  it('never throws on any text', () => {
    const piece = fc.constantFrom(
      '#0  0x1 in ',
      '#1 ',
      'f (',
      ')',
      '"',
      "'",
      '\\',
      '\n',
      ' at ',
      ' from ',
      'Thread 1 (LWP 1):',
      '(',
      '0x1',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        read(encoder.encode(parts.join('')));
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});

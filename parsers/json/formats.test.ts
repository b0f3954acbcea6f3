import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../core/model/profile-of.ts';
import { arbitraryStacks, textOf } from '../../core/testing/arbitrary.testkit.ts';
import type { Head, Importer, ParsedFile } from '../importer.ts';
import { codesOfCuts, faultCode, onlyProfile, readWith, stacksOf } from '../reading.testkit.ts';
import { IMPORTERS, recognise } from '../registry.ts';
import { PRINTERS } from './printers.testkit.ts';

const IDS = Object.keys(PRINTERS);

/** Fixtures are named after their format. */
function formatOf(file: string): string | undefined {
  return [...IDS, 'parca', 'otlp', 'd3'].find((id) => file.startsWith(`${id}-`));
}

function importerOf(file: string): Importer {
  const id = formatOf(file) ?? '';
  const full = { parca: 'parca-flamegraph-json', otlp: 'otlp-profile-json', d3: 'd3-flame-graph' }[id] ?? id;
  const found = IMPORTERS.find((importer) => importer.id === full);
  if (found === undefined) throw new Error(`no importer for ${file}`);
  return found;
}

function filesIn(folder: string): readonly string[] {
  const names = readdirSync(`fixtures/${folder}`).filter((name) => /\.(?:json|cpuprofile|heapprofile)$/.test(name));
  return names.filter((name) => formatOf(name) !== undefined);
}

const fixture = (folder: string, name: string) => readFileSync(`fixtures/${folder}/${name}`);

function headOf(bytes: Uint8Array): Head {
  return { bytes, text: new TextDecoder().decode(bytes), complete: true };
}

function plain({ profiles }: ParsedFile) {
  return profiles.map(({ name, side, profile }) => [
    name,
    side,
    profile.valueTypes.map((_, t) => stacksOf(profile, t)),
  ]);
}

describe('every JSON format', () => {
  it('has fixtures, good and broken', () => {
    const covered = (folder: string) => new Set(filesIn(folder).map((name) => importerOf(name).id));
    expect([...covered('valid')].toSorted()).toEqual(IDS.toSorted());
    expect([...covered('broken')].toSorted()).toEqual(IDS.toSorted());
  });

  it.each([...filesIn('valid').map((name) => ['valid', name]), ...filesIn('broken').map((name) => ['broken', name])])(
    '%s/%s is recognised by its content',
    (folder, name) => {
      const found = recognise(headOf(fixture(folder ?? '', name ?? '')));
      expect(found.ok && found.value.importer.id).toBe(importerOf(name ?? '').id);
    },
  );

  it.each(filesIn('valid'))('%s is read the same in chunks of any size', (name) => {
    const whole = readWith(importerOf(name), fixture('valid', name));
    const bytewise = readWith(importerOf(name), fixture('valid', name), { chunk: 1 });
    expect(whole.ok && bytewise.ok && plain(bytewise.value)).toEqual(whole.ok && plain(whole.value));
  });

  it.each(filesIn('valid'))('%s cut at any byte is a fault', (name) => {
    const bytes = fixture('valid', name);
    const codes = codesOfCuts(importerOf(name), new Uint8Array(bytes).subarray(0, bytes.toString().trimEnd().length));
    // A list of trace events may end after any event, which is said.
    if (name !== 'chrome-trace-unclosed.json' && name !== 'chrome-trace-profile.json')
      expect(codes.has('read')).toBe(false);
    expect([...codes.keys()].filter((code) => !/^(?:json-cut-short|chrome-trace-no-stacks|read)$/.test(code))).toEqual(
      [],
    );
  });

  it.each(IDS)('%s: what is printed is read back', (id) => {
    const importer = IMPORTERS.find((one) => one.id === id);
    const print = PRINTERS[id];
    if (importer === undefined || print === undefined) throw new Error(id);
    fc.assert(
      fc.property(arbitraryStacks({ maxCount: 9 }), (stacks) => {
        const read = onlyProfile(importer, JSON.stringify(print(stacks)));
        expect(stacksOf(read)).toEqual(stacksOf(profileOf(textOf(stacks))));
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it.each(IDS)('%s: keeps to the limits of depth and of nodes', (id) => {
    const importer = IMPORTERS.find((one) => one.id === id);
    const print = PRINTERS[id];
    if (importer === undefined || print === undefined) throw new Error(id);
    const frames = Array.from({ length: 40 }, (_, at) => `f${at}`);
    const text = JSON.stringify(print([{ frames, count: 3 }]));
    expect(faultCode(importer, text, { maxDepth: 39 })).toBe('stack-too-deep');
    expect(faultCode(importer, text, { maxNodes: 20 })).toBe('limit-exceeded');
    expect(faultCode(importer, text, { maxBytes: 100 })).toBe('limit-exceeded');
    expect(faultCode(importer, text, { maxDepth: 41 })).toBe('read');
  });

  it.each(IDS)('%s: any JSON gives a fault or a profile', (id) => {
    const importer = IMPORTERS.find((one) => one.id === id);
    const print = PRINTERS[id];
    if (importer === undefined || print === undefined) throw new Error(id);
    const whole = JSON.stringify(
      print([
        { frames: ['a', 'b'], count: 2 },
        { frames: ['a'], count: 1 },
      ]),
    );
    const values = ['null', '-1', '1e99', '"x"', '[]', '{}', '[[]]', '99999999999999999999', 'true'];
    // One value of the file is replaced by something else.
    fc.assert(
      fc.property(fc.nat(200), fc.constantFrom(...values), (nth, value) => {
        let seen = 0;
        const changed = whole.replace(/(?<=[:[,])(?:"(?:[^"\\]|\\.)*"|-?\d+)(?=[,\]}])/g, (old) =>
          seen++ === nth ? value : old,
        );
        expect(typeof faultCode(importer, changed)).toBe('string');
      }),
      { seed: 5, numRuns: 150 },
    );
    expect(faultCode(importer, '{"__proto__":{"a":1},"constructor":5}')).not.toBe('read');
  });
});

describe('stacks of the fixtures', () => {
  const read = (name: string) => {
    const result = readWith(importerOf(name), fixture('valid', name));
    if (!result.ok) throw new Error(result.error.code);
    return plain(result.value);
  };

  it.each<[string, unknown]>([
    [
      'cpuprofile-list.cpuprofile',
      [
        { 'main;query': 2, '(idle)': 1, 'main;(anonymous)': 1, main: 1 },
        // From each sample to the next; how long the last one lasted is not known.
        { 'main;query': 2250, '(idle)': 3000, 'main;(anonymous)': 1100 },
      ],
    ],
    [
      'cpuprofile-tree.cpuprofile',
      [
        { main: 1, 'main;query': 4, '(program)': 2 },
        { main: 1000, 'main;query': 5000 },
      ],
    ],
    ['heapprofile-small.heapprofile', [{ load: 4096, 'load;(anonymous)': 65536, '(V8 API)': 512 }]],
    [
      'chrome-trace-calls.json',
      [{ 'main;request': 30, 'main;request;parse': 30, 'main;request;query': 40, 'worker;flush': 25 }],
    ],
    ['chrome-trace-unclosed.json', [{ request: 4, 'request;query': 6 }]],
    [
      'chrome-trace-profile.json',
      [
        { 'CrRendererMain;tick': 2, 'CrRendererMain;tick;paint': 1, CrRendererMain: 1 },
        { 'CrRendererMain;tick': 550, 'CrRendererMain;tick;paint': 50 },
      ],
    ],
    [
      'chrome-trace-stacks.json',
      [
        { 'js;[root];main': 1, 'js;[root];main;render': 1, 'js;[root]': 1 },
        { 'js;[root];main': 2000, 'js;[root];main;render': 500 },
      ],
    ],
    ['speedscope-evented.json', [{ a: 2, 'a;b': 5, b: 2, 'b;b': 3 }]],
    [
      'gecko-raw.json',
      [
        {
          'default;GeckoMain;XRE_main;draw': 2,
          'default;GeckoMain;XRE_main;operator() (int)': 1,
          'default;GeckoMain': 1,
          'Web Content;GeckoMain;0x7f00aa10': 1,
        },
      ],
    ],
    [
      'gecko-processed.json',
      [
        { 'shop;main;handle': 2, 'shop;main;handle;Vec<T>::push': 5 },
        { 'shop;main;handle': 10, 'shop;main;handle;Vec<T>::push': 1900 },
      ],
    ],
    ['gecko-shared.json', [{ 'GeckoMain;run': 1, GeckoMain: 1 }]],
    ['flamebearer-single.json', [{ '': 2, main: 4, 'main;parse': 1, 'main;render': 1, other: 2 }]],
    ['stackprof-raw.json', [{ 'Shop#call;Shop#query': 4, 'Shop#call': 2, '(garbage collection)': 1 }]],
    ['stackprof-flat.json', [{ 'Shop#call': 1, '(none)': 4 }]],
    [
      'd3-sums.json',
      [{ '': 1, 'mysqld`main': 2, 'mysqld`main;mysqld`fil_io': 7, 'mysqld`main;libc`memcpy': 1, swapper: 1 }],
    ],
    ['d3-self.json', [{ 'mysqld;main': 2, 'mysqld;main;fil_io': 7, swapper: 3 }]],
    [
      'dhat-small.json',
      [
        { 'main;grow;malloc': 1024, 'main;malloc': 40 },
        { 'main;grow;malloc': 1, 'main;malloc': 10 },
        { 'main;grow;malloc': 1024 },
        { 'main;grow;malloc': 1 },
        { 'main;malloc': 4 },
        { 'main;malloc': 1 },
      ],
    ],
    [
      'safari-timeline-small.json',
      [
        { '(anonymous);draw': 1, '(anonymous)': 1 },
        { '(anonymous);draw': 0.5, '(anonymous)': 0.25 },
      ],
    ],
    ['otlp-small.json', [{ 'main;inner;schedule': 9007199254741000n }, { 'main;inner;schedule': 2, '0xff': 1 }]],
    ['otlp-listing.json', [{ 'main;inner;schedule': 50000000 }]],
  ])('%s', (name, columns) => {
    expect(read(name)).toEqual([[null, 'single', columns]]);
  });

  it('keeps the recordings of a speedscope file apart', () => {
    expect(read('speedscope-sampled.json')).toEqual([
      ['MainThread', 'single', [{ 'main;parse': 22.5, 'main;render': 10, main: 7.5 }]],
      ['Thread-1', 'single', [{ render: 100, 'render;parse': 200 }]],
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['d3-differential.json', { main: 2, 'main;wait': 2, 'main;work': 11 }, { main: 3, 'main;wait': 9, 'main;work': 8 }],
    ['flamebearer-double.json', { main: 6, 'main;parse': 4 }, { main: 5, 'main;parse': 4, new: 5 }],
    [
      'parca-diff.json',
      { 'shop.example/short.main;read': 4, 'shop.example/short.main;gone': 2, 'runtime.mcall': 2 },
      { 'shop.example/short.main;read': 4, 'shop.example/short.main': 5, 'runtime.mcall': 1 },
    ],
  ])('%s has two sides', (name, base, head) => {
    const [first, second] = read(name);
    const withoutRoot = (columns: unknown) => {
      const [stacks = {}] = columns as Record<string, number>[];
      return Object.fromEntries(Object.entries(stacks).filter(([path]) => path !== ''));
    };
    expect([first?.[1], withoutRoot(first?.[2])]).toEqual(['base', base]);
    expect([second?.[1], withoutRoot(second?.[2])]).toEqual(['head', head]);
  });
});

describe('broken files', () => {
  it.each<[string, string, number | null, string | null]>([
    ['cpuprofile-cut.cpuprofile', 'json-cut-short', 2, null],
    ['cpuprofile-name-is-number.cpuprofile', 'json-shape', 3, 'nodes[0].callFrame.functionName'],
    ['cpuprofile-no-samples.cpuprofile', 'v8-no-samples', null, null],
    ['cpuprofile-own-caller.cpuprofile', 'json-shape', 1, 'nodes[0]'],
    ['cpuprofile-trailing-comma.cpuprofile', 'json-malformed', 2, null],
    ['cpuprofile-unknown-node.cpuprofile', 'json-shape', 1, 'samples[1]'],
    ['heapprofile-negative-size.heapprofile', 'json-shape', 1, 'head.selfSize'],
    ['chrome-trace-cut-in-event.json', 'json-cut-short', 3, null],
    ['chrome-trace-no-stacks.json', 'chrome-trace-no-stacks', null, null],
    ['chrome-trace-time-is-word.json', 'json-shape', 2, '[0].ts'],
    ['speedscope-no-profiles.json', 'json-shape', 1, 'profiles'],
    ['speedscope-weight-missing.json', 'json-shape', 1, 'profiles[0].weights'],
    ['speedscope-wrong-end.json', 'json-shape', 1, 'profiles[0].events[2].frame'],
    ['gecko-no-samples.json', 'gecko-no-samples', null, null],
    ['gecko-unknown-stack.json', 'json-shape', 1, 'threads[0].samples.data[0][0]'],
    ['flamebearer-overhang.json', 'json-shape', 1, 'flamebearer.levels[1][0]'],
    ['stackprof-stack-too-long.json', 'json-shape', 1, 'raw[0]'],
    ['d3-no-name.json', 'json-shape', 1, 'children[0].children[0]'],
    ['d3-no-values.json', 'tree-no-values', null, null],
    ['dhat-unknown-frame.json', 'json-shape', 1, 'pps[0].fs[0]'],
    ['safari-timeline-no-samples.json', 'safari-no-samples', null, null],
    ['otlp-no-dictionary.json', 'otlp-no-dictionary', null, null],
    ['parca-flamegraph-value-is-word.json', 'json-shape', 1, 'flamegraph.root.cumulative'],
  ])('%s: %s', (name, code, line, path) => {
    const result = readWith(importerOf(name), fixture('broken', name));
    if (result.ok) throw new Error('it was read');
    expect(result.error.code).toBe(code);
    expect(result.error.position?.line ?? null).toBe(line);
    expect(result.error.facts['path'] ?? null).toBe(path);
  });

  it('has no broken file without a test', () => {
    expect(filesIn('broken').length).toBe(23);
  });
});

import { describe, expect, it } from 'vitest';
import { STATES } from '../core/diff/comparison.ts';
import { profileOf } from '../core/model/profile-of.ts';
import { problem } from '../core/model/problem.ts';
import { comparisonJson, comparisonJsonChunks, inspectionJson, jsonCount } from './json.ts';
import { HOSTILE_NAMES, comparisonOf, hostileProfile } from './render.testkit.ts';

const text = (chunks: Iterable<string>) => [...chunks].join('');

describe('comparisonJson', () => {
  const comparison = comparisonOf(
    'app;parse 400 / app;exec 500 / app;log 100',
    'app;parse 800 / app;exec 900 / app;log 300',
  );

  it('gives raw counts, shares of 1 and deltas in points', () => {
    const { base, head, functions } = comparisonJson(comparison, { nodes: false });
    expect([base.total, head.total]).toEqual([1000, 2000]);
    const log = functions.find(({ name }) => name === 'log');
    expect(log).toMatchObject({
      base: { self: 100, total: 100, share: 0.1 },
      head: { self: 300, total: 300, share: 0.15 },
      deltaCount: 200,
      ratio: 1.4999999999999998,
    });
    expect(log?.delta).toBeCloseTo(5, 9);
    expect(functions.map(({ name }) => name)).toEqual(['exec', 'log', 'app', 'parse']);
  });

  it('gives the nodes on request, with paths from the root', () => {
    expect(comparisonJson(comparison, { nodes: false })).not.toHaveProperty('nodes');
    const nodes = comparisonJson(comparison, { nodes: true }).nodes ?? [];
    expect(nodes.map(({ path, parent, base, head }) => [path?.join(';'), parent, base, head])).toEqual([
      ['app', -1, 1000, 2000],
      ['app;exec', 0, 500, 900],
      ['app;log', 0, 100, 300],
      ['app;parse', 0, 400, 800],
    ]);
    for (const { state } of nodes) expect(STATES).toContain(state);
  });

  it('is the same as the streamed text', () => {
    for (const nodes of [false, true]) {
      expect(JSON.parse(text(comparisonJsonChunks(comparison, { nodes })))).toEqual(
        comparisonJson(comparison, { nodes }),
      );
    }
  });

  it('is exactly zero for the same file twice, and never NaN, infinite or -0', () => {
    const same = text(comparisonJsonChunks(comparisonOf('q;a 0.1 / q;b 0.2', 'q;a 0.1 / q;b 0.2'), { nodes: true }));
    const parsed = JSON.parse(same) as ReturnType<typeof comparisonJson>;
    for (const { delta, deltaCount } of parsed.functions) expect([delta, deltaCount]).toEqual([0, 0]);
    const oneSided = text(comparisonJsonChunks(comparisonOf('a;b 1', 'c 3'), { nodes: true }));
    for (const json of [same, oneSided]) expect(json).not.toMatch(/NaN|Infinity|undefined|-0[^.]/);
    expect(oneSided).not.toContain(':null,"head":null');
  });

  it('keeps hostile names', () => {
    const json = text(comparisonJsonChunks(comparisonOf(hostileProfile(), hostileProfile(2)), { nodes: true }));
    const { functions } = JSON.parse(json) as ReturnType<typeof comparisonJson>;
    expect(new Set(functions.map(({ name }) => name))).toEqual(new Set(['app', ...HOSTILE_NAMES]));
  });

  it('stays linear for a stack 100,000 frames deep', () => {
    const deep = profileOf(`${Array.from({ length: 100_000 }, (_, i) => `f${i % 7}`).join(';')} 5`);
    let characters = 0;
    for (const chunk of comparisonJsonChunks(comparisonOf(deep, deep), { nodes: true })) characters += chunk.length;
    expect(characters).toBeLessThan(30_000_000);
  });
});

describe('inspectionJson', () => {
  it('has the fields of the contract', () => {
    const profile = profileOf('main;a 3 / main 1', {
      problems: [problem('warning', 'invalid-utf8', { line: 7, seen: 'x', facts: { places: 2 }, count: 2 })],
    });
    const json = inspectionJson({
      fileName: 'good.folded',
      format: 'folded',
      title: 'folded stacks',
      because: 'line 1 ends in a count',
      compression: ['gzip'],
      bytes: 12,
      profiles: [{ name: null, side: 'single', profile }],
    });
    expect(json).toMatchObject({
      file: 'good.folded',
      format: 'folded',
      because: 'line 1 ends in a count',
      compression: 'gzip',
      generator: null,
      valueTypes: [{ name: 'samples', unit: 'samples', total: 4, samples: 4 }],
      total: 4,
      unit: 'samples',
      stacks: 2,
      nodes: 2,
      maxDepth: 2,
      pruned: null,
      inverted: false,
      differential: false,
    });
    expect(json.problems[0]).toMatchObject({ code: 'invalid-utf8', severity: 'warning', line: 7, count: 2, text: 'x' });
    expect(json).not.toHaveProperty('name');
    expect(json.profiles).toHaveLength(1);
  });
});

describe('jsonCount', () => {
  it.each([
    [3, 3],
    [-0, 0],
    [0.1, 0.1],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
    [9_007_199_254_740_993n, '9007199254740993'],
    [2 ** 60, '1152921504606846976'],
    [5n, 5],
  ])('%s is %j', (value, json) => {
    expect(jsonCount(value)).toBe(json);
  });
});

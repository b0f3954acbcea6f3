import { describe, expect, it } from 'vitest';
import { draw, faultOf, problemCodes, profileIn, stacksOf } from './svg.testkit.ts';
import type { DrawnBox } from './svg.testkit.ts';

const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="200">';

describe('hostile files', () => {
  it('refuses entities before reading on', () => {
    expect(faultOf(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>${OPEN}</svg>`).code).toBe(
      'svg-entity-declaration',
    );
    expect(faultOf(`${OPEN}<!ENTITY x "y"></svg>`).code).toBe('svg-entity-declaration');
  });

  it('takes the document type of flamegraph.pl', () => {
    const boxes: DrawnBox[] = [
      { name: 'all', start: 0, count: 3, depth: 0 },
      { name: 'main', start: 0, count: 3, depth: 1 },
    ];
    expect(stacksOf(profileIn(draw(boxes, 'pl-2024')))).toEqual({ main: 3 });
  });

  it('refuses 200,000 nested groups without recursion', () => {
    expect(faultOf(`${OPEN}${'<g>'.repeat(200_000)}`)).toMatchObject({
      code: 'svg-too-many-elements',
      facts: { what: 'depth' },
    });
  });

  it.each([
    ['attribute', `${OPEN}<rect x="${'1'.repeat(30_000_000)}"/></svg>`],
    ['title', `${OPEN}<title>${'a'.repeat(30_000_000)}</title></svg>`],
    ['tag without an end', `${OPEN}<rect ${'a '.repeat(5_000_000)}`],
  ])('refuses a huge %s', (_, text) => {
    expect(['svg-token-too-long', 'svg-too-many-attributes']).toContain(faultOf(text).code);
  });

  it('refuses 10,000 attributes of one tag', () => {
    const attributes = Array.from({ length: 10_000 }, (_, i) => `a${i}="1"`).join(' ');
    expect(faultOf(`${OPEN}<rect ${attributes}/></svg>`).code).toBe('svg-too-many-attributes');
  });

  it('keeps to the limits of its host', () => {
    const boxes: DrawnBox[] = Array.from({ length: 50 }, (_, depth) => ({
      name: `f${depth}`,
      start: 0,
      count: 9,
      depth,
    }));
    const file = draw(boxes, 'pl-2024');
    expect(faultOf(file, { maxDepth: 40 }).code).toBe('stack-too-deep');
    expect(faultOf(file, { maxBytes: 1000 }).code).toBe('limit-exceeded');
    expect(faultOf(file, { maxNodes: 10 }).code).toBe('limit-exceeded');
  });

  it('reads names that are keys of objects', () => {
    const boxes: DrawnBox[] = [
      { name: 'all', start: 0, count: 3, depth: 0 },
      { name: '__proto__', start: 0, count: 2, depth: 1 },
      { name: 'constructor', start: 2, count: 1, depth: 1 },
    ];
    const profile = profileIn(draw(boxes, 'inferno'));
    expect(profile.strings).toEqual(['__proto__', 'constructor']);
  });
});

describe('shapes', () => {
  it('reads a stack 100,000 frames deep', () => {
    const boxes: DrawnBox[] = Array.from({ length: 100_000 }, (_, depth) => ({
      name: depth === 0 ? 'all' : `f${depth % 7}`,
      start: 0,
      count: 4,
      depth,
    }));
    expect(profileIn(draw(boxes, 'pl-2024')).nodes.length).toBe(100_000);
  });

  it('merges what a flame chart repeats and says so', () => {
    const boxes: DrawnBox[] = [
      { name: 'all', start: 0, count: 100, depth: 0 },
      { name: 'tick', start: 0, count: 30, depth: 1 },
      { name: 'idle', start: 30, count: 30, depth: 1 },
      { name: 'tick', start: 60, count: 40, depth: 1 },
    ];
    const profile = profileIn(draw(boxes, 'pl-2024'));
    expect(stacksOf(profile)).toEqual({ tick: 70, idle: 30 });
    expect(problemCodes(profile)).toEqual(['svg-siblings-merged']);
  });

  it('keeps a program frame called all above the box of the tool', () => {
    const boxes: DrawnBox[] = [
      { name: 'all', start: 0, count: 3, depth: 0 },
      { name: 'all', start: 0, count: 3, depth: 1 },
    ];
    expect(stacksOf(profileIn(draw(boxes, 'pl-2024')))).toEqual({ all: 3 });
  });

  it('leaves what no stack explains to the root', () => {
    const boxes: DrawnBox[] = [
      { name: 'all', start: 0, count: 200, depth: 0 },
      { name: 'main', start: 0, count: 45, depth: 1 },
    ];
    const profile = profileIn(draw(boxes, 'pl-2024'));
    expect(stacksOf(profile)).toEqual({ '': 155, main: 45 });
    expect(problemCodes(profile)).toContain('svg-root-rest');
  });

  it('never makes a self value negative, and keeps the total', () => {
    const boxes: DrawnBox[] = [
      { name: 'all', start: 0, count: 100, depth: 0 },
      { name: 'a', start: 0, count: 50, depth: 1 },
      { name: 'b', start: 50, count: 50, depth: 1 },
    ];
    const profile = profileIn(draw(boxes, 'pl-2024').replace('all (100 ', 'all (99 '));
    expect(stacksOf(profile)).toEqual({ a: 49, b: 50 });
    expect(problemCodes(profile)).toContain('svg-children-exceed-parent');
  });

  it('keeps counts past 2^53 exact', () => {
    const svg = `${OPEN}<g id="frames"><g><title>all (18,014,398,509,481,985 ns, 100%)</title><rect x="10" y="60" width="1180" height="15"/></g><g><title>f (9,007,199,254,740,993 ns, 50.00%)</title><rect x="10" y="44" width="590" height="15"/></g></g></svg>`;
    expect([...(profileIn(svg).exactValues[0] ?? [])]).toEqual([9_007_199_254_740_992n, 9_007_199_254_740_993n]);
  });
});

describe('what was not drawn', () => {
  const wide: DrawnBox[] = [
    { name: 'all', start: 0, count: 1_000_000, depth: 0 },
    { name: 'main', start: 0, count: 1_000_000, depth: 1 },
    { name: 'hot', start: 0, count: 999_900, depth: 2 },
    { name: 'scan', start: 0, count: 500_000, depth: 3 },
  ];

  it('is taken from the default of 0.1 px when few boxes are there', () => {
    const profile = profileIn(draw(wide, 'pl-2024'));
    expect(profile.pruned?.weight).toBeCloseTo(84.75, 1);
    expect(profile.pruned?.estimated).toBe(true);
  });

  it('is taken from the narrowest box when many are there and all are wide', () => {
    const leaves: DrawnBox[] = Array.from({ length: 20 }, (_, i) => ({
      name: `f${i}`,
      start: i * 50_000,
      count: 5000 + i * 7,
      depth: 2,
    }));
    expect(profileIn(draw([...wide.slice(0, 2), ...leaves], 'pl-2024')).pruned).toEqual({
      weight: 5000,
      estimated: true,
    });
  });

  it('is nothing when a frame with one sample was drawn', () => {
    const one: DrawnBox[] = [...wide, { name: 'tiny', start: 999_900, count: 1, depth: 2 }];
    expect(profileIn(draw(one, 'pl-2024')).pruned).toBeNull();
  });
});

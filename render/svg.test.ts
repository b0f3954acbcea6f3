import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from '../core/model/builder.ts';
import { profileOf } from '../core/model/profile-of.ts';
import { storable } from '../core/text/visible.ts';
import { HOSTILE_NAMES, comparisonOf, hostileProfile } from './render.testkit.ts';
import { comparisonToSvg, profileToSvg } from './svg.ts';

const text = (chunks: Iterable<string>) => [...chunks].join('');

/** Stacks of our SVG by an independent XML reader and the attributes that `svg.ts` promises: path -> self counts. */
function stacksOf(svg: string, sides: readonly string[]): Map<string, string[]> {
  const parser = new SaxesParser();
  const path: { name: string; left: bigint[] }[] = [];
  const stacks = new Map<string, string[]>();
  const names = () => path.slice(1).map(({ name }) => name);
  const close = () => {
    const key = JSON.stringify(names());
    const { left } = path.pop()!;
    if (left.some((count) => count !== 0n)) stacks.set(key, left.map(String));
  };
  parser.on('opentag', ({ attributes }) => {
    const depth = attributes['data-fb-depth'];
    if (depth === undefined) return;
    while (path.length > Number(depth)) close();
    const counts = sides.map((side) => BigInt(attributes[`data-fb-${side}`] ?? ''));
    const parent = path.at(-1);
    if (parent) parent.left = parent.left.map((left, side) => left - counts[side]!);
    path.push({ name: attributes['data-fb-name'] ?? '', left: counts });
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  while (path.length > 0) close();
  return stacks;
}

const FORBIDDEN = [
  '<script>alert(1)',
  '<img src=x',
  '" onmouseover="alert(1)',
  ']]><b>x',
  '\u001b',
  '\u0000',
  '\u202e',
];

describe('comparisonToSvg', () => {
  it('is well-formed, holds nothing of what hostile names try, and can be read back', () => {
    const svg = text(comparisonToSvg(comparisonOf(hostileProfile(), hostileProfile(3))));
    expect(FORBIDDEN.filter((forbidden) => svg.includes(forbidden))).toEqual([]);
    const expected = HOSTILE_NAMES.map((name, index): [string, string[]] => [
      JSON.stringify(['app', storable(name)]),
      [String(index + 1), String((index + 1) * 3)],
    ]);
    expect(stacksOf(svg, ['base', 'head'])).toEqual(new Map(expected));
  });

  it('draws vanished and new frames, and says which is which', () => {
    const svg = text(
      comparisonToSvg(comparisonOf('db;find;hash 60 / db;find;cmp 40', 'db;find;btree 90 / db;find;cmp 40')),
    );
    expect(svg).toContain('data-fb-name="hash" data-fb-base="60" data-fb-head="0"');
    expect(svg).toMatch(/data-fb-name="hash"[^>]*data-dash="5 3"/);
    expect(svg).toMatch(/data-fb-name="btree"[^>]*data-outline/);
    expect(svg).toContain('gone from head');
    expect(svg).toContain('new in head');
    expect(svg).not.toMatch(/NaN|Infinity|undefined|-0 %|-0\.0/);
  });

  it('says both totals and the legend in words', () => {
    const svg = text(comparisonToSvg(comparisonOf('a;b 1000', 'a;b 2000 / a;c 10')));
    for (const words of [
      'base 1,000 samples',
      'head 2,010 samples',
      'larger share in head (bad)',
      'gone: only in base',
    ]) {
      expect(svg).toContain(words);
    }
  });

  it('has no vanished frames in the layout of head', () => {
    const comparison = comparisonOf('a;b 10 / a;c 10', 'a;b 10');
    expect(text(comparisonToSvg(comparison, { layout: 'base' }))).toContain('data-fb-name="c"');
    expect(text(comparisonToSvg(comparison, { layout: 'head' }))).not.toContain('data-fb-name="c"');
  });

  it('gives the same bytes for the same input', () => {
    const once = () => text(comparisonToSvg(comparisonOf(hostileProfile(), hostileProfile(2))));
    expect(once()).toBe(once());
  });

  it('draws a stack 100,000 frames deep as far as viewers can show it, and says so', () => {
    const deep = profileOf(`${Array.from({ length: 100_000 }, (_, i) => `f${i % 5}`).join(';')} 5`);
    const svg = text(comparisonToSvg(comparisonOf(deep, deep)));
    expect(svg).toContain('98,000 frames below row 2,000 are not drawn');
    expect(svg).toContain('data-fb-hidden="0" data-fb-too-deep="98000"');
  });

  it('leaves narrow frames of a large tree out and counts them', () => {
    const wide = profileOf(`main;big 1000000\n${Array.from({ length: 21_000 }, (_, i) => `main;f${i} 1`).join('\n')}`);
    const svg = text(comparisonToSvg(comparisonOf(wide, wide)));
    expect(svg).toContain('data-fb-hidden="21000"');
    expect(svg).toContain('21,000 frames narrower than 0.010 % of the width are not drawn');
  });
});

describe('profileToSvg', () => {
  it('keeps hostile names and can be read back', () => {
    const svg = text(profileToSvg(hostileProfile()));
    expect(FORBIDDEN.filter((forbidden) => svg.includes(forbidden))).toEqual([]);
    const expected = HOSTILE_NAMES.map((name, index): [string, string[]] => [
      JSON.stringify(['app', storable(name)]),
      [String(index + 1)],
    ]);
    expect(stacksOf(svg, ['value'])).toEqual(new Map(expected));
  });

  it('rounds no count', () => {
    const builder = new ProfileBuilder(1);
    builder.addSelfExact(builder.stack([builder.frame('a')]), 9_007_199_254_740_993n);
    builder.addSelfExact(builder.stack([builder.frame('a'), builder.frame('b')]), 1n);
    const finished = builder.finish({
      valueTypes: [{ name: 'cpu', unit: 'nanoseconds', sampling: null }],
      source: { fileName: null, format: 'test', generator: null, sha256: null },
    });
    if (!finished.ok) throw new Error(finished.error.code);
    const stacks = stacksOf(text(profileToSvg(finished.value)), ['value']);
    expect([...stacks.values()].flat().sort()).toEqual(['1', '9007199254740993']);
  });
});

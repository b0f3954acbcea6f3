import { describe, expect, it } from 'vitest';
import { mainColumn, readText } from '../product.ts';
import type { Json } from '../json.ts';
import { stacksOf } from '../tree.ts';
import { asDifffoldedSees, asToolSees, changesLeaves, isFlameChart, isNegated } from './tool-options.ts';

const INFERNO = 'inferno flamegraph (pretty_xml)';

async function profileOf(text: string) {
  const reading = await readText(text);
  if (!reading.ok) throw new Error(reading.said);
  return mainColumn(reading).profile;
}

function listed(profile: Awaited<ReturnType<typeof profileOf>> | null): Record<string, number> | null {
  if (profile === null) return null;
  const stacks = stacksOf({ profile, valueType: 0, names: [] });
  return Object.fromEntries(stacks.map(({ frames, self }) => [frames.join(';'), Number(self)]));
}

const tested = (...options: readonly string[]): Json => ({ generator: INFERNO, expected_result_of: [{ options }] });
const drawn = (options: string): Json => ({ generator: `flamegraph.pl 2024 ${options} <input>` });

describe('the input of a drawing as its tool sees it', () => {
  const text = 'a;b;c 3\na;b 2\nd;b;e;b 4\nd 1\n';

  it.each<[string, Json, boolean, Record<string, number> | null]>([
    ['is the input itself without an option', drawn('--hash'), false, null],
    [
      'has the counts times the factor',
      tested('factor = 2.5'),
      false,
      { 'a;b;c': 7.5, 'a;b': 5, 'd;b;e;b': 10, d: 2.5 },
    ],
    [
      'begins at the last base frame that is no leaf',
      tested('base = vec!["b".to_string()]'),
      false,
      { 'b;c': 3, 'b;e;b': 4 },
    ],
    [
      'may have several base frames',
      tested('base = vec!["b".to_string(), "e".to_string()]'),
      false,
      { 'b;c': 3, 'e;b': 4 },
    ],
    [
      'has a last frame in a chain graph',
      drawn('--colors chain'),
      false,
      { 'a;b;c;--': 3, 'a;b;--': 2, 'd;b;e;b;--': 4, 'd;--': 1 },
    ],
    [
      'has the rest of a given total in its root',
      drawn('--total 16'),
      false,
      { '': 6, 'a;b;c': 3, 'a;b': 2, 'd;b;e;b': 4, d: 1 },
    ],
    ['is turned round', drawn('--reverse'), true, { 'c;b;a': 3, 'b;a': 2, 'b;e;b;d': 4, d: 1 }],
  ])('%s', async (_, json, isReversed, expected) => {
    expect(listed(asToolSees(json, isReversed, await profileOf(text)))).toEqual(expected);
  });

  it('has no fractions, before it is multiplied', async () => {
    const input = await profileOf('a;b 1.9\na 2.5\nc 0.5\n');
    expect(listed(asToolSees(tested(), false, input))).toEqual({ 'a;b': 1, a: 2 });
    expect(listed(asToolSees(tested('factor = 2.5'), false, input))).toEqual({ 'a;b': 2.5, a: 5 });
  });

  it('has other leaves where frames or counts were changed', () => {
    expect([tested(), tested('hash = true'), drawn('--hash')].map((json) => changesLeaves(json, false))).toEqual([
      false,
      false,
      false,
    ]);
    expect([tested('factor = 2.5'), drawn('--colors chain')].map((json) => changesLeaves(json, false))).toEqual([
      true,
      true,
    ]);
    expect(changesLeaves(tested(), true)).toBe(true);
  });
});

describe('the input of a difference', () => {
  it('has no fractions, and no addresses where they are stripped', async () => {
    const input = await profileOf('a;0x12F 1.5\na;0xe 2\n');
    expect(listed(asDifffoldedSees(tested(), input))).toEqual({ 'a;0x12F': 1, 'a;0xe': 2 });
    expect(listed(asDifffoldedSees(tested(' strip_hex: true, ..Default::default() '), input))).toEqual({
      'a;0x...': 3,
    });
  });
});

describe('options that change the picture only', () => {
  it('are known by either tool', () => {
    expect([drawn('--negate'), tested('negate_differentials = true'), tested()].map(isNegated)).toEqual([
      true,
      true,
      false,
    ]);
    expect([drawn('--flamechart'), tested('flame_chart = true'), tested()].map(isFlameChart)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

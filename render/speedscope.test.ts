import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from '../core/model/builder.ts';
import { profileOf } from '../core/model/profile-of.ts';
import type { Profile } from '../core/model/profile.ts';
import { profileToSpeedscope } from './speedscope.ts';

const textOf = (profile: Profile) => [...profileToSpeedscope(profile).chunks].join('');

describe('speedscope', () => {
  it('writes each stack once, root first, with its weight', () => {
    const { shared, profiles, activeProfileIndex, ...rest } = JSON.parse(
      textOf(profileOf('main;parse 3 / main 2 / "x" 1')),
    );
    expect(shared).toEqual({ frames: [{ name: 'main' }, { name: 'parse' }, { name: '"x"' }] });
    expect(activeProfileIndex).toBe(0);
    expect(profiles).toEqual([
      {
        type: 'sampled',
        name: 'samples',
        unit: 'none',
        startValue: 0,
        endValue: 6,
        samples: [[0], [0, 1], [2]],
        weights: [2, 3, 1],
      },
    ]);
    expect(rest).toEqual({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      exporter: 'firebreak',
      name: 'profile',
    });
  });

  it('has a profile for each value type, with the unit in the name where the format lacks it', () => {
    const builder = new ProfileBuilder(2);
    const leaf = builder.stack([builder.frame('f', { module: 'a.so', file: 'f.c', line: 7 })]);
    const other = builder.stack([builder.frame('f', { module: 'b.so', file: 'f.c', line: 7 })]);
    builder.addSelf(leaf, 0.25, 0);
    builder.addSelfExact(other, 9_007_199_254_740_993n, 1);
    const finished = builder.finish({
      valueTypes: [
        { name: 'wall', unit: 'seconds', sampling: null },
        { name: 'cycles', unit: 'count', sampling: null },
      ],
      defaultValueType: 1,
      source: { fileName: 'p.x', format: 'folded', generator: null, sha256: null },
    });
    if (!finished.ok) throw new Error(finished.error.code);
    const text = textOf(finished.value);
    const file = JSON.parse(text);
    expect(file.shared.frames).toEqual([{ name: 'f', file: 'f.c', line: 7 }]);
    expect(file.activeProfileIndex).toBe(1);
    expect(file.profiles.map(({ name, unit, samples }: Record<string, unknown>) => [name, unit, samples])).toEqual([
      ['wall', 'seconds', [[0]]],
      ['cycles (count)', 'none', [[0]]],
    ]);
    expect(text).toContain('"weights":[9007199254740993]');
    expect(profileToSpeedscope(finished.value).problems).toMatchObject([
      { code: 'speedscope-details-left-out', facts: { merged: 1 } },
      { code: 'speedscope-large-values' },
    ]);
  });
});

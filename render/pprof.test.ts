import { gunzipSync } from 'fflate';
import { Profile as Decoded } from 'pprof-format';
import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from '../core/model/builder.ts';
import { profileOf } from '../core/model/profile-of.ts';
import type { Profile } from '../core/model/profile.ts';
import { comparisonToPprof, profileToPprof } from './pprof.ts';
import { HOSTILE_NAMES, comparisonOf, hostileProfile } from './render.testkit.ts';

/** Stacks of a pprof file by an independent reader: `[path, values, labels]`, root first. */
function read(bytes: Uint8Array) {
  const profile = Decoded.decode(gunzipSync(bytes));
  const text = (index: number | bigint) => profile.stringTable.strings[Number(index)] ?? '?';
  const functions = new Map(profile.function.map((func) => [Number(func.id), func]));
  const names = new Map(
    profile.location.map(({ id, line }) => [Number(id), text(functions.get(Number(line[0]?.functionId))?.name ?? -1)]),
  );
  return {
    types: profile.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
    samples: profile.sample.map(({ locationId, value, label }) => ({
      path: locationId.map((id) => names.get(Number(id)) ?? '?').reverse(),
      values: value.map((one) => BigInt.asIntN(64, BigInt(one))),
      labels: label.map(({ key, str }) => `${text(key)}=${text(str)}`),
    })),
    modules: profile.mapping.map(({ filename }) => text(filename)),
    comments: profile.comment.map(text),
  };
}

function finished(builder: ProfileBuilder, types: readonly string[]): Profile {
  const result = builder.finish({
    valueTypes: types.map((name) => ({ name, unit: 'nanoseconds', sampling: null })),
    source: { fileName: null, format: 'test', generator: null, sha256: null },
    labels: new Map([['branch', 'main']]),
  });
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

describe('profileToPprof', () => {
  it('keeps stacks, modules, several value types and 64-bit integers', () => {
    const builder = new ProfileBuilder(2);
    const node = builder.stack([builder.frame('main', { module: 'mariadbd', line: 12 }), builder.frame('wait')]);
    builder.addSelfExact(node, 9_223_372_036_854_775_807n, 0);
    builder.addSelf(node, 300, 1);
    const { types, samples, modules, comments } = read(profileToPprof(finished(builder, ['cpu', 'wall'])).bytes);
    expect(types).toEqual(['cpu/nanoseconds', 'wall/nanoseconds']);
    expect(samples).toEqual([{ path: ['main', 'wait'], values: [9_223_372_036_854_775_807n, 300n], labels: [] }]);
    expect(modules).toEqual(['mariadbd']);
    expect(comments).toEqual(['branch=main']);
  });

  it('gives fractions a smaller unit and says so', () => {
    const { bytes, problems } = profileToPprof(profileOf('a 0.125 / b 2'));
    const { types, samples } = read(bytes);
    expect(types).toEqual(['samples/samples/1000']);
    expect(samples.map(({ values }) => values[0])).toEqual([125n, 2000n]);
    expect(problems.map(({ code }) => code)).toEqual(['pprof-scaled']);
    expect(profileToPprof(profileOf('a 0.3333333333333333')).problems.map(({ code }) => code)).toContain(
      'pprof-rounded',
    );
  });

  it('keeps hostile names', () => {
    const { samples } = read(profileToPprof(hostileProfile()).bytes);
    expect(samples.map(({ path }) => path[1])).toEqual(HOSTILE_NAMES.map((name) => name.replace(/\p{Cs}/gu, '\ufffd')));
  });

  it('gives the same bytes for the same input', () => {
    expect(profileToPprof(hostileProfile()).bytes).toEqual(profileToPprof(hostileProfile()).bytes);
  });
});

describe('comparisonToPprof', () => {
  it('has the base negative and labelled', () => {
    const { samples } = read(comparisonToPprof(comparisonOf('main;a 3', 'main;a 5 / main;b 1')).bytes);
    expect(samples).toEqual([
      { path: ['main', 'a'], values: [-3n], labels: ['pprof::base=true'] },
      { path: ['main', 'a'], values: [5n], labels: [] },
      { path: ['main', 'b'], values: [1n], labels: [] },
    ]);
  });
});

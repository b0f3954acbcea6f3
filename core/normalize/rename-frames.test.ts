import { expect, test } from 'vitest';
import { profileOf } from '../model/profile-of.ts';
import { nodeName } from '../model/profile.ts';
import { validateProfile } from '../model/validate.ts';
import { compileRules } from './compile.ts';
import { normalizeProfile } from './normalize-profile.ts';
import { BUILT_IN_PACKS } from './packs.generated.ts';

function normalized(text: string) {
  const rules = compileRules(BUILT_IN_PACKS, { level: 'default' });
  if (!rules.ok) throw new Error(rules.error.code);
  const profile = profileOf(text);
  const made = normalizeProfile(profile, rules.value);
  if (!made.ok) throw new Error(made.error.code);
  expect(validateProfile(made.value.profile)).toBeNull();
  return { before: profile, after: made.value.profile, audit: made.value.audit };
}

test('a tree whose frames are renamed alone keeps its nodes and values, the very same arrays', () => {
  const { before, after } = normalized('a;b.isra.0;x 3 / a;c;b.cold 4');
  expect(after.nodes.parent).toBe(before.nodes.parent);
  expect(after.values).toBe(before.values);
  expect(Array.from(after.nodes.frame, (_, node) => nodeName(after, node))).toEqual(['', 'a', 'b', 'x', 'c', 'b']);
  expect(after.frames.length).toBe(4);
});

test('two children of a node that get one name are one node', () => {
  const { before, after, audit } = normalized('a;b.isra.0;x 3 / a;b.cold 4 / c;b.isra.0 5');
  expect(after.nodes.parent).not.toBe(before.nodes.parent);
  expect(Array.from(after.nodes.frame, (_, node) => nodeName(after, node))).toEqual(['', 'a', 'b', 'x', 'c', 'b']);
  expect([...after.values[0]!]).toEqual([0, 0, 4, 3, 0, 5]);
  expect([...(audit.origins.get('b')?.keys() ?? [])]).toEqual(['b.isra.0', 'b.cold']);
});

test('one frame that gets two names by its place is two frames', () => {
  const { after } = normalized('conn-1;conn-1 1 / a;conn-1 2');
  expect(Array.from(after.nodes.frame, (_, node) => nodeName(after, node))).toEqual([
    '',
    'conn',
    'conn-1',
    'a',
    'conn-1',
  ]);
});

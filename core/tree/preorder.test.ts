import { describe, expect, it } from 'vitest';
import { profileOf } from '../model/profile-of.ts';
import { validateProfile } from '../model/validate.ts';
import { unionTree } from './union.ts';

function treeOf(...texts: string[]) {
  const made = unionTree(texts.map((text) => [{ profile: profileOf(text), valueType: 0 }]));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

describe('union tree', () => {
  it('is in preorder with children by name, and keeps both values', () => {
    const tree = treeOf('main;z 1 / main;a;b 2 / main 5', 'main;a 3 / main;c 4');
    const names = [...tree.func].map((f) => (f < 0 ? '' : tree.functions.names[f]));
    expect(names).toEqual(['', 'main', 'a', 'b', 'c', 'z']);
    expect([...tree.end]).toEqual([6, 6, 4, 4, 5, 6]);
    expect([...tree.depth]).toEqual([0, 1, 2, 3, 2, 2]);
    expect([...(tree.sides[0]?.total ?? [])]).toEqual([8, 8, 2, 2, 0, 1]);
    expect([...(tree.sides[1]?.total ?? [])]).toEqual([7, 7, 3, 0, 4, 0]);
  });

  it('marks the outermost occurrence of a function on each path', () => {
    const tree = treeOf('main;f;g;f 30 / main;f 50 / main;g 20');
    const outer = [...tree.func].map((f, node) => `${f < 0 ? '' : tree.functions.names[f]}${tree.outermost[node]}`);
    expect(outer).toEqual(['0', 'main1', 'f1', 'g1', 'f0', 'g1']);
  });

  it('holds a stack 100,000 frames deep', () => {
    const deep = Array.from({ length: 100_000 }, (_, i) => `f${i % 7}`).join(';');
    const profile = profileOf(`${deep} 3`);
    expect(validateProfile(profile)).toBeNull();
    const tree = treeOf(`${deep} 3`, `${deep} 4`);
    expect(tree.length).toBe(100_001);
    expect(tree.sides[1]?.total[1]).toBe(4);
  });
});

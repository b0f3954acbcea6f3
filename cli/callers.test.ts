import { describe, expect, it } from 'vitest';
import type { CallersJson } from '../render/callers.ts';
import type { ComparisonJson } from '../render/json-types.ts';
import { firebreak } from './cli.testkit.ts';

const FILES = {
  'good.txt': 'm;g;f 10\nm;g;f;x 390\nm;h;f;g;f 800\nf 5\nm 8795\n',
  'bad.txt': 'm;g;f 10\nm;g;f;x 1190\nm;h;f;x 4\nm 8796\n',
  'old.txt': 'main;p;buf_page_get_gen 3000\nmain;p;buf_page_get_gen;crc 1000\nmain;q 6000\n',
  'new.txt': 'main;p;buf_page_get_low 4500\nmain;p;buf_page_get_low;crc 1500\nmain;q 4000\n',
  'deep-good.txt': 'm;f;f;g 100\nm;f;g;f 300\nm;a 9600\n',
  'deep-bad.txt': 'm;f;f;g 100\nm;f;g;f 300\nm;a 9600\n',
};

describe('callers', () => {
  it('splits at the outermost place, and both lists sum to the inclusive count', async () => {
    const { out } = await firebreak(['callers', 'f', 'good.txt', 'bad.txt', '--json'], FILES);
    const json = JSON.parse(out) as CallersJson;
    expect([json.base, json.head]).toEqual([1205, 1204]);
    for (const list of [json.callers, json.callees]) {
      const sum = (side: 'base' | 'head') => list.reduce((all, row) => all + Number(row[side]), 0);
      expect([sum('base'), sum('head')]).toEqual([1205, 1204]);
    }
    expect(json.callers.map(({ name, base, head }) => [name, base, head])).toEqual([
      ['g', 400, 1200],
      ['h', 800, 4],
      [null, 5, 0],
    ]);
    expect(json.callees.map(({ name }) => name)).toEqual(['x', 'g', null]);
  });

  it('prints both tables, and says which names come near a wrong one', async () => {
    const { out } = await firebreak(['callers', 'f', 'good.txt', 'bad.txt'], FILES);
    expect(out).toMatch(/^callers of f\n/);
    expect(out).toMatch(/\n *4\.0 % +12\.0 % +\+8\.0 points +g\n/);
    expect(out).toContain('(its own time)');
    const wrong = await firebreak(['callers', 'page_get', 'old.txt', 'new.txt'], FILES);
    expect([wrong.code, wrong.talk]).toEqual([2, expect.stringContaining('buf_page_get_gen, buf_page_get_low')]);
  });

  it('takes a name as it was recorded too', async () => {
    const { out } = await firebreak(['callers', 'crc.isra.0', 'old.txt', 'new.txt'], FILES);
    expect(out).toMatch(/^callers of crc\n/);
  });
});

describe('options of a comparison', () => {
  const diff = async (...args: string[]) =>
    JSON.parse((await firebreak(['diff', ...args, '--json'], FILES)).out) as ComparisonJson;

  it('alignment can be switched off, and pair by pair, without changing a number', async () => {
    const all = await diff('old.txt', 'new.txt');
    const none = await diff('old.txt', 'new.txt', '--no-align');
    const without = await diff('old.txt', 'new.txt', '--not-same', 'buf_page_get_gen=buf_page_get_low');
    expect(all.alignment).toHaveLength(1);
    expect([none.alignment, without.alignment]).toEqual([[], []]);
    expect([none.functions, none.explanations]).toEqual([all.functions, all.explanations]);
    expect((await firebreak(['diff', 'old.txt', 'new.txt', '--not-same', 'x'], FILES)).code).toBe(2);
  });

  it('recursion can be folded, direct or mutual', async () => {
    const selfOf = async (...args: string[]) =>
      (await diff('deep-good.txt', 'deep-bad.txt', ...args)).functions.find(({ name }) => name === 'f')?.base;
    expect(await selfOf()).toMatchObject({ self: 300, total: 400 });
    expect(await selfOf('--collapse-recursion', 'direct')).toMatchObject({ self: 300, total: 400 });
    expect(await selfOf('--collapse-recursion', 'mutual')).toMatchObject({ self: 0, total: 400 });
  });
});

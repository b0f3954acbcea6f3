import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeName } from '../../core/model/profile.ts';
import { codesOfCuts, faultCode, onlyProfile, stacksOf } from '../reading.testkit.ts';
import { recognise } from '../registry.ts';
import { pageTreeImporter as importer } from './importer.ts';

const fixture = (path: string) => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));
const valid = (name: string) => fixture(`valid/html-${name}.html`);
const NAMES = ['perf-report', 'd3-formatted', '0x', 'stackvis'];

describe('pages that hold a tree', () => {
  it('reads the report of perf: self values, kernel frames, event', () => {
    const profile = onlyProfile(importer, valid('perf-report'));
    expect(stacksOf(profile)).toEqual({
      'sh (17);main': 2,
      'sh (17);main;vector<int>::push_back': 5,
      'sh (17);main;do_syscall_64': 3,
      'sh (17);[unknown]': 1,
    });
    expect(profile.event).toBe('cycles:u');
    expect(profile.valueTypes[0]?.sampling?.records).toBe(11);
    const kernel = Array.from(profile.nodes.frame, (frame, node) => [
      profile.frames.kind[frame],
      nodeName(profile, node),
    ]);
    expect(kernel.filter(([kind]) => kind === 2)).toEqual([[2, 'do_syscall_64']]);
  });

  it('reads inclusive values of d3-flame-graph, in any spelling of JavaScript', () => {
    const profile = onlyProfile(importer, valid('d3-formatted'));
    expect(stacksOf(profile)).toEqual({
      compile: 7.5,
      'compile;it\'s "quoted" λ': 12.5,
      link: 6,
      'link;link;strip': 4,
    });
    expect(profile.drawing).toEqual({ title: 'Build & test', inverted: false, frames: 5 });
    expect(profile.valueTypes[0]?.sampling).toBeNull();
  });

  it('reads the merged tree of 0x and says so', () => {
    const profile = onlyProfile(importer, valid('0x'));
    expect(stacksOf(profile)).toEqual({
      'main /app/index.js:1:1': 2,
      'main /app/index.js:1:1;hot /app/hot.js:3:7': 7,
    });
    expect(profile.problems.map(({ code }) => code)).toEqual(['html-tree-merged']);
  });

  it('reads frames by name of stackvis', () => {
    const stacks = Object.entries(stacksOf(onlyProfile(importer, valid('stackvis'))));
    expect(stacks).toEqual([
      ['a`main', 1],
      ['a`main;__proto__', 6],
      ['a`main;c`write', 3],
    ]);
  });

  it.each(NAMES)('recognises %s', (name) => {
    const found = recognise({ bytes: valid(name), text: valid(name).toString(), complete: true });
    expect(found.ok && found.value.importer.id).toBe('html');
  });

  it.each([
    ['html-no-tree', 'html-no-tree'],
    ['html-tree-without-comma', 'html-tree-malformed'],
    ['html-tree-negative', 'html-tree-value'],
    ['html-tree-cut', 'html-tree-truncated'],
  ])('refuses %s', (name, code) => {
    expect(faultCode(importer, fixture(`broken/${name}.html`))).toBe(code);
  });

  it.each(NAMES)('%s is a typed fault wherever it is cut, and the same in chunks of any size', (name) => {
    const page = valid(name).toString().trimEnd();
    const codes = codesOfCuts(importer, page);
    expect([...codes.keys()].filter((code) => code !== 'read')).toEqual(['html-tree-truncated']);
    expect(stacksOf(onlyProfile(importer, page, 1))).toEqual(stacksOf(onlyProfile(importer, page)));
  });

  it('keeps the limits', () => {
    expect(faultCode(importer, valid('perf-report'), { maxDepth: 3 })).toBe('stack-too-deep');
    expect(faultCode(importer, valid('perf-report'), { maxNodes: 3 })).toBe('limit-exceeded');
  });

  it('does not recurse', () => {
    const depth = 50_000;
    const page = `<html><script>x = ${'{"name":"f","value":1,"children":['.repeat(depth)}${']}'.repeat(depth)}</script></html>`;
    expect(Object.values(stacksOf(onlyProfile(importer, page)))).toEqual([1]);
    expect(faultCode(importer, `<html><script>x = ${'{name:['.repeat(depth)}</script></html>`)).toBe('html-no-tree');
  });

  it('passes over long runs of blanks and comments', () => {
    const blanks = ' '.repeat(12_000_000);
    const page = `<html><script>x = {"name":${blanks}"f",/*${blanks}*/"value"://${blanks}\n1}</script></html>`;
    expect(stacksOf(onlyProfile(importer, page))).toEqual({ f: 1 });
  });

  it('gives any tree back', () => {
    interface Tree {
      readonly name: string;
      readonly value: number;
      readonly children: readonly Tree[];
    }
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.record({
        name: fc
          .string({ minLength: 1, maxLength: 8 })
          .filter((name) => !name.includes(';') && !/[<\u2028]/.test(name)),
        value: fc.integer({ min: 1, max: 99 }),
        children: fc.oneof(
          { maxDepth: 4, depthIdentifier: 'tree' },
          fc.constant([]),
          fc.uniqueArray(tie('tree'), { maxLength: 3, selector: ({ name }) => name }),
        ),
      }),
    }));
    fc.assert(
      fc.property(tree, (drawn) => {
        const expected = new Map<string, number>();
        const visit = ({ name, value, children }: Tree, path: string): unknown => {
          const own = path === '' ? name : `${path};${name}`;
          expected.set(own, value);
          const inner = children.map((child) => visit(child, own));
          return {
            name,
            value: value + inner.reduce((sum: number, one) => sum + (one as Tree).value, 0),
            children: inner,
          };
        };
        const page = `<html><script>var d = ${JSON.stringify({ name: 'root', value: 0, children: [visit(drawn, '')] })}</script></html>`;
        expect(stacksOf(onlyProfile(importer, page))).toEqual(Object.fromEntries(expected));
      }),
      { seed: 11, numRuns: 60 },
    );
  });
});

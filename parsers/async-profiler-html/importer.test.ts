import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME_KINDS, nodeName } from '../../core/model/profile.ts';
import { recognise } from '../registry.ts';
import { codesOfCuts, faultCode, onlyProfile, readWith, stacksOf } from '../reading.testkit.ts';
import { asyncProfilerHtmlImporter as importer } from './importer.ts';
import { packedPage, quotedPage } from './page.testkit.ts';
import type { DrawnFrame } from './page.testkit.ts';

const fixture = (path: string) => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));
const valid = (name: string) => fixture(`valid/async-profiler-${name}.html`);

describe('pages of async-profiler', () => {
  it('reads calls with names', () => {
    const profile = onlyProfile(importer, valid('quoted'));
    expect(stacksOf(profile)).toEqual({
      'demo/Main.main': 3,
      'demo/Main.main;demo/Main.sort': 2,
      "demo/Main.main;demo/Main.sort;demo/Main.it's": 5,
      'demo/Main.main;sys_read': 5,
      start_thread: 5,
    });
    expect(profile.drawing).toEqual({ title: 'Execution samples', inverted: false, frames: 6 });
    const kinds = Array.from(profile.nodes.frame.subarray(1), (frame, at) => [
      nodeName(profile, at + 1),
      FRAME_KINDS[profile.frames.kind[frame] ?? 0],
    ]);
    expect(kinds).toEqual([
      ['demo/Main.main', 'jit'],
      ['demo/Main.sort', 'jit'],
      ["demo/Main.it's", 'inlined'],
      ['sys_read', 'kernel'],
      ['start_thread', 'user'],
    ]);
  });

  it('reads packed names and places relative to the frame before', () => {
    const profile = onlyProfile(importer, valid('packed'));
    expect(stacksOf(profile)).toEqual({
      'demo/Main.main': 2,
      'demo/Main.main;demo/Main.run;sys_read': 6,
      'demo/Main.main;demo/Main.run;sys_write': 4,
      sys_read: 8,
    });
  });

  it('gives both sides of a differential page, and says what it cannot know', () => {
    const result = readWith(importer, valid('differential'));
    if (!result.ok) throw new Error(result.error.code);
    expect(result.value.profiles.map(({ side, profile }) => [side, stacksOf(profile)])).toEqual([
      ['base', { main: 1, 'main;work': 7 }],
      ['head', { main: 2, 'main;work': 3, 'main;new': 7 }],
    ]);
    expect(result.value.profiles[0]?.profile.problems.map(({ code }) => code)).toEqual(['async-html-base-partial']);
  });

  it('says that narrow frames were left out', () => {
    const page = valid('quoted').toString().replace("f(3,5,5,2,'demo/Main.it\\'s')", "f(3,5,1,2,'x')");
    const profile = onlyProfile(importer, page);
    expect(profile.pruned).toEqual({ weight: 1, estimated: true });
    expect(profile.problems).toMatchObject([{ code: 'async-html-left-out', facts: { weight: 4 } }]);
  });

  it.each([
    ['cut', 'async-html-truncated'],
    ['level-jump', 'async-html-malformed'],
    ['outside-caller', 'async-html-malformed'],
    ['no-frames', 'async-html-no-frames'],
    ['unknown-name', 'async-html-malformed'],
    ['unknown-call', 'async-html-malformed'],
    ['fraction', 'async-html-malformed'],
  ])('refuses a page with %s', (name, code) => {
    expect(faultCode(importer, fixture(`broken/async-profiler-${name}.html`))).toBe(code);
  });

  it('keeps the limits', () => {
    expect(faultCode(importer, valid('quoted'), { maxDepth: 2 })).toBe('stack-too-deep');
    expect(faultCode(importer, valid('quoted'), { maxNodes: 3 })).toBe('limit-exceeded');
    expect(faultCode(importer, valid('quoted'), { maxBytes: 100 })).toBe('limit-exceeded');
  });

  it('gives a typed fault wherever it is cut, and the same in chunks of any size', () => {
    for (const name of ['quoted', 'packed', 'differential']) {
      const page = valid(name).toString().trimEnd();
      const codes = codesOfCuts(importer, page);
      // Complete as soon as the script is: what follows is the frame of the page.
      expect([...codes.keys()].filter((code) => code !== 'read')).toEqual(['async-html-truncated']);
      expect(codes.get('read')).toBe('</body></html>'.length);
      expect(stacksOf(readProfiles(page, 1))).toEqual(stacksOf(readProfiles(page, 65_536)));
    }
  });

  it('is recognised, and is not taken for an SVG', () => {
    for (const name of ['quoted', 'packed', 'differential']) {
      const text = valid(name).toString();
      const found = recognise({ bytes: valid(name), text, complete: true });
      expect(found.ok && found.value.importer.id).toBe('async-profiler-html');
    }
  });
});

function readProfiles(page: string, chunk: number) {
  const result = readWith(importer, page, { chunk });
  const last = result.ok ? result.value.profiles.at(-1) : undefined;
  if (last === undefined) throw new Error('nothing was read');
  return last.profile;
}

const { frame } = fc.letrec<{ frame: DrawnFrame }>((tie) => ({
  frame: fc.record({
    name: fc.oneof(
      fc.constantFrom('a/B.c', "it's", 'back\\slash', '</script', 'λ', 'a/B.cd', 'f(1,2,3)'),
      fc.stringMatching(/^[ -~]{1,12}$/),
    ),
    self: fc.integer({ min: 1, max: 9 }),
    children: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'frame' },
      fc.constant([]),
      fc.uniqueArray(tie('frame'), { maxLength: 3, selector: ({ name }) => name }),
    ),
  }),
}));

describe('a random tree', () => {
  it('is the same after drawing in both encodings and reading', () => {
    const rooted = fc.uniqueArray(frame, { minLength: 1, maxLength: 4, selector: ({ name }) => name });
    fc.assert(
      fc.property(rooted, (children) => {
        const root: DrawnFrame = { name: 'all', self: 0, children };
        const expected = expectedStacks(root);
        expect(stacksOf(onlyProfile(importer, quotedPage(root)))).toEqual(expected);
        expect(stacksOf(onlyProfile(importer, packedPage(root)))).toEqual(expected);
      }),
      { seed: 7, numRuns: 150 },
    );
  });
});

function expectedStacks(root: DrawnFrame): Record<string, number> {
  const stacks = new Map<string, number>();
  const visit = (one: DrawnFrame, path: string) => {
    stacks.set(path, (stacks.get(path) ?? 0) + one.self);
    for (const child of one.children) visit(child, path === '' ? child.name : `${path};${child.name}`);
  };
  visit(root, '');
  stacks.delete('');
  return Object.fromEntries(stacks);
}

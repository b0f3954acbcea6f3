import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../model/profile-of.ts';
import { unionTree } from '../tree/union.ts';
import { align } from './align.ts';
import { alignSlowly } from './align.testkit.ts';
import { nameShape, nameSimilarity, withoutCloneSuffix } from './names.ts';

const PLAIN = { dilution: 1, rejected: () => false };

function treeOf(base: string, head: string) {
  const made = unionTree([base, head].map((text) => [{ profile: profileOf(text), valueType: 0 }]));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

function pairsOf(base: string, head: string, options = PLAIN) {
  const tree = treeOf(base, head);
  return align(tree, options).pairs.map((pair) => ({
    ...pair,
    base: tree.functions.names[pair.base],
    head: tree.functions.names[pair.head],
  }));
}

const similarity = (a: string, b: string) => nameSimilarity(nameShape(a), nameShape(b));

const W8_BASE = 'main;p;buf_page_get_gen 30 / main;p;buf_page_get_gen;crc 10 / main;q 60';
const W8_HEAD = 'main;p;buf_page_get_low 45 / main;p;buf_page_get_low;crc 15 / main;q 40';

describe('names', () => {
  it('W8', () => {
    expect(similarity('buf_page_get_gen', 'buf_page_get_low')).toBeCloseTo(0.7857, 4);
    expect(similarity('row_purge_step.isra.0', 'row_purge_step')).toBe(1);
    expect(similarity('trx_purge', 'log_write_up_to')).toBe(0);
    expect(similarity('trx_purge_attach_undo_recs', 'trx_purge_fetch_next_rec')).toBeCloseTo(0.4783, 4);
  });

  it.each([
    ['f.isra.0', 'f'],
    ['f.constprop.1.isra.0.cold', 'f'],
    ['f.part.0.lto_priv.12', 'f'],
    ['f.llvm.1234567', 'f'],
    ['f(int) [clone .isra.0]', 'f(int)'],
    ['f.0', 'f.0'],
    ['main.main.func1', 'main.main.func1'],
    ['f.cold.go', 'f.cold.go'],
    ['.cold', '.cold'],
    ['a[0]', 'a[0]'],
    ['', ''],
  ])('suffix of %s', (name, plain) => {
    expect(withoutCloneSuffix(name)).toBe(plain);
  });

  it('is symmetric and within 0..1 for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const one = similarity(a, b);
        expect(one).toBe(similarity(b, a));
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(1);
        expect(similarity(a, a)).toBe(1);
      }),
      { seed: 15 },
    );
  });
});

describe('alignment', () => {
  it('W8: one rename', () => {
    // ctx 1, sub 1, mass .4/.6 = .6667, name .7857
    expect(pairsOf(W8_BASE, W8_HEAD)).toEqual([
      {
        kind: 'rename',
        base: 'buf_page_get_gen',
        head: 'buf_page_get_low',
        score: expect.closeTo(0.8857, 4),
        joined: true,
      },
    ]);
  });

  it('believes somebody who says that they are not the same', () => {
    expect(pairsOf(W8_BASE, W8_HEAD, { ...PLAIN, rejected: () => true })).toEqual([]);
  });

  it('finds nothing in identical profiles, empty ones, or functions of both sides', () => {
    expect(pairsOf(W8_BASE, W8_BASE)).toEqual([]);
    expect(pairsOf('', W8_HEAD)).toEqual([]);
    expect(pairsOf('main;old_name 50 / main;new_name 50', 'main;new_name 100')).toEqual([]);
  });

  it('sees a function that dissolved into its caller, and the reverse', () => {
    const outside = 'main;p;f;a 30 / main;p;f;b 20 / main;p;c 10 / main;q 40';
    const inside = 'main;p;a 30 / main;p;b 20 / main;p;c 10 / main;q 40';
    expect(pairsOf(outside, inside)).toEqual([{ kind: 'inline', base: 'f', head: 'p', score: 1, joined: true }]);
    expect(pairsOf(inside, outside)).toEqual([{ kind: 'outline', base: 'p', head: 'f', score: 1, joined: true }]);
  });

  it('compares masses after dilution', () => {
    const base = 'main;p;get_old_row 40 / main;q 60';
    const head = 'main;p;get_new_row 20 / main;q 30 / main;x 50';
    const plain = pairsOf(base, head)[0]?.score ?? 0;
    expect(pairsOf(base, head, { ...PLAIN, dilution: 0.5 })[0]?.score).toBeCloseTo(plain + 0.15 * 0.5, 9);
  });

  it('takes names as text', () => {
    const base = 'main;__proto__ 50 / main;q 50';
    const head = 'main;__proto__x 50 / main;q 50';
    expect(pairsOf(base, head)).toMatchObject([{ base: '__proto__', head: '__proto__x' }]);
  });

  it('stays linear on deep stacks of strangers, and says what it left out', () => {
    const deep = (prefix: string) => `${Array.from({ length: 30_000 }, (_, i) => `${prefix}${i}`).join(';')} 5`;
    const { pairs, unexamined } = align(treeOf(deep('a'), deep('b')), PLAIN);
    expect(unexamined).toBeGreaterThan(0);
    expect(pairs.length).toBeLessThan(30_000);
  });

  it('equals its slow twin', () => {
    const names = ['main', 'p', 'q', 'buf_get', 'buf_put', 'buf_get_low', 'row_step', 'row_step_low', 'RowStep', 'crc'];
    const profile = fc
      .array(
        fc.tuple(
          fc.array(fc.constantFrom(...names.slice(1)), { minLength: 1, maxLength: 5 }),
          fc.integer({ min: 1, max: 99 }),
        ),
        { minLength: 1, maxLength: 8 },
      )
      .map((stacks) => new Map(stacks.map(([frames, count]) => [['main', ...frames].join(';'), count])));
    const text = (folded: ReadonlyMap<string, number>) => [...folded].map(([stack, n]) => `${stack} ${n}`).join('\n');
    // Half of the head is the base with one function renamed or gone.
    const change = fc
      .tuple(fc.constantFrom(...names.slice(1)), fc.constantFrom('', 'buf_get_lower', 'row_stepper', 'unlike'))
      .map(
        ([from, to]) =>
          (stack: string) =>
            stack
              .split(';')
              .map((frame) => (frame === from ? to : frame))
              .filter((frame) => frame !== '')
              .join(';'),
      );
    let pairs = 0;
    fc.assert(
      fc.property(profile, profile, change, fc.constantFrom(1, 0.5), (base, other, changed, dilution) => {
        const head = new Map([...other, ...[...base].map(([stack, n]) => [changed(stack), n] as const)]);
        const got = pairsOf(text(base), text(head), { ...PLAIN, dilution }).map((pair) => {
          const [a, b] = pair.kind === 'outline' ? [pair.head, pair.base] : [pair.base, pair.head];
          return `${pair.kind} ${a} ${b} ${pair.score.toFixed(6)}`;
        });
        const want = alignSlowly(base, head, dilution).map(
          ({ kind, names: [a, b], score }) => `${kind} ${a} ${b} ${score.toFixed(6)}`,
        );
        pairs += want.length;
        expect(got.sort()).toEqual(want.sort());
      }),
      { seed: 16, numRuns: 500 },
    );
    expect(pairs).toBeGreaterThan(80);
  });

  it('every pair has one side absent (invariant 8)', () => {
    const tree = treeOf(W8_BASE, W8_HEAD);
    const inSide = (f: number, side: number) =>
      [...tree.func.keys()].some((node) => tree.func[node] === f && (tree.sides[side]?.total[node] ?? 0) > 0);
    for (const { kind, base, head } of align(tree, PLAIN).pairs) {
      expect(kind).toBe('rename');
      expect(inSide(base, 1)).toBe(false);
      expect(inSide(head, 0)).toBe(false);
    }
  });
});

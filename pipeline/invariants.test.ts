import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../core/model/profile-of.ts';
import { arbitraryStacks, textOf } from '../core/testing/arbitrary.testkit.ts';
import type { DrawnStack } from '../core/testing/arbitrary.testkit.ts';
import type { Comparison } from '../core/diff/comparison.ts';
import { comparisonJsonChunks } from '../render/json.ts';
import { comparisonToSvg } from '../render/svg.ts';
import { verdictJson } from '../render/verdict-json.ts';
import { DEFAULT_GATE_SETTINGS, compareRuns, gateRuns } from './index.ts';
import type { CompareOptions, GateSettings } from './index.ts';

/** Invariants of DIFF-SPEC 12 that are about everything from the profiles to the bytes written. */

type Stacks = readonly DrawnStack[];

const stacks = arbitraryStacks({ maxCount: 400 });
const sides = fc.integer({ min: 1, max: 4 }).chain((k) => {
  const runs = fc.array(stacks, { minLength: k, maxLength: k });
  return fc.tuple(runs, runs);
});

async function compared(
  base: readonly Stacks[],
  head: readonly Stacks[],
  options: CompareOptions = {},
): Promise<Comparison> {
  const runs = (of: readonly Stacks[]) => of.map((one) => profileOf(textOf(one)));
  const made = await compareRuns(runs(base), runs(head), { level: 'none', keepIdle: true, ...options });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

const text = (chunks: Iterable<string>) => [...chunks].join('');
const json = (comparison: Comparison) => text(comparisonJsonChunks(comparison, { nodes: true }));
const svg = (comparison: Comparison) => text(comparisonToSvg(comparison, { layout: 'union', palette: 'safe' }));

/** Merged by a first pass, so that no two lines are of one stack and the order of additions is the same. */
function distinct(of: Stacks): Stacks {
  const byPath = new Map<string, DrawnStack>();
  for (const stack of of) {
    const path = stack.frames.join(';');
    byPath.set(path, { frames: stack.frames, count: (byPath.get(path)?.count ?? 0) + stack.count });
  }
  return [...byPath.values()];
}

describe('invariants of a comparison', () => {
  it('3: a profile against itself has no change of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stacks, { minLength: 1, maxLength: 3 }), async (runs) => {
        const comparison = await compared(runs, runs);
        expect(comparison.explanations).toEqual([]);
        expect([comparison.dilution, comparison.alignment]).toEqual([1, []]);
        const { functions } = comparison;
        expect([functions.baseTotal, functions.baseSelf]).toEqual([functions.headTotal, functions.headSelf]);
        expect([...functions.q].every((q) => Number.isNaN(q) || q === 1)).toBe(true);
      }),
      { seed: 31, numRuns: 20 },
    );
  });

  it('4: swapped sides have the same q, and the delta of every function with the other sign', async () => {
    await fc.assert(
      fc.asyncProperty(sides, async ([base, head]) => {
        const [there, back] = [await compared(base, head), await compared(head, base)];
        const at = new Map(back.tree.functions.names.map((name, f) => [name, f]));
        for (const [f, name] of there.tree.functions.names.entries()) {
          const g = at.get(name) ?? -1;
          expect(back.functions.baseTotal[g]).toBe(there.functions.headTotal[f]);
          for (const column of ['q', 'selfQ'] as const) {
            const [q, other] = [there.functions[column][f]!, back.functions[column][g]!];
            if (Number.isNaN(q)) expect(other).toBeNaN();
            else expect(other).toBeCloseTo(q, 9);
          }
        }
      }),
      { seed: 32, numRuns: 20 },
    );
  });

  it('8: alignment on or off, whatever else is the same', async () => {
    await fc.assert(
      fc.asyncProperty(sides, async ([base, head]) => {
        const { alignment: _, problems: _p, ...aligned } = await compared(base, head);
        const { alignment, problems: _q, ...plain } = await compared(base, head, { align: false });
        expect(alignment).toEqual([]);
        expect(plain).toEqual(aligned);
      }),
      { seed: 33, numRuns: 20 },
    );
  });

  it('14: the same bytes each time, and for any order of the lines', async () => {
    await fc.assert(
      fc.asyncProperty(sides, fc.infiniteStream(fc.nat()), async ([base, head], order) => {
        const [b, h] = [base.map(distinct), head.map(distinct)];
        const shuffled = (runs: readonly Stacks[]) =>
          runs.map((run) => {
            const keyed = run.map((stack) => ({ stack, key: Number(order.next().value) }));
            return keyed.sort((x, y) => x.key - y.key).map(({ stack }) => stack);
          });
        const first = await compared(b, h);
        const again = await compared(b, h);
        const turned = await compared(shuffled(b), shuffled(h));
        expect(json(again)).toBe(json(first));
        expect(json(turned)).toBe(json(first));
        expect(svg(again)).toBe(svg(first));
        expect(svg(turned)).toBe(svg(first));
      }),
      { seed: 34, numRuns: 20 },
    );
  });
});

describe('invariants of the gate', () => {
  const judged = async (base: readonly Stacks[], head: readonly Stacks[], settings: Partial<GateSettings>) => {
    const runs = (of: readonly Stacks[]) => of.map((one) => profileOf(textOf(one)));
    const options = { level: 'none' as const, today: '2026-11-30' };
    const made = await gateRuns(runs(base), runs(head), { ...DEFAULT_GATE_SETTINGS, ...settings }, options);
    if (!made.ok) throw new Error(made.error.code);
    return made.value;
  };
  const loose = { minAbs: 0.5, minRel: 1, alpha: 0.05 };
  const entry = (frames: string, expires: string) => ({
    frames,
    direction: 'both' as const,
    maxDelta: 100,
    reason: 'known',
    expires,
  });

  it('3: a side against itself passes, or has too few samples to be judged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stacks, { minLength: 1, maxLength: 4 }), async (runs) => {
        const { verdict } = await judged(runs, runs, loose);
        expect(['pass', 'error']).toContain(verdict.outcome);
      }),
      { seed: 35, numRuns: 20 },
    );
  });

  it('11: allowed functions never fail and stay listed; what expired changes nothing but the report', async () => {
    await fc.assert(
      fc.asyncProperty(sides, fc.constantFrom('a', 'b', 'c'), async ([base, head], name) => {
        const plain = await judged(base, head, loose);
        const allowed = await judged(base, head, { ...loose, allow: [entry(`^${name}$`, '2026-12-31')] });
        const expired = await judged(base, head, { ...loose, allow: [entry(`^${name}$`, '2026-11-29')] });
        const own = allowed.verdict.rows.filter((row) => row.name === name);
        expect(own.every(({ status }) => status === 'allowed')).toBe(true);
        const failed = plain.verdict.rows.filter((row) => row.name === name && row.status === 'failed');
        expect(own.length).toBeGreaterThanOrEqual(failed.length);
        expect(expired.verdict.rows).toEqual(plain.verdict.rows);
        expect(expired.verdict.outcome).toBe(plain.verdict.outcome);
        expect(expired.verdict.allow.every((one) => one.expired)).toBe(true);
      }),
      { seed: 36, numRuns: 20 },
    );
  });

  it('14: the same bytes each time', async () => {
    await fc.assert(
      fc.asyncProperty(sides, async ([base, head]) => {
        const once = JSON.stringify(verdictJson(await judged(base, head, loose), false));
        expect(JSON.stringify(verdictJson(await judged(base, head, loose), false))).toBe(once);
      }),
      { seed: 37, numRuns: 20 },
    );
  });
});

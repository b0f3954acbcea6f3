import { describe, expect, it } from 'vitest';
import type { Comparison } from '../core/diff/comparison.ts';
import { functionBounds } from '../core/diff/function-bounds.ts';
import type { ProfileFacts } from '../core/model/builder.ts';
import { profileOf } from '../core/model/profile-of.ts';
import { problem } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import { functionWords } from '../core/words/functions.ts';
import { wordsOf } from '../core/words/faults.ts';
import { gateWords } from '../core/words/gate.ts';
import { DEFAULT_GATE_SETTINGS, compareRuns, gateRuns } from './index.ts';
import type { CompareOptions, GateSettings } from './index.ts';

/** Every situation of DIFF-SPEC 13 against the sentence that is said in it. The modules in core/words own all of them. */

async function compared(
  base: readonly Profile[],
  head: readonly Profile[],
  options: CompareOptions = {},
): Promise<Comparison> {
  const made = await compareRuns(base, head, { level: 'none', ...options });
  if (!made.ok) throw new Error(wordsOf(made.error).sentence);
  return made.value;
}

function said(comparison: Comparison, name: string): string {
  const func = comparison.tree.functions.names.indexOf(name);
  return functionWords(comparison, func, functionBounds(comparison)?.(func) ?? null);
}

const drawn = (stacks: string, facts: Partial<ProfileFacts> = {}) => profileOf(stacks, facts);

/** Runs of 10,000 samples of which so many are in `purge`, at the end of a chain of callers. */
const purge = (...counts: number[]) =>
  counts.map((n) => {
    const exec = Math.round((10_000 - n) * 0.6);
    return drawn(`m;worker;task;purge ${n} / m;client;exec ${exec} / m;client;parse ${10_000 - n - exec}`);
  });

const GOOD = purge(700, 690, 710, 705, 695);
const BAD = purge(8500, 8480, 8520, 8490, 8510);

describe('about the whole comparison', () => {
  it('header: both totals, the factor, and what can be compared', async () => {
    const thin = purge(700, 690, 710, 705, 695).map((_, i) => drawn(`m;a ${1000 + i} / m;b ${1000 - i}`));
    const thick = thin.map(() => drawn('m;a 25000 / m;b 25000'));
    expect(comparisonWords(await compared(thick, thin)).sides).toBe(
      'Shares of samples. base 250,000 samples (5 runs), head 10,000 samples (5 runs): 25.0 times fewer. Counts are not comparable, shares are.',
    );
  });

  it('CPUs busy fell: said before everything else', async () => {
    const cpu = (stacks: string, durationSeconds: number) =>
      drawn(stacks, { durationSeconds, period: { value: 1e7, unit: 'nanoseconds' } });
    const comparison = await compared([cpu('m;a 2100 / m;b 2100', 10)], [cpu('m;a 1000 / m;b 700', 100)]);
    expect(comparisonWords(comparison).waiting).toBe(
      "head used 0.17 CPUs, base 4.2. Most of head's time is not in this profile (waiting). Record an off-CPU profile.",
    );
    expect(comparisonWords(await compared(GOOD, BAD)).waiting).toBeNull();
  });

  it('growth, confirmed, and the chain that samples cannot tell apart', async () => {
    const words = comparisonWords(await compared(GOOD, BAD));
    expect(words.headline).toBe('purge grew from 7.0 % to 85.0 % of samples (+78.0 points, 12.1 times).');
    expect(words.explanations[0]?.verdict).toMatch(/^Confirmed: 5 runs per side, q (= [\d.e-]+|below 0\.00001)\.$/);
    expect(words.explanations[0]?.chain).toBe(
      'called here only through worker; samples cannot tell which of the 3 frames changed',
    );
    expect(words.notes[0]).toMatch(/^The explanations cover (9\d\.\d|100\.0) % of the difference beyond noise\.$/);
  });

  it('suspected: the largest difference is no evidence', async () => {
    const comparison = await compared([drawn('m;a 500 / m;b 9500')], [drawn('m;a 720 / m;b 9280')]);
    expect(comparisonWords(comparison).headline).toMatch(
      / Largest difference, but within what runs of the same build do \(assumed spread 20 %\)\. Not evidence\.$/,
    );
  });

  it('one run per side: what can be claimed, and what five runs could', async () => {
    const { evidence } = comparisonWords(await compared([GOOD[0]!], [BAD[0]!]));
    expect(evidence).toMatch(
      /^One run per side: run-to-run spread is assumed \(20 %\), not measured\. Only changes above about \d times can be claimed\. 5 runs per side at that spread would detect 5 % -> \d+\.\d %\.$/,
    );
  });

  it('nothing: with how large it would have to be', async () => {
    const { headline } = comparisonWords(await compared(GOOD, purge(702, 693, 707, 699, 701)));
    expect(headline).toMatch(
      /^No change beyond noise\. With these runs a 5 % function would have to reach \d+\.\d % to be seen\.$/,
    );
    expect(comparisonWords(await compared(GOOD, GOOD)).headline).toBe(
      'No difference: both sides have the same stacks in the same shares.',
    );
  });

  it('runs of one side that disagree', async () => {
    const { notes } = comparisonWords(await compared(GOOD.slice(0, 3), purge(2000, 3000, 4800)));
    expect(notes[0]).toBe('The three runs of head differ among themselves by up to 2.4 times (worker).');
  });

  it('cost shift between siblings, and a function with another caller', async () => {
    const shift = comparisonWords(
      await compared(
        [drawn('main;p;a 4000 / main;p;b 1000 / main;q 5000')],
        [drawn('main;p;a 2000 / main;p;b 3000 / main;q 5000')],
      ),
    );
    expect(shift.explanations[0]?.shift).toBe('20.0 points moved from a to b under p; p itself is unchanged (50.0 %)');
    const caller = comparisonWords(
      await compared(
        [drawn('m;g;f 400 / m;h;f 800 / m;g;x 4400 / m;h;y 4400')],
        [drawn('m;g;f 1200 / m;h;f 4 / m;g;x 4400 / m;h;y 4400')],
      ),
    );
    expect(caller.explanations.map(({ shift: one }) => one).find((one) => one !== null)).toMatch(
      /^f is unchanged in total, but \d\.\d points now come from g instead of h$/,
    );
  });

  it('a path that is new while its function is not', async () => {
    const before = drawn('m;old;deep;f 5000 / m;x 5000');
    const after = drawn('m;old;deep;f 500 / m;pool;run;f 8500 / m;x 1000');
    expect(comparisonWords(await compared([before], [after])).headline).toMatch(
      /^f is new on this path: 85\.0 % of samples \(\+85\.0 points\)\./,
    );
  });

  it('rename: counted apart, with the delta if they are the same', async () => {
    const comparison = await compared(
      [drawn('main;p;buf_page_get_gen 3000 / main;p;buf_page_get_gen;crc 1000 / main;q 6000')],
      [drawn('main;p;buf_page_get_low 4500 / main;p;buf_page_get_low;crc 1500 / main;q 4000')],
    );
    expect(comparisonWords(comparison).alignment.join('\n')).toMatch(
      /^renamed\? buf_page_get_gen -> buf_page_get_low \(similarity 0\.8\d\)\. Counted as gone \+ new; delta \+20\.0 points if they are the same\.$/m,
    );
  });

  it('unequal unknowns', () => {
    const { sentence } = wordsOf(
      problem('warning', 'unknown-frames-differ', { facts: { base: 0.03, head: 0.19, gap: 0.16 } }),
    );
    expect(sentence).toBe(
      '[unknown] is 3.0 % in base and 19.0 % in head: 16.0 points of any difference may be lost symbols',
    );
  });
});

describe('about one function', () => {
  it('diluted, without and with a throughput', async () => {
    const without = await compared(GOOD, BAD);
    expect(said(without, 'client')).toBe(
      'fell from 93.0 % to 15.0 % only because other work grew. Its own cost may be unchanged, lower or higher.',
    );
    const timed = (runs: readonly Profile[], tps: number) =>
      runs.map((profile) => ({
        ...profile,
        durationSeconds: 10,
        period: { value: 1e7, unit: 'nanoseconds' },
        metrics: [{ name: 'tps', unit: '1/s', values: [tps] }],
      }));
    const paced = await compared(timed(GOOD, 19003), timed(BAD, 592));
    expect(said(paced, 'client')).toBe(
      'fell from 93.0 % to 15.0 % only because other work grew. Per transaction it costs 5.18 times MORE.',
    );
  });

  it('really shrank', async () => {
    const side = (n: number, own: number) => drawn(`m;hot ${n} / m;own ${own} / m;rest ${10_000 - n - own}`);
    const comparison = await compared(
      [1, 2, 3].map((i) => side(1000 + i, 2000)),
      [1, 2, 3].map((i) => side(5500 + i, 400)),
    );
    expect(said(comparison, 'own')).toMatch(
      /^fell more than dilution explains: from 20\.0 % to 4\.0 %, \d+\.\d % expected/,
    );
  });

  it('new, gone, and too rare to say', async () => {
    const comparison = await compared([drawn('m;a 9950 / m;old 50')], [drawn('m;a 9586 / m;x 412 / m;rare 2')]);
    expect(said(comparison, 'x')).toMatch(/^new: 412 samples, not one in base \(base share below 0\.030 %\)/);
    expect(said(comparison, 'old')).toMatch(/^gone: 50 samples, not one in head \(head share below 0\.030 %\)/);
    const thin = await compared([drawn('m;a 1000')], [drawn('m;a 998 / m;x 2')]);
    expect(said(thin, 'x')).toBe('not seen in base, could be up to 0.30 %');
  });

  it('grew, with q and interval', async () => {
    expect(said(await compared(GOOD, BAD), 'purge')).toMatch(
      /^grew from 7\.0 % to 85\.0 % of samples \(\+78\.0 points, 12\.1 times\), q .*, 95 % interval \+\d+\.\d to \+\d+\.\d points$/,
    );
  });

  it('never calls a share faster or slower', async () => {
    const comparison = await compared(GOOD, BAD);
    const all = [
      ...comparison.tree.functions.names.map((name) => said(comparison, name)),
      JSON.stringify(comparisonWords(comparison)),
    ];
    expect(all.join(' ')).not.toMatch(/faster|slower/i);
  });
});

describe('about drawings (worked example W5)', () => {
  const picture = (stacks: string, weight: number) => drawn(stacks, { pruned: { weight, estimated: false } });

  it('proven, with bounds', async () => {
    const comparison = await compared([drawn('m;a 9780 / m;a;x 120 / m;b 100')], [picture('m;a 9900 / m;b 100', 50)]);
    expect(said(comparison, 'x')).toMatch(
      /^shrank by 0\.71 to 1\.20 points \(base 1\.2 %; head was drawn with frames under 0\.50 % removed: at least 0 %, at most 0\.49 % where it is drawn\)$/,
    );
  });

  it('undecided', async () => {
    const comparison = await compared([drawn('m;a 97840 / m;a;y 60 / m;b 2100')], [picture('m;a 9790 / m;b 210', 50)]);
    expect(said(comparison, 'y')).toMatch(/^undecided: too narrow to be drawn on one side \(/);
    const { notes } = comparisonWords(comparison);
    expect(notes.join('\n')).toMatch(
      /head was drawn with frames under 0\.50 % removed: functions have at least what is shown\. To hide 1 point of a function it would need 3 separate places\./,
    );
  });
});

describe('about a verdict', () => {
  const judged = async (base: readonly Profile[], head: readonly Profile[], settings: Partial<GateSettings> = {}) => {
    const made = await gateRuns(
      base,
      head,
      { ...DEFAULT_GATE_SETTINGS, ...settings },
      { level: 'none', today: '2026-11-30' },
    );
    if (!made.ok) throw new Error(made.error.code);
    return gateWords(made.value, false).sentence;
  };

  it('pass', async () => {
    expect(await judged(GOOD, purge(702, 693, 707, 699, 701))).toMatch(
      /^PASS: no frame exceeded \+2\.0 points and \+20 % with q <= 0\.01 \(\d+ frames tested, 5 \+ 5 runs, spread \d+ % measured\)\.$/,
    );
  });

  it('regression', async () => {
    expect(await judged(GOOD, BAD)).toMatch(
      /^REGRESSION \(exit 1\): purge grew from 7\.0 % to 85\.0 % of samples \(\+78\.0 points, 12\.1 times\), q .*\. \d+ other rows failed too\. \(\d+ frames tested, 5 \+ 5 runs, spread \d+ % measured\)\.$/,
    );
  });

  it('inconclusive', async () => {
    expect(await judged(GOOD.slice(0, 1), purge(1800))).toMatch(
      /^INCONCLUSIVE \(exit 3\): .* would need 5 runs per side\.$/,
    );
  });

  it('error and no baseline', async () => {
    expect(await judged([drawn('m;a 300 / m;b 12')], GOOD)).toBe(
      'ERROR (exit 2): base has 312 samples; 1,000 are needed.',
    );
    expect(await judged([], GOOD)).toMatch(/^NO BASELINE \(exit 0\): /);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../core/model/profile-of.ts';
import { comparisonMarkdown, inline } from './markdown.ts';
import { comparisonOf } from './render.testkit.ts';

describe('Markdown', () => {
  it('has the sentence, a table with good and bad, and a row for each function', () => {
    const text = comparisonMarkdown(comparisonOf('main;a 60 / main;b 40', 'main;a 60 / main;c 40'));
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^\*\*.*\*\*$/);
    expect(lines[2]).toBe('| metric | good \\(base\\) | bad \\(head\\) | change |');
    expect(lines.filter((line) => /`(main|a|b|c)`/.test(line))).toHaveLength(4);
  });

  it('has version, benchmark and flame graph in the table of the ticket, what differs first', () => {
    const labels = (version: string) =>
      new Map([
        ['version', version],
        ['host', 'db1'],
        ['commit', '0123abc'],
      ]);
    const side = (version: string) => profileOf('main;a 60 / main;b 40', { labels: labels(version) });
    const text = comparisonMarkdown(
      comparisonOf(side('10.11.7'), side('10.11.8'), {
        metrics: {
          rows: [{ name: 'tps', unit: 'per second', base: [19003.11], head: [592.96], ratio: 0.0312 }],
          split: null,
          refusal: null,
        },
      }),
      { permalink: 'https://firebreak.example/c/1?a=(b)' },
    );
    expect(text.split('\n').slice(4, 10)).toEqual([
      '| version | 10.11.7 | 10.11.8 |  |',
      '| commit | 0123abc | 0123abc | same |',
      '| host | db1 | db1 | same |',
      '| tps \\(per second\\) | 19,003.1 | 592.96 | 0.03 times |',
      '| recorded \\(samples\\) | 100 | 100 |  |',
      '| samples | 100 | 100 |  |',
    ]);
    expect(text).toContain('[Open the comparison](https://firebreak.example/c/1?a=%28b%29)');
  });

  it('cuts whole rows to its budget, functions first, and says so', () => {
    const stacks = (count: number) =>
      Array.from({ length: count }, (_, i) => `main;function_${i} ${i + 1}`).join(' / ');
    const comparison = comparisonOf(stacks(40), `${stacks(40)} / main;new 100`);
    const whole = comparisonMarkdown(comparison);
    expect(whole).toContain('… and 32 more functions.');
    expect(whole).not.toContain('Cut to');
    const cut = comparisonMarkdown(comparison, { budget: whole.length - 20 });
    expect(cut.length).toBeLessThan(whole.length - 19);
    expect(cut).toMatch(/Cut to [\d,]+ characters: \d+ more functions? left out\./);
    for (const line of cut.split('\n')) if (line.startsWith('|')) expect(line).toMatch(/\|$/);
    for (const budget of [1000, 400, 150, 10]) {
      expect(comparisonMarkdown(comparison, { budget }).length).toBeLessThanOrEqual(Math.max(1, budget));
    }
  });

  it('leaves no live markup in a line of text, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const text = inline(name);
        expect(text).not.toMatch(/[<>\n]/);
        expect(text.replace(/\\./g, '')).not.toMatch(/[`*_{}[\]()#+!|~$^\\]/);
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});

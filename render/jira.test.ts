import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../core/model/profile-of.ts';
import { comparisonJira, wikiText } from './jira.ts';
import { comparisonOf } from './render.testkit.ts';

describe('Jira wiki markup', () => {
  it('has the sentence, both sides and a row for each function', () => {
    const text = comparisonJira(comparisonOf(profileOf('main;a 60 / main;b 40'), profileOf('main;a 60 / main;c 40')));
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^\*.*\*$/);
    expect(lines).toContain('||metric||good (base)||bad (head)||change||');
    expect(lines).toContain('||base||head||change||q||state||function||');
    expect(lines.filter((line) => /\|(main|a|b|c)\|$/.test(line))).toHaveLength(4);
  });

  it('shows the attached picture and links to the comparison', () => {
    const text = comparisonJira(comparisonOf('a 1', 'a 1'), {
      permalink: 'https://firebreak.example/c/1|x]',
      picture: { fileName: 'diff@2x.png', address: null },
    });
    expect(text).toContain('!diff@2x.png|width=100%!');
    expect(text).toContain('[Open the comparison|https://firebreak.example/c/1%7Cx%5D]');
  });

  it('shows hostile names as they are', () => {
    expect(wikiText('{code}x |a| !p.png! [~admin] a_b -c- run-to-run')).toBe(
      '&#123;code&#125;x &#124;a&#124; &#33;p.png&#33; &#91;&#126;admin&#93; a_b &#45;c&#45; run-to-run',
    );
    expect(wikiText('[t|http://x.y]')).toBe('&#91;t&#124;http\u2060://x.y&#93;');
    expect(wikiText('a\nh1. b')).toBe('a h1. b');
    expect(wikiText('a\\\\b &lt;')).toBe('a&#92;&#92;b &#38;lt;');
  });

  it('leaves no live markup, whatever a name holds', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(wikiText(name).replace(/&#\d+;/g, '')).not.toMatch(/[{}[\]|!*\\&\n]|(?:^|\W)[_-]|[_-](?:\W|$)/);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

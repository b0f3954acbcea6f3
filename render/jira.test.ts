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
    expect(lines).toContain('||base||head||change||state||function||');
    expect(lines.filter((line) => /^\|[^|]/.test(line))).toHaveLength(4);
  });

  it('shows hostile names as they are', () => {
    expect(wikiText('{code}x{code} |a| !p.png! [~admin] [t|http://x.y] *b* h1')).toBe(
      '\\{code\\}x\\{code\\} \\|a\\| \\!p.png\\! \\[\\~admin\\] \\[t\\|http\u2060://x.y\\] \\*b\\* h1',
    );
    expect(wikiText('a\nh1. b')).toBe('a h1. b');
  });

  it('leaves no live markup, whatever a name holds', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(wikiText(name)).not.toMatch(/(?<!\\)[{}[\]|!*_]/);
        expect(wikiText(name)).not.toContain('\n');
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

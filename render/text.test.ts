import { describe, expect, it } from 'vitest';
import { inspectionJson } from './json.ts';
import { HOSTILE_NAMES, comparisonOf, hostileProfile } from './render.testkit.ts';
import { tableLines } from './table.ts';
import { comparisonText, inspectionText } from './text.ts';

function hostile() {
  const head = hostileProfile(2);
  const values = head.values.map((column) => column.map((value, node) => (node === 2 ? 3 * value : value)));
  return comparisonOf(hostileProfile(), { ...head, values });
}

describe('comparisonText', () => {
  it('shows no control character, one row a function', () => {
    const text = comparisonText(hostile(), undefined, 100);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
    const table = text.slice(text.indexOf('Largest changes'));
    expect(table.trimEnd().split('\n')).toHaveLength(2 + 1 + HOSTILE_NAMES.length);
  });

  it('says that there is none where nothing changed', () => {
    const text = comparisonText(comparisonOf(hostileProfile(), hostileProfile(2)), undefined, 100);
    expect(text).toMatch(/Largest changes.*\nNone: every function has the same share on both sides\.\n$/);
  });
});

describe('tableLines', () => {
  it('aligns by columns of the screen, not by characters', () => {
    const lines = tableLines(
      [
        { title: 'name', align: 'left' },
        { title: 'count', align: 'right' },
      ],
      [
        [{ text: '中中' }, { text: '1' }],
        [{ text: 'abc' }, { text: '1,000' }],
      ],
    );
    expect(lines).toEqual(['name  count', '中中      1', 'abc   1,000']);
  });
});

describe('inspectionText', () => {
  it('names the facts of a profile', () => {
    const text = inspectionText(
      inspectionJson({
        fileName: 'a\u001b.txt',
        format: 'folded',
        title: 'folded stacks',
        because: 'line 1 ends in a count',
        compression: ['gzip'],
        bytes: 2048,
        profiles: [{ name: null, side: 'single', profile: hostileProfile() }],
      }),
    );
    expect(text).toContain('a␛.txt: folded stacks, 2 KiB, gzip');
    expect(text).toContain('recognised because line 1 ends in a count');
    expect(text).toContain('210 samples');
  });
});

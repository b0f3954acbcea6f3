import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, faultIn, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { xctraceImporter } from './importer.ts';

const text = readFileSync('fixtures/valid/xctrace-time-profile.xml', 'utf8');

describe('an export of xctrace', () => {
  it('has samples and their time, with references followed', () => {
    const profile = profileIn(xctraceImporter, text);
    expect(foldedOf(profile, 0, true)).toEqual(
      [' 1', 'mariadbd|main;0x30 2', 'mariadbd|main;mariadbd|find<int>(A&) 2'].sort(),
    );
    expect(foldedOf(profile, 1)).toEqual([' 1000000', 'main;0x30 3000000', 'main;find<int>(A&) 2000000'].sort());
    expect(profile.valueTypes[0]?.sampling).toEqual({ records: 5, sumOfSquares: 5 });
    expect(profile.strings).toContain('/src/a.cc');
    expect(codesOf(profile)).toEqual(['xctrace-without-stack']);
  });

  it('never expands entities', () => {
    const named = text.replace('find&lt;int&gt;(A&amp;)', 'find&lol;');
    expect(faultIn(xctraceImporter, named).code).toBe('xctrace-malformed');
    expect(faultIn(xctraceImporter, text.replace('<trace-q', '<!DOCTYPE x [<!ENTITY lol "x">]><trace-q')).code).toBe(
      'xctrace-doctype',
    );
  });

  it('is refused when it is cut, nested too deep, or has no stacks', () => {
    expect(faultIn(xctraceImporter, text.slice(0, -30)).code).toBe('xctrace-malformed');
    expect(faultIn(xctraceImporter, `<trace-query-result>${'<a>'.repeat(300)}`).code).toBe('xctrace-malformed');
    expect(faultIn(xctraceImporter, '<trace-query-result><row></row></trace-query-result>').code).toBe(
      'xctrace-no-stacks',
    );
  });

  it('is refused for a weight that is no number', () => {
    expect(faultIn(xctraceImporter, text.replace('>1000000<', '>1e6<')).code).toBe('text-bad-line');
  });
});

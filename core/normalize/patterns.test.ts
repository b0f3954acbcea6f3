import { expect, test } from 'vitest';
import { BUILT_IN_PACKS } from './packs.generated.ts';
import { userPattern } from './patterns.ts';

/**
 * Why a pattern could need more than linear time, or null. A sufficient discipline, not a proof for every pattern:
 *
 * - nothing that repeats without bound stands in another such repeat;
 * - between two repeats without bound stands a character that the first cannot match, so where it ends is certain;
 * - before the first one stands the beginning of the name, or a character that it cannot match: else every position of
 *   the name would start a scan to its end.
 */
function quadratic(source: string): string | null {
  const repeats: { readonly accepts: RegExp; readonly before: string }[] = [];
  const anchored = source.startsWith('^');
  let before = '';
  let at = anchored ? 1 : 0;
  const groups: { readonly start: number; readonly repeats: number; readonly before: string }[] = [];
  while (at < source.length) {
    const char = source[at]!;
    let atom = char;
    if (char === '\\') atom = source.slice(at, at + 2);
    else if (char === '[') atom = /^\[\^?\]?(?:\\.|[^\]\\])*\]/.exec(source.slice(at))![0];
    else if (char === '(') {
      groups.push({ start: at, repeats: repeats.length, before });
      at += /^\(\?[:!=]/.test(source.slice(at)) ? 3 : 1;
      continue;
    } else if (char === '|') {
      // The next alternative begins where the group does.
      before = groups.at(-1)?.before ?? '';
      at++;
      continue;
    }
    at += atom.length;
    const group = char === ')' ? groups.pop()! : null;
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(source.slice(at))?.[0] ?? '';
    at += quantifier.length;
    if (/^[*+]|,\}$/.test(quantifier)) {
      if (group !== null && repeats.length > group.repeats) return 'a repeat in a repeat';
      const inside = group === null ? atom : source.slice(group.start, at - quantifier.length);
      // Of a group, any character of its text may stand anywhere in the repeat.
      const chars = group === null ? inside : `[${inside.replace(/[^\w:]/g, '')}]`;
      repeats.push({ accepts: new RegExp(`^(?:${chars})$`), before: group === null ? before : group.before });
      before = '';
    } else if (group === null && !/^[?]|^\{0/.test(quantifier)) {
      const literal = char === '\\' ? (/\w/.test(atom[1] ?? '') ? '' : (atom[1] ?? '')) : char === '[' ? '' : char;
      if (!'.^$'.includes(char)) before += literal;
    }
  }
  for (const [index, { accepts, before: text }] of repeats.entries()) {
    const earlier = repeats[index - 1]?.accepts ?? (anchored ? null : accepts);
    if (earlier !== null && !text.split('').some((char) => !earlier.test(char)))
      return `repeat ${index + 1} can begin anywhere`;
  }
  return null;
}

const patterns = BUILT_IN_PACKS.flatMap(({ pack, rules }) =>
  rules.flatMap(({ id, match }) =>
    [match?.name, match?.module].flatMap((source) => (source ? [[`${pack}/${id}`, source]] : [])),
  ),
);

test.each(patterns)('%s takes linear time: %s', (_, source) => {
  expect(quadratic(source)).toBeNull();
});

test.each(['(a+)+$', 'a*a*b', '\\w+x\\w+$', '\\w+$', '^/[^ ]*/x/[^ ]*y', '(?:a|ab*)*', 'a\\w*b'])(
  'the check sees %s',
  (source) => {
    expect(quadratic(source)).not.toBeNull();
  },
);

test('patterns of users cannot hang: the engine is linear', () => {
  const evil = userPattern('(a+)+$');
  expect(evil.test(`${'a'.repeat(30_000)}!`)).toBe(false);
  expect(() => userPattern('(a)\\1')).toThrow();
  expect(() => userPattern('a(?=b)')).toThrow();
});

test('both engines replace alike', () => {
  expect(userPattern('b(.)').replace('abcbd', '<$1>', false)).toBe('a<c>bd');
  expect(userPattern('b(.)').replace('abcbd', '<$1>', true)).toBe('a<c><d>');
  expect(userPattern('b(.)').group('abc', 1)).toBe('c');
  expect(userPattern('x').group('abc', 0)).toBeNull();
});

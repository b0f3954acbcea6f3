import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, placeOf } from './document.ts';
import { walkJson } from './walk.ts';

describe('walkJson', () => {
  it('takes what JSON.parse takes, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '\\', ']', '}', '{', '[', ':', '1', '-', 'e', '\n'),
        (text, at, extra) => {
          const place = text.length === 0 ? 0 : at % text.length;
          const changed = text.slice(0, place) + extra + text.slice(place);
          let isJson = true;
          try {
            JSON.parse(changed);
          } catch {
            isJson = false;
          }
          expect(walkJson(changed) === null).toBe(isJson);
        },
      ),
      { seed: 7, numRuns: 2000 },
    );
  });

  it('says that a prefix ends early', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const prefix = text.slice(0, at % text.length);
        const broken = walkJson(prefix);
        // A number may be whole before its end.
        if (broken === null) expect(prefix).toMatch(/\d$/);
        else expect(broken.endsEarly).toBe(true);
      }),
      { seed: 8, numRuns: 2000 },
    );
  });

  it('needs no stack for depth', () => {
    const deep = '['.repeat(200_000);
    expect(walkJson(deep)).toMatchObject({ endsEarly: true, offset: 200_000 });
    expect(walkJson(deep + ']'.repeat(200_000))).toBeNull();
  });
});

describe('places', () => {
  const text = '{\n "é": [1,\n  {"b": "x"}]\n}';

  it('finds the line and byte of a path', () => {
    expect(placeOf(text, ['é', 1, 'b'])).toEqual({ line: 3, byte: 21 });
    expect(placeOf(text, [])).toEqual({ line: 1, byte: 0 });
  });

  it('gives the innermost value that there is', () => {
    expect(placeOf(text, ['é', 1, 'missing'])).toEqual({ line: 3, byte: 15 });
  });

  it.each([
    ['{"a":1,}', 'json-malformed', 7],
    ['{"a":1', 'json-cut-short', 6],
    ['[1,2] x', 'json-malformed', 6],
    ['', 'json-cut-short', 0],
    ['{"a":tru', 'json-cut-short', 8],
    ['{"a":"\\q"}', 'json-malformed', 6],
  ])('%j: %s at byte %i', (broken, code, byte) => {
    const result = parseJson(new TextEncoder().encode(broken));
    expect(result.ok ? null : [result.error.code, result.error.position?.byte]).toEqual([code, byte]);
  });

  it('closes a list only between two elements, and only where that is allowed', () => {
    const parse = (broken: string, mayBeUnclosed: boolean) => {
      const result = parseJson(new TextEncoder().encode(broken), mayBeUnclosed);
      return result.ok ? result.value.root : result.error.code;
    };
    expect(parse('[{"a":1}, {"b":2},\n', true)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(parse('[{"a":1}, {"b":2}', true)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(parse('[{"a":1}, {"b":', true)).toBe('json-cut-short');
    expect(parse('[{"a":1}, tr', true)).toBe('json-cut-short');
    expect(parse('[{"a":1},', false)).toBe('json-cut-short');
    expect(parse('{"a":[1,2', true)).toBe('json-cut-short');
  });
});

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mainColumn, readPath, readText } from '../product.ts';
import { ownTitled, titledSelf, withFullNames } from './own-titles.ts';

const path = fileURLToPath(new URL('../../../fixtures/valid/svg-nameattr.svg', import.meta.url));

describe('boxes with titles of their own', () => {
  it('are found by their labels', () => {
    expect([...ownTitled(path)]).toEqual(['main']);
  });

  it('are left out, their callees without a caller and their counts with theirs', async () => {
    const reading = await readPath(path);
    if (!reading.ok) throw new Error(reading.said);
    const { byName, stacks, sum } = titledSelf(mainColumn(reading), path, 'all');
    expect(Object.fromEntries(byName)).toEqual({ all: 100, 'run (fast)': 64, "it's": 1, 'parse<int>': 20, lex: 5 });
    expect({ stacks, sum }).toEqual({ stacks: 5, sum: 190 });
  });

  it('keep their labels where these are not cut', async () => {
    const [drawn, input] = [await readPath(path), await readText('maintain;x 1\n')];
    if (!drawn.ok || !input.ok) throw new Error('refused');
    const { profile } = mainColumn(drawn);
    expect(withFullNames(profile, mainColumn(input).profile, path).strings).toEqual(profile.strings);
  });
});

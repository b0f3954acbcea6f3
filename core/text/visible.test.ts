import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, fitMiddle, storable, visible } from './visible.ts';

describe('visible', () => {
  it.each([
    ['ctrl\u001b[31mred', 'ctrl␛[31mred'],
    ['a\u0000b\tc\nd\u007f', 'a␀b␉c␊d␡'],
    ['half\ud83d', 'half�'],
    ['\udd25half', '�half'],
    ['🔥hot', '🔥hot'],
    ['\u202egnp.elif', '[U+202E]gnp.elif'],
    ['a\u2069b', 'a[U+2069]b'],
    ['שלום 1', '\u2068שלום 1\u2069'],
    ['zero\u200bwidth\ufeff', 'zero[U+200B]width[U+FEFF]'],
    ['a\u200db', 'a[U+200D]b'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['tag\u{e0041}', 'tag[U+E0041]'],
    ['plain', 'plain'],
    ['\uffff\u0085', '��'],
  ])('%j is shown as %j', (name, shown) => {
    expect(visible(name)).toBe(shown);
  });

  it('shows no control character and no half of a character, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (a, b) => {
        const shown = visible(`${a}\ud800${b}`);
        expect(shown).not.toMatch(/\p{Cs}/u);
        // oxlint-disable-next-line no-control-regex
        expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
      }),
      { seed: 27 },
    );
  });
});

describe('storable', () => {
  it('changes only what XML 1.0 cannot hold', () => {
    expect(storable('a\u001bb\ud800\tc\n\u202e\u0085é')).toBe('a␛b�\tc\n\u202e\u0085é');
  });
});

describe('fitMiddle', () => {
  it.each([
    ['ssux_lock_impl<true>::wr_wait', 29, 'ssux_lock_impl<true>::wr_wait'],
    ['ssux_lock_impl<true>::wr_wait', 15, 'ssux_lo…wr_wait'],
    ['abcdef', 4, 'ab…f'],
    ['abcdef', 3, 'a…f'],
    ['abcdef', 2, ''],
    ['ab', 2, 'ab'],
    ['中中中中中', 7, '中中…中'],
    ['🔥🔥🔥hot', 6, '🔥🔥…t'],
    ['👨‍👩‍👧‍👦abcdef', 4, '👨‍👩‍👧‍👦…f'],
    ['e\u0301e\u0301e\u0301e\u0301', 3, 'e\u0301…e\u0301'],
  ])('%j in %i columns is %j', (text, columns, fitted) => {
    expect(fitMiddle(text, columns)).toBe(fitted);
  });

  it('never takes more columns than there are and never breaks a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 0, max: 40 }), (name, columns) => {
        const fitted = fitMiddle(visible(name), columns);
        expect(columnsOf(fitted)).toBeLessThanOrEqual(Math.max(columns, 0));
        expect(fitted).not.toMatch(/\p{Cs}/u);
      }),
      { seed: 27 },
    );
  });

  it('keeps the isolation of right-to-left names when it cuts them', () => {
    const fitted = fitMiddle(visible('שלוםשלוםשלוםשלום'), 5);
    expect(fitted.startsWith('\u2068')).toBe(true);
    expect(fitted.endsWith('\u2069')).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { cellText, columnsOf, columnsText } from './columns.ts';
import { asMarkdown, asTsv } from './table-text.ts';

describe('a table as text', () => {
  const rows = [
    ['function', 'total bad'],
    ['a\tb\nc', '1.0 %'],
    ['operator|<int>', '2.0 %'],
  ];

  it('has one line a row, whatever is in a name', () => {
    expect(asTsv(rows)).toBe('function\ttotal bad\na␉b␊c\t1.0 %\noperator|<int>\t2.0 %');
  });

  it('stays a table and text in Markdown', () => {
    expect(asMarkdown(rows).split('\n')).toEqual([
      '| function | total bad |',
      '| --- | ---: |',
      '| a␉b␊c | 1.0 % |',
      '| operator\\|\\<int\\> | 2.0 % |',
    ]);
  });
});

describe('columns', () => {
  it('are read from the address and written to it', () => {
    expect(columnsText(columnsOf(null).map(({ id }) => id))).toBeNull();
    expect(columnsText(['q', 'headTotal', 'name'])).toBe('headTotal.q');
    expect(columnsOf('q.headTotal.nonsense').map(({ id }) => id)).toEqual(['name', 'headTotal', 'q']);
    expect(columnsOf('').map(({ id }) => id)).toEqual(['name']);
  });

  it('say interval and q, and a dash where nothing was tested', () => {
    const facts = {} as Parameters<typeof cellText>[2];
    const functions = { low: [0.39, Number.NaN], high: [0.412, 0], q: [0.00031, Number.NaN] };
    const comparison = { functions } as unknown as Parameters<typeof cellText>[3];
    expect(cellText('interval', 0, { ...facts, total: null as never, self: null as never }, comparison)).toBe(
      '+39.0 to +41.2',
    );
    expect(cellText('interval', 1, facts, comparison)).toBe('–');
    expect(cellText('q', 0, facts, comparison)).toBe('0.00031');
    expect(cellText('q', 1, facts, comparison)).toBe('–');
  });
});

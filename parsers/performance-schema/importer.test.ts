import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BUILD_LIMITS } from '../../core/model/builder.ts';
import { nodeName } from '../../core/model/profile.ts';
import type { Profile } from '../../core/model/profile.ts';
import { validateProfile } from '../../core/model/validate.ts';
import type { ReadLimits } from '../importer.ts';
import { recognise } from '../registry.ts';
import { performanceSchemaImporter } from './importer.ts';

const LIMITS: ReadLimits = { ...DEFAULT_BUILD_LIMITS, maxDepth: 1000, maxBytes: 1e8 };
const encoder = new TextEncoder();

function read(bytes: Uint8Array, step = bytes.length, limits = LIMITS) {
  const reader = performanceSchemaImporter.open({ fileName: null, limits });
  for (let at = 0; at < bytes.length; at += step) {
    const stop = reader.feed(bytes.subarray(at, at + step));
    if (stop !== null) return { ok: false as const, error: stop };
  }
  return reader.finish();
}

function profilesOf(bytes: Uint8Array, step?: number): readonly Profile[] {
  const result = read(bytes, step);
  if (!result.ok) throw new Error(result.error.code);
  for (const { profile } of result.value.profiles) expect(validateProfile(profile)).toBeNull();
  return result.value.profiles.map(({ profile }) => profile);
}

function only(bytes: Uint8Array, step?: number): Profile {
  const [profile, ...others] = profilesOf(bytes, step);
  if (profile === undefined || others.length > 0) throw new Error('not one profile');
  return profile;
}

/** Path -> the values of all columns, as text. */
function rowsOf(profile: Profile): Record<string, string> {
  const rows = new Map<string, string>();
  for (let node = 1; node < profile.nodes.length; node++) {
    const values = profile.valueTypes.map((_, t) =>
      String(profile.exactValues[t]?.[node] ?? profile.values[t]?.[node]),
    );
    if (values.every((value) => value === '0')) continue;
    const names: string[] = [];
    for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0) names.push(nodeName(profile, at));
    rows.set(names.reverse().join(' | '), values.join(' '));
  }
  return Object.fromEntries(rows);
}

const fixture = (name: string) => new Uint8Array(readFileSync(`fixtures/valid/performance-schema-${name}`));
const problems = (profile: Profile) => Object.fromEntries(profile.problems.map(({ code, count }) => [code, count]));

describe('tables of the performance schema', () => {
  it('makes paths of instruments and columns of counts; times beyond 2^53 stay exact', () => {
    const profile = only(fixture('waits.tsv'));
    expect(rowsOf(profile)).toEqual({
      'wait | synch | mutex | innodb | buf_pool_mutex': '120 9007199254740993',
      'wait | io | file | innodb | innodb_data_file': '3 7000000',
      idle: '5 1000',
    });
    expect(profile.valueTypes).toEqual([
      { name: 'COUNT_STAR', unit: 'count', sampling: null },
      { name: 'SUM_TIMER_WAIT', unit: 'picoseconds', sampling: null },
    ]);
    expect(profile.defaultValueType).toBe(1);
    expect(profile.problems).toEqual([]);
  });

  it('puts statements by their digest under their schema', () => {
    const profile = only(fixture('statements-vertical.txt'));
    expect(rowsOf(profile)).toEqual({
      'shop | UPDATE `t` SET `k` = `k` + ? WHERE `id` = ?': '40 8000000000 4000000 40',
      '[other statements]': '2 5000000 0 0',
    });
    expect(profile.valueTypes.map(({ unit }) => unit)).toEqual(['count', 'picoseconds', 'picoseconds', 'count']);
    expect(profile.problems).toEqual([]);
  });

  it('leads with the user, adds up over threads, keeps tables apart', () => {
    const [waits, stages] = profilesOf(fixture('by-user-boxed.txt'));
    if (waits === undefined || stages === undefined) throw new Error('two tables');
    expect(rowsOf(waits)).toEqual({
      'user app | wait | synch | mutex | sql | LOCK_log': '10',
      'user [background] | wait | synch | mutex | sql | LOCK_log': '1',
    });
    expect(problems(waits)).toEqual({ 'pfs-added-up': 1, 'pfs-columns-ignored': 1 });
    expect(rowsOf(stages)).toEqual({ 'stage | sql | Sending data': '9' });
  });

  it('says which rows and values it left out', () => {
    const profile = only(fixture('odd-rows.csv'));
    expect(rowsOf(profile)).toEqual({ 'wait | io | table | sql | handler': '7 1500' });
    expect(problems(profile)).toEqual({ 'pfs-row-odd': 1, 'pfs-value-odd': 2 });
  });

  it('refuses a table of zeros, and totals that 64 bits do not hold', () => {
    const code = (bytes: Uint8Array, limits = LIMITS) => {
      const result = read(bytes, bytes.length, limits);
      return result.ok ? null : result.error.code;
    };
    expect(code(new Uint8Array(readFileSync('fixtures/broken/performance-schema-all-zero.tsv')))).toBe('pfs-no-values');
    expect(code(encoder.encode('nothing here\n'))).toBe('pfs-no-table');
    const huge = 'wait/a\t9223372036854775807\nwait/b\t9223372036854775807\n';
    expect(code(encoder.encode(`EVENT_NAME\tCOUNT_STAR\n${huge}`))).not.toBeNull();
    expect(code(fixture('waits.tsv'), { ...LIMITS, maxNodes: 3 })).toBe('limit-exceeded');
    expect(code(fixture('waits.tsv'), { ...LIMITS, maxBytes: 30 })).toBe('limit-exceeded');
  });
});

describe('detection', () => {
  it.each(['waits.tsv', 'statements-vertical.txt', 'by-user-boxed.txt', 'odd-rows.csv'])('is sure of %s', (name) => {
    const bytes = fixture(name);
    const found = recognise({ bytes, text: new TextDecoder().decode(bytes), complete: true });
    expect(found.ok && found.value.importer.id).toBe('performance-schema');
  });

  it('takes no folded stacks that speak of the columns', () => {
    const text = 'main;COUNT_STAR,EVENT_NAME 3\nEVENT_NAME;COUNT_STAR 4\n';
    expect(performanceSchemaImporter.detect({ bytes: encoder.encode(text), text, complete: true }).verdict).toBe('no');
  });
});

describe('every way of cutting a file', () => {
  it.each(['waits.tsv', 'statements-vertical.txt', 'by-user-boxed.txt', 'odd-rows.csv'])('%s', (name) => {
    const bytes = fixture(name);
    const whole = profilesOf(bytes);
    expect(profilesOf(bytes, 1)).toEqual(whole);
    for (let end = 0; end < bytes.length; end++) {
      const result = read(bytes.subarray(0, end));
      if (!result.ok) expect(result.error.code).toMatch(/^pfs-no-/);
      else {
        const codes = result.value.profiles.flatMap(({ profile }) => profile.problems.map(({ code }) => code));
        const isCut = codes.includes('pfs-cut');
        if (isCut) expect(bytes[end - 1]).not.toBe(10);
        else if (name === 'waits.tsv') expect(bytes[end - 1]).toBe(10);
      }
    }
  });
});

const column = fc.constantFrom('wait/synch/mutex/sql/A', 'wait/io/file/x', 'idle', 'stage/sql/Opening tables');
const rows = fc.array(fc.tuple(column, fc.nat(), fc.bigInt({ min: 1n, max: 10n ** 17n })), {
  minLength: 1,
  maxLength: 8,
});

describe('print, parse, equal', () => {
  it('gives one profile in all four renderings', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const head = ['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT'];
        const lines = table.map((row) => row.map(String));
        const widths = head.map((name, c) => Math.max(name.length, ...lines.map((row) => row[c]?.length ?? 0)));
        const bar = `+${widths.map((w) => '-'.repeat(w + 2)).join('+')}+`;
        const boxRow = (row: readonly string[]) =>
          `| ${row.map((cell, c) => cell.padEnd(widths[c] ?? 0)).join(' | ')} |`;
        const printed = [
          [head, ...lines].map((row) => row.join('\t')).join('\n'),
          [head, ...lines].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'),
          [bar, boxRow(head), bar, ...lines.map(boxRow), bar].join('\n'),
          lines
            .map((row, r) => {
              const marks = '*'.repeat(27);
              return [
                `${marks} ${r + 1}. row ${marks}`,
                ...row.map((cell, c) => `${(head[c] ?? '').padStart(14)}: ${cell}`),
              ].join('\n');
            })
            .join('\n'),
        ];
        const expected: Record<string, [number, bigint]> = {};
        for (const [name, count, time] of table) {
          const known = (expected[name] ??= [0, 0n]);
          known[0] += count;
          known[1] += time;
        }
        for (const text of printed) {
          const profile = only(encoder.encode(`${text}\n`));
          const found = Object.entries(rowsOf(profile)).map(([path, values]) => [path.replaceAll(' | ', '/'), values]);
          expect(Object.fromEntries(found)).toEqual(
            Object.fromEntries(Object.entries(expected).map(([name, [count, time]]) => [name, `${count} ${time}`])),
          );
          expect(profile.problems).toEqual([]);
        }
      }),
      { seed: 11 },
    );
  });

  it('headers without end are refused before there is a table for each', () => {
    const error = { code: 'text-bad-line', position: { line: 1001 }, expected: 'at most 1000 tables' };
    expect(read(encoder.encode('EVENT_NAME\tCOUNT_STAR\n'.repeat(5000)))).toMatchObject({ error });
  });
});

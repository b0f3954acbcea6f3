import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CiVerdictKind } from '../ci-verdict.ts';
import { MARKDOWN_BUDGET, verdictMarkdown, verdictMarker } from './markdown.ts';
import { VERDICT_FORMATS, verdictOutput } from './outputs.ts';
import type { VerdictFormat } from './outputs.ts';
import { verdictSarif } from './sarif.ts';
import { HOSTILE, rowOf, verdictOf } from './verdict.testkit.ts';
import { logSafe } from './workflow.ts';

const SERVER = 'https://firebreak.example/';
const hostile = () => verdictOf(HOSTILE.map((name) => rowOf(name)));
const write = (format: VerdictFormat, verdict = hostile()) => verdictOutput(format, verdict, { server: SERVER });

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: string[];
}

/** Elements of a document, with the names of their children; throws where it is not well-formed. */
function elementsOf(xml: string): readonly Element[] {
  const parser = new SaxesParser();
  const all: Element[] = [];
  const open: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, inside: [] };
    open.at(-1)?.inside.push(name);
    open.push(element);
    all.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return all;
}

describe('JUnit', () => {
  /** The essentials of the schema of Jenkins, junit-10.xsd. */
  function checkJunit(xml: string) {
    const elements = elementsOf(xml);
    const of = (name: string) => elements.filter((element) => element.name === name);
    expect(elements[0]?.name).toBe('testsuites');
    for (const { name, inside } of elements) {
      const allowed = {
        testsuites: ['testsuite'],
        testsuite: ['testcase'],
        testcase: ['skipped', 'error', 'failure', 'system-out'],
      }[name];
      expect(inside.filter((child) => allowed?.includes(child) !== true)).toEqual([]);
    }
    for (const { attributes } of of('testcase')) {
      expect(Object.keys(attributes).sort()).toEqual(['classname', 'name', 'time']);
    }
    const suite = of('testsuite')[0]?.attributes;
    expect(suite).toMatchObject({
      name: 'firebreak',
      tests: String(of('testcase').length),
      failures: String(of('failure').length),
      errors: String(of('error').length),
      skipped: String(of('skipped').length),
    });
    return { cases: of('testcase'), failures: of('failure').length };
  }

  it('has a case for the verdict and one for each row, whatever they are called', () => {
    const { cases, failures } = checkJunit(write('junit'));
    expect([cases.length, failures]).toEqual([HOSTILE.length + 1, HOSTILE.length + 1]);
    expect(cases[1]?.attributes['name']).toBe(HOSTILE[0]);
  });

  it.each<[CiVerdictKind, string]>([
    ['pass', 'system-out'],
    ['neutral', 'skipped'],
    ['inconclusive', 'skipped'],
    ['error', 'error'],
    ['regression', 'failure'],
  ])('%s is %s', (verdict, inside) => {
    const { cases } = checkJunit(write('junit', verdictOf([], { verdict, gate: null })));
    expect(cases.map((one) => one.inside)).toEqual([[inside]]);
  });

  it('is red in no row where the verdict is not', () => {
    const rows = (['suspected', 'noise', 'allowed', 'shrank'] as const).map((status) => rowOf('f', { status }));
    expect(checkJunit(write('junit', verdictOf(rows, { verdict: 'inconclusive' }))).failures).toBe(0);
  });
});

describe('SARIF', () => {
  const message = z.strictObject({ text: z.string().min(1) });
  const level = z.enum(['none', 'note', 'warning', 'error']);
  const uriReference = z.string().regex(/^(?!.*:)[\w.!~*'()%/-]+$/);
  /** The parts of the schema of SARIF 2.1.0 that are used here, and what GitHub needs beyond it. */
  const sarif = z.strictObject({
    $schema: z.url(),
    version: z.literal('2.1.0'),
    runs: z.tuple([
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string(),
            version: z.string(),
            semanticVersion: z.string(),
            rules: z.array(
              z.strictObject({
                id: z.string(),
                shortDescription: message,
                defaultConfiguration: z.strictObject({ level }),
              }),
            ),
          }),
        }),
        columnKind: z.literal('utf16CodeUnits'),
        invocations: z.array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            toolExecutionNotifications: z.array(z.strictObject({ level, message })),
          }),
        ),
        results: z.array(
          z.strictObject({
            ruleId: z.string(),
            ruleIndex: z.int().min(0).max(2),
            level,
            message,
            locations: z.tuple([
              z.strictObject({
                physicalLocation: z.strictObject({
                  artifactLocation: z.strictObject({ uri: uriReference }),
                  region: z.strictObject({ startLine: z.int().min(1) }),
                }),
                logicalLocations: z
                  .array(
                    z.strictObject({ name: z.string(), fullyQualifiedName: z.string(), kind: z.literal('function') }),
                  )
                  .optional(),
              }),
            ]),
            partialFingerprints: z.record(z.string(), z.string()),
            suppressions: z
              .array(z.strictObject({ kind: z.literal('external'), justification: z.string() }))
              .optional(),
          }),
        ),
      }),
    ]),
  });
  const read = (text: string) => sarif.parse(JSON.parse(text)).runs[0];

  it('has a result for each row, with links and placeholders taken apart', () => {
    const { results, tool } = read(write('sarif'));
    expect(results).toHaveLength(HOSTILE.length);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(results[8]?.message.text).toMatch(/^\{\{0\}\} \\\[text\\\]\(javascript/);
    expect(new Set(results.map(({ partialFingerprints }) => partialFingerprints['firebreak/v1'])).size).toBe(
      HOSTILE.length,
    );
  });

  it('suppresses what is allowed, with the reason, and leaves out what is fine', () => {
    const verdict = verdictOf([
      rowOf('a', { status: 'allowed', allowedBy: '^a$' }),
      rowOf('b', { status: 'noise' }),
      rowOf('c', { status: 'suspected', kind: 'self' }),
    ]);
    const gate = verdict.gate;
    if (gate === null) throw new Error('no gate');
    const allow = [
      {
        pattern: '^a$',
        direction: 'growth',
        maxDelta: 4,
        reason: 'new checksum',
        expires: '2026-12-31',
        expired: false,
        frames: 1,
      },
    ];
    const { results } = read(write('sarif', { ...verdict, gate: { ...gate, allow } }));
    expect(results.map((one) => [one.ruleId, one.level, one.suppressions?.[0]?.justification])).toEqual([
      ['function-inclusive', 'note', 'new checksum'],
      ['function-self', 'warning', undefined],
    ]);
  });

  it('is well-formed without rows, and for a path that looks like an address', () => {
    expect(read(write('sarif', verdictOf([], { verdict: 'neutral', gate: null }))).results).toEqual([]);
    const [one] = read(verdictSarif(verdictOf([rowOf('f')]), null, 'c:\\a b/ü.yml')).results;
    expect(one?.locations[0].physicalLocation.artifactLocation.uri).toBe('c%3A/a%20b/%C3%BC.yml');
  });
});

describe('code quality of GitLab', () => {
  it('has what GitLab requires of each issue', () => {
    const issues = z
      .array(
        z.strictObject({
          description: z.string().min(1),
          check_name: z.string().min(1),
          fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
          severity: z.enum(['info', 'minor', 'major', 'critical', 'blocker']),
          location: z.strictObject({ path: z.string(), lines: z.strictObject({ begin: z.int() }) }),
        }),
      )
      .parse(JSON.parse(write('codequality')));
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(HOSTILE.length);
  });
});

describe('annotations of GitHub', () => {
  it('are one command a line, none of them from a name', () => {
    const lines = write('annotations').trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    for (const line of lines) {
      expect(line).toMatch(/^::(error|notice) title=Firebreak[^,:\r\n]*::/);
      expect(line).not.toMatch(/##\[|%(?!25|0A|0D|3A|2C)/);
    }
    expect(lines[5]).toContain('100%250A::set-output');
    expect(lines[9]).toMatch(/^::notice .*… and 2 more rows in the report\.$/);
  });

  it.each([
    ['  ::error::x', '  :\u2060:error::x'],
    ['a ##[group]b', 'a #\u2060#[group]b'],
    ['std::vector', 'std::vector'],
  ])('a log line %s', (line, safe) => expect(logSafe(line)).toBe(safe));
});

describe('the comment', () => {
  it('shows hostile names as text', () => {
    const text = write('markdown');
    expect(text).not.toMatch(/<script|<img|-->|(^|[^\\])\[link|@everyone|https:\/\/evil|`c`/);
    expect(text).toContain('](https://firebreak.example/c/0123)');
    const rows = text.split('\n').filter((line) => line.startsWith('| failed'));
    expect(rows).toHaveLength(HOSTILE.length);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(8);
  });

  it.each([1, 50, 5_000, 50_000])('keeps to what GitHub takes with %i rows, and says what is missing', (count) => {
    const names = Array.from({ length: count }, (_, i) => `${'|'.repeat(i % 900)}f${i}`);
    const rows = names.map((name, i) => rowOf(name, i % 2 === 0 ? {} : { status: 'noise' }));
    const text = verdictMarkdown(verdictOf(rows), { marker: verdictMarker('k') });
    expect(text.length).toBeLessThanOrEqual(MARKDOWN_BUDGET);
    const shown = text.split('\n').filter((line) => /^\| (failed|within noise) \|/.test(line)).length;
    const missing = [...text.matchAll(/… and ([\d,]+) more rows?, left out/g)].map(([, n]) =>
      Number(n?.replaceAll(',', '')),
    );
    expect(shown + missing.reduce((sum, n) => sum + n, 0)).toBe(count);
  });

  it('is cut to budget when sentences and names are endless', () => {
    const rows = Array.from({ length: 30 }, (_, i) => rowOf('|'.repeat(100_000 + i)));
    expect(verdictMarkdown(verdictOf(rows)).length).toBeLessThanOrEqual(MARKDOWN_BUDGET);
  });

  it('has a marker that nothing can end', () => {
    expect(verdictMarker('a--><b> -')).toBe('<!-- firebreak-verdict:a%2D%2D%3E%3Cb%3E%20%2D -->');
    expect(verdictMarkdown(verdictOf([]), { marker: verdictMarker('x') }).split('\n')[0]).toBe(
      '<!-- firebreak-verdict:x -->',
    );
  });
});

it('every format takes every name', () => {
  const names = fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 });
  fc.assert(
    fc.property(names, (some) => {
      const verdict = verdictOf(some.map((name) => rowOf(name)));
      for (const format of VERDICT_FORMATS) expect(write(format, verdict).endsWith('\n')).toBe(true);
      elementsOf(write('junit', verdict));
    }),
    { seed: 7, numRuns: 200 },
  );
});

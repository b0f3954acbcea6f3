import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Gap } from './known-gaps.ts';
import { countsOf, reportOf } from './report.ts';
import { runFolders } from './run.ts';

const folder = (name: string) => fileURLToPath(new URL(`fixture/${name}`, import.meta.url));

async function checksOf(name: string, gaps: readonly Gap[] = []) {
  const subjects = await runFolders([folder(name)], gaps);
  const checks = subjects.flatMap(({ file, checks: all }) => all.map((check) => ({ file, ...check })));
  return { subjects, checks, of: (outcome: string) => checks.filter((check) => check.outcome === outcome) };
}

describe('a manifest', () => {
  it('passes where the facts hold', async () => {
    const { of } = await checksOf('profiles');
    expect(of('fail')).toEqual([]);
    expect(of('pass').map(({ file, name }) => `${file} ${name}`)).toEqual(
      expect.arrayContaining([
        'profiles/good.folded total',
        'profiles/good.folded distinct_stacks',
        'profiles/good.folded top_self[scan]',
        'profiles/two.folded total of base',
        'profiles/two.folded differential',
        'profiles/prose.txt refused',
        'profiles/graph.dot refused while unsupported',
      ]),
    );
  });

  it('says "not yet" for a format that nothing reads', async () => {
    const { of } = await checksOf('profiles');
    expect(of('not-yet').map(({ file, detail }) => [file, detail])).toEqual([
      ['profiles/graph.dot', 'no importer for graphviz-dot'],
    ]);
  });
});

describe('case folders', () => {
  it('pass where the facts hold', async () => {
    const { of } = await checksOf('cases');
    expect(of('fail')).toEqual([]);
    expect(of('not-yet')).toEqual([]);
    expect(of('pass').map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'stacks[svc;big]',
        'stacks[svc;B]',
        'no other stack',
        'warnings[negative|minus]',
        'limits.seconds',
        'must_never_be_total',
        'diffs[0].frames[app;exec]',
        'diffs[1].share_delta[app;new]',
        'diffs[2].exactly_zero',
        'same[work]',
        'idempotent',
      ]),
    );
  });

  it('fail where a fact does not hold, and say what was found', async () => {
    const { of, subjects } = await checksOf('broken');
    expect(of('fail').map(({ name, detail }) => [name, detail])).toEqual([
      ['total', 'expected 2, got 1'],
      ['stacks[a;c]', 'no such stack (expected 1); others: []'],
    ]);
    expect(countsOf(subjects)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  });

  it('do not pass over a fact without a check', async () => {
    const { of } = await checksOf('broken');
    expect(of('not-yet').map(({ name }) => name)).toEqual(['never_heard_of']);
  });

  it('may be given one by one', async () => {
    const { subjects } = await checksOf('broken/01-wrong');
    expect(subjects.map(({ file }) => file)).toEqual(['broken/01-wrong/in.folded']);
  });
});

describe('known gaps', () => {
  const gap = { file: 'broken/01-wrong/in.folded', check: 'total', reason: 'the file holds one sample' };

  it('are not failures', async () => {
    const { of } = await checksOf('broken', [gap]);
    expect(of('gap').map(({ name }) => name)).toEqual(['total']);
    expect(of('fail').map(({ name }) => name)).toEqual(['stacks[a;c]']);
  });

  it('are stale, and fail, when the check passes or is gone', async () => {
    const passing = { ...gap, check: 'stacks[a;b]' };
    const gone = { ...gap, check: 'no such check' };
    const { of, subjects } = await checksOf('broken', [gap, passing, gone]);
    expect(of('stale').map(({ name }) => name)).toEqual(['stacks[a;b]', 'no such check']);
    expect(countsOf(subjects).failed).toBe(3);
  });

  it('of files that are not in the run do not count', async () => {
    const { of } = await checksOf('profiles', [gap]);
    expect(of('stale')).toEqual([]);
  });
});

describe('the report', () => {
  it('ends in the counts, alone on a line', async () => {
    const { subjects } = await checksOf('broken');
    expect(reportOf(subjects, false).split('\n').at(-1)).toBe('2 passed, 2 failed, 1 skipped');
    expect(reportOf([], false).split('\n').at(-1)).toBe('0 passed, 0 failed, 0 skipped');
  });

  it('has a line a file only when asked', async () => {
    const { subjects } = await checksOf('profiles');
    expect(reportOf(subjects, true)).toContain('profiles/good.folded');
    expect(reportOf(subjects, false)).not.toContain('profiles/good.folded');
  });

  it('names a folder in which there is nothing to check', async () => {
    const { subjects } = await checksOf('.');
    expect(countsOf(subjects).failed).toBe(1);
  });
});

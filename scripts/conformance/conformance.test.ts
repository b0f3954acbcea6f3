import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from '../../core/model/builder.ts';
import { unionTree } from '../../core/tree/union.ts';
import type { Gap } from './known-gaps.ts';
import { Recorder, guarded } from './record.ts';
import { countsOf, reportOf } from './report.ts';
import { runFolders } from './run.ts';
import { UnionPaths } from './tree.ts';

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
        'profiles/commented.folded total',
        'profiles/commented.folded distinct_stacks',
        'profiles/commented.folded unparsed_lines',
        'profiles/commented.folded top_self[# took:]',
        'profiles/commented.folded top_self[ ]',
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

describe('recordings', () => {
  it('are checked for the names that the default rules merge', async () => {
    const { checks } = await checksOf('recordings');
    expect(checks).toEqual([{ file: 'symbol-syntax/clone-suffix', name: 'page_cmp', outcome: 'pass', detail: '' }]);
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

describe('paths of a union tree', () => {
  it('are found where names hold ";" too, and at any depth', () => {
    const deep = Array.from({ length: 50_000 }, (_, i) => `f${i % 3}`);
    const builder = new ProfileBuilder(1);
    for (const frames of [['a', 'b;c', 'd'], ['a;b', 'e'], deep]) {
      builder.addSelf(builder.stack(frames.map((name) => builder.frame(name))), 1);
    }
    const made = builder.finish({
      valueTypes: [{ name: 'samples', unit: 'samples', sampling: null }],
      source: { fileName: null, format: 'test', generator: null, sha256: null },
    });
    const union = unionTree([made.ok ? [{ profile: made.value, valueType: 0 }] : []]);
    if (!union.ok) throw new Error(union.error.code);
    const paths = new UnionPaths(union.value);
    for (const path of ['', 'a', 'a;b;c', 'a;b;c;d', 'a;b', 'a;b;e', deep.join(';')]) {
      expect(paths.pathOf(paths.nodeOf(path))).toBe(path);
    }
    for (const path of ['a;b;c;d;', 'a;', 'x', 'a;b;x']) expect(paths.nodeOf(path)).toBe(-1);
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

  it('has an exception as a failure of its file', async () => {
    const record = new Recorder();
    await guarded(record, () => Promise.reject(new TypeError('no such thing')));
    expect(record.checks).toEqual([{ name: 'no exception', outcome: 'fail', detail: 'TypeError: no such thing' }]);
  });

  it('names a folder in which there is nothing to check', async () => {
    const { subjects } = await checksOf('../checks');
    expect(countsOf(subjects).failed).toBe(1);
  });
});

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeComparison } from '../../core/wire/comparison.ts';
import { compareRuns, readFile, runOfFile } from '../../pipeline/index.ts';
import { compareFiles, previewFiles } from './compare-files.ts';
import type { LocalInputs } from './compare-files.ts';

const EXAMPLE = new URL('../../fixtures/examples/mariadb/', import.meta.url);

function inputs(base: readonly File[], head: readonly File[], more: Partial<LocalInputs> = {}): LocalInputs {
  return {
    base,
    head,
    level: 'default',
    without: [],
    valueType: null,
    recording: null,
    sameWidth: false,
    rules: '',
    ...more,
  };
}

function example(name: string): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(new URL(name, EXAMPLE)));
}

test('gives byte for byte what the server computes', async () => {
  const names = ['good.svg', 'bad.svg'] as const;
  const fileOf = (name: string) => new File([example(name)], name);
  const steps: (string | null)[] = [];
  const local = await compareFiles(inputs([fileOf('good.svg')], [fileOf('bad.svg')]), (step) => steps.push(step));
  if (!local.ok) throw new Error(local.error.fault.code);
  const profiles = [];
  for (const name of names) {
    const read = await readFile([example(name)], { fileName: name });
    const run = read.ok ? runOfFile(read.value.file) : read;
    if (!run.ok) throw new Error(run.error.code);
    profiles.push([run.value]);
  }
  const remote = await compareRuns(profiles[0] ?? [], profiles[1] ?? [], { level: 'default' });
  if (!remote.ok) throw new Error(remote.error.code);
  expect(Buffer.compare(encodeComparison(local.value), encodeComparison(remote.value))).toBe(0);
  expect(steps).toEqual(['good.svg', 'bad.svg', null]);
});

test('inflates, and takes benchmark output as metrics of the run before it', async () => {
  const base = new File([gzipSync('main;a 1\nmain;b 9\n')], 'a.gz');
  const head = new File(['main;a 5\nmain;b 9\n'], 'b');
  const local = await compareFiles(
    inputs(
      [base, new File(['tps=100\nlatency_p99=2\n'], 'a.txt')],
      [head, new File(['tps=50\nlatency_p99=9\n'], 'b.txt')],
    ),
    () => undefined,
  );
  expect(local.ok && local.value.base.runs[0]?.source.fileName).toBe('a.gz');
  const side = (which: 'base' | 'head') => local.ok && local.value[which].runs[0]?.metrics.map(({ values }) => values);
  expect([side('base'), side('head')]).toEqual([
    [[100], [2]],
    [[50], [9]],
  ]);
});

test('uses rules of its own, and tells what others would change', async () => {
  const rules = `{ pack: ours, version: '1', rules: [{ id: one, match: { name: '^read_v[12]$' }, rename: read }] }`;
  const files = [new File(['main;read_v1 40\n'], 'a'), new File(['main;read_v2 90\n'], 'b')] as const;
  const given = inputs([files[0]], [files[1]]);
  const local = await compareFiles({ ...given, rules }, () => undefined);
  expect(local.ok && local.value.tree.functions.names).toEqual(['main', 'read']);
  expect(local.ok && local.value.normalization.packs.at(-1)?.hash).toMatch(/^[0-9a-f]{64}$/);
  const preview = await previewFiles(given, { rules, without: [] });
  expect(preview.ok && preview.value.joined).toEqual([{ name: 'read', from: ['read_v1', 'read_v2'], weight: 130 }]);
  const wrong = await previewFiles(given, { rules: 'pack: [', without: [] });
  expect(wrong.ok ? null : wrong.error.fault.code).toBe('rules-syntax');
});

test.each([
  ['damaged', new File([gzipSync('main;a 1\n').subarray(0, 20)], 'cut.gz'), 'inflate-damaged'],
  ['empty', new File([], 'empty'), 'file-empty'],
  ['metrics alone', new File(['tps=100\nlatency_p99=2\n'], 'tps.txt'), 'metrics-without-profile'],
])('a file that is no profile is named: %s', async (_what, file, code) => {
  const local = await compareFiles(inputs([new File(['a 1\n'], 'good')], [file]), () => undefined);
  expect(local.ok ? null : [local.error.fault.code, local.error.file]).toEqual([code, file.name]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasWords } from '../../core/words/faults.ts';
import { importerNamed, recognise } from '../registry.ts';
import { expectEveryCutIsSaid, expectSameInAnyPieces, faultIn, headOf, profileIn } from './laws.testkit.ts';

const VALID: readonly (readonly [file: string, id: string])[] = [
  ['dtrace-profile.txt', 'dtrace'],
  ['macos-sample-two-threads.txt', 'macos-sample'],
  ['vtune-top-down.csv', 'vtune'],
  ['vsprof-call-tree.csv', 'vsprof'],
  ['ghc-ticks.prof', 'ghc-prof'],
  ['ghc-percent.prof', 'ghc-prof'],
  ['ghc-profile.prof.json', 'ghc-prof-json'],
  ['instruments-time.txt', 'instruments-deep-copy'],
  ['instruments-running-time.txt', 'instruments-deep-copy'],
  ['instruments-allocations.txt', 'instruments-deep-copy'],
  ['xctrace-time-profile.xml', 'xctrace'],
  ['callgrind-shared-callee.out', 'callgrind'],
  ['callgrind-recursion.out', 'callgrind'],
  ['pmcstat-callgraph.txt', 'pmcstat-callgraph'],
  ['v8-ticks.txt', 'v8-log'],
  ['v8-preprocessed.json', 'v8-log-json'],
  ['perf-report-callees-first.txt', 'perf-report'],
  ['perf-report-callers-first.txt', 'perf-report'],
  ['perf-report-children.txt', 'perf-report'],
  ['papyrus-two-stacks.txt', 'papyrus-log'],
  ['pprof-legacy-heap.txt', 'pprof-legacy'],
  ['pprof-legacy-goroutine.txt', 'pprof-legacy'],
  ['pprof-legacy-contention.txt', 'pprof-legacy'],
  ['pprof-legacy-threads.txt', 'pprof-legacy'],
  ['pprof-legacy-java-heap.txt', 'pprof-legacy'],
];

const BROKEN: readonly (readonly [file: string, id: string, code: string, line: number | null])[] = [
  ['dtrace-no-stacks.txt', 'dtrace', 'text-no-stacks', 2],
  ['macos-sample-level-skipped.txt', 'macos-sample', 'text-level-skipped', 7],
  ['macos-sample-truncated.txt', 'macos-sample', 'text-truncated', 12],
  ['vtune-no-number.csv', 'vtune', 'text-bad-line', 3],
  ['vsprof-quote-open.csv', 'vsprof', 'text-bad-line', 4],
  ['ghc-no-tree.prof', 'ghc-prof', 'text-truncated', 11],
  ['instruments-no-weight.txt', 'instruments-deep-copy', 'text-bad-line', 2],
  ['xctrace-unknown-ref.xml', 'xctrace', 'xctrace-unknown-ref', 4],
  ['xctrace-doctype.xml', 'xctrace', 'xctrace-doctype', 2],
  ['callgrind-bad-calls.out', 'callgrind', 'text-bad-line', 14],
  ['pmcstat-level-skipped.txt', 'pmcstat-callgraph', 'text-level-skipped', 5],
  ['perf-report-no-symbol.txt', 'perf-report', 'text-bad-line', 4],
  ['papyrus-time-goes-back.txt', 'papyrus-log', 'text-bad-line', 3],
  ['v8-bad-tick.txt', 'v8-log', 'text-bad-line', 7],
  ['pprof-legacy-bad-address.txt', 'pprof-legacy', 'text-bad-line', 2],
];

function fixture(folder: string, file: string): Uint8Array {
  return new Uint8Array(readFileSync(join('fixtures', folder, file)));
}

describe.each(VALID)('%s', (file, id) => {
  const bytes = fixture('valid', file);

  it(`is recognised as ${id} from its content`, () => {
    const found = recognise(headOf(bytes));
    expect(found.ok && found.value.importer.id).toBe(id);
  });

  it('gives a valid profile, the same in any pieces', () => {
    const found = importerNamed(id);
    if (!found.ok) throw new Error(id);
    profileIn(found.value.importer, bytes);
    expectSameInAnyPieces(found.value.importer, bytes);
  });

  it('gives a fault or says what may be missing wherever it is cut', () => {
    const found = importerNamed(id);
    if (found.ok) expectEveryCutIsSaid(found.value.importer, bytes);
  });
});

describe.each(BROKEN)('%s', (file, id, code, line) => {
  it(`is refused as ${code} at its place`, () => {
    const bytes = fixture('broken', file);
    const found = recognise(headOf(bytes));
    if (!found.ok) throw new Error(found.error.code);
    expect(found.value.importer.id).toBe(id);
    const fault = faultIn(found.value.importer, bytes);
    expect([fault.code, fault.position?.line ?? null]).toEqual([code, line]);
    expect(hasWords(fault.code)).toBe(true);
  });
});

import type { CiVerdict } from '../ci-verdict.ts';
import type { VerdictJson, VerdictRowJson } from '../verdict-json.ts';

/** A row that failed, unless told otherwise. */
export function rowOf(name: string, change: Partial<VerdictRowJson> = {}): VerdictRowJson {
  return {
    name,
    kind: 'inclusive',
    status: 'failed',
    base: 0.07,
    head: 0.85,
    delta: 78,
    interval: [0.7, 0.86],
    p: 1e-9,
    q: 1e-7,
    otherQ: null,
    allowedBy: null,
    sentence: `${name} grew from 7.0 % to 85.0 % of samples`,
    ...change,
  };
}

/** A regression by the given rows. */
export function verdictOf(rows: readonly VerdictRowJson[], change: Partial<CiVerdict> = {}): CiVerdict {
  const sentence = `REGRESSION (exit 1): ${rows[0]?.sentence ?? 'tps is worse'}.`;
  const gate: VerdictJson = {
    version: 1,
    outcome: 'regression',
    exitCode: 1,
    sentence,
    details: [],
    valueType: { name: 'samples', unit: 'samples' },
    base: { files: ['good.folded'] },
    head: { files: ['bad.folded'] },
    thresholds: { measure: 'share', minAbs: 2, minRel: 20, alpha: 0.01, minSamplesPerRun: 50 },
    tested: 200,
    evidence: {
      level: 'measured',
      baseRuns: 3,
      headRuns: 3,
      tauBase: 0.1,
      tauHead: 0.1,
      ignoredBase: [],
      ignoredHead: [],
    },
    detectable: { reaches: 0.07, tooLarge: false, runsNeeded: 5 },
    rows,
    metrics: [],
    obstacles: [],
    allow: [],
    problems: [],
  };
  return {
    verdict: 'regression',
    neutralBecause: null,
    sentence,
    head: { commit: 'b2', branch: 'feature', benchmark: { benchmark: 'oltp' }, profiles: [] },
    baseline: {
      rule: 'fork-point',
      commit: 'a1',
      distance: 0,
      profiles: [],
      because: 'commit a1, the fork point, has 3 profiles of the same benchmark',
    },
    page: '/c/0123',
    gate,
    ...change,
  };
}

/** Names that would do something if a format took them for its own. */
export const HOSTILE = [
  '</testsuite><script>alert(1)</script>]]>',
  'a|b`c`|[link](https://evil.example)|@everyone #1',
  '::error file=x::gotcha',
  '##[add-mask]x',
  '100%0A::set-output name=a::b',
  'nul\u0000bell\u0007esc\u001b[31mred\nnext\r\nline\u2028sep',
  '--><img src=x onerror=alert(1)>',
  'lone \ud800 half, \ufffe, \u202egnp.exe',
  '{0} [text](javascript:alert(1)) \\',
  '__proto__',
];

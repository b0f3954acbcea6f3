import type { CiProfile, CiVerdict, CiVerdictKind } from '../ci-verdict.ts';
import type { VerdictJson } from '../verdict-json.ts';

const KINDS: Readonly<Record<VerdictJson['outcome'], CiVerdictKind>> = {
  pass: 'pass',
  regression: 'regression',
  inconclusive: 'inconclusive',
  error: 'error',
  'no-baseline': 'neutral',
};

/** The verdict about files that were given: no server, no commits, and nobody chose the baseline, so nothing is said of it. */
export function verdictOfFiles(gate: VerdictJson): CiVerdict {
  const none = gate.outcome === 'no-baseline';
  return {
    verdict: KINDS[gate.outcome],
    neutralBecause: none ? 'no-baseline' : null,
    sentence: gate.sentence,
    head: { commit: null, branch: null, benchmark: {}, profiles: gate.head.files.map(profileOf) },
    baseline: {
      rule: none ? 'none' : 'explicit',
      commit: null,
      distance: null,
      profiles: gate.base.files.map(profileOf),
      because: '',
    },
    page: null,
    gate,
  };
}

function profileOf(fileName: string): CiProfile {
  return { id: '', fileName, format: 'unknown' };
}

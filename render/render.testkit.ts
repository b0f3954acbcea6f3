import { NO_METRICS } from '../core/metrics/rows.ts';
import type { Comparison, RunSummary, SideSummary } from '../core/diff/comparison.ts';
import { profileOf } from '../core/model/profile-of.ts';
import type { Profile } from '../core/model/profile.ts';
import { ProfileBuilder } from '../core/model/builder.ts';
import { totalOf } from '../core/model/totals.ts';
import { unionTree } from '../core/tree/union.ts';

/** A comparison drawn as text (`profileOf`), with the numbers of the tree and nothing found: what a renderer needs. */
export function comparisonOf(
  base: string | Profile,
  head: string | Profile,
  more: Partial<Comparison> = {},
): Comparison {
  const sides = [base, head].map((side) => (typeof side === 'string' ? profileOf(side) : side));
  const tree = unionTree(sides.map((profile) => [{ profile, valueType: 0 }]));
  if (!tree.ok) throw new Error(tree.error.code);
  const { functions, func, outermost, sides: values } = tree.value;
  const columns = { baseSelf: 0, headSelf: 0, baseTotal: 0, headTotal: 0, q: 0, selfQ: 0, low: 0, high: 0 };
  const sums = Object.fromEntries(Object.keys(columns).map((name) => [name, new Float64Array(functions.length)]));
  for (let node = 1; node < tree.value.length; node++) {
    const f = func[node]!;
    for (const [s, side] of (['base', 'head'] as const).entries()) {
      sums[`${side}Self`]![f]! += values[s]!.self[node]!;
      if (outermost[node]) sums[`${side}Total`]![f]! += values[s]!.total[node]!;
    }
  }
  return {
    version: 1,
    valueType: { name: 'samples', unit: 'samples' },
    base: sideOf(sides[0]!),
    head: sideOf(sides[1]!),
    normalization: { level: 'none', packs: [], merged: [], reshaped: [], rewritten: 0 },
    tree: tree.value,
    functionTags: functions.names.map(() => []),
    functions: { ...sums, state: new Uint8Array(functions.length) } as unknown as Comparison['functions'],
    explanations: [],
    dilution: 1,
    evidence: {
      level: 'assumed',
      baseRuns: 1,
      headRuns: 1,
      tauBase: 0.2,
      tauHead: 0.2,
      tested: 0,
      detectable: null,
      disagreements: [],
    },
    coverage: null,
    cpusBusy: null,
    metrics: NO_METRICS,
    alignment: [],
    problems: [],
    ...more,
  };
}

function sideOf(profile: Profile): SideSummary {
  const total = totalOf(profile);
  const samples = profile.valueTypes[0]?.sampling?.records ?? null;
  const run: RunSummary = {
    source: profile.source,
    total,
    samples,
    event: profile.event,
    durationSeconds: profile.durationSeconds,
    pruned: profile.pruned,
    labels: profile.labels,
    metrics: profile.metrics,
    problems: profile.problems,
  };
  return { runs: [run], total, samples, pruned: profile.pruned, unknownShare: 0 };
}

/** Names that break writers which trust them. One of each is a child of `app`, with a count of its own. */
export const HOSTILE_NAMES = [
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  ']]><b>x</b>',
  'R&D <T> &amp; &#x3c;',
  '\u202egnp.elif',
  '🔥🔥🔥hot',
  'half \ud83d and \udd25',
  '{{constructor.constructor("alert(1)")()}}',
  'javascript:alert(1)',
  '中'.repeat(60),
  'x|y`z*_ [a](http://b) @team #1 ~~s~~',
  'ctrl\u001b[31mred\u0000\u0008',
  '__proto__',
  'constructor',
  'שלום',
  'a,"b"\t$1 $& \\',
  ' leading and trailing ',
  '',
] as const;

/** A profile of all hostile names: `app;NAME` with the counts 1, 2, 3…, each times `scale`. */
export function hostileProfile(scale = 1): Profile {
  const builder = new ProfileBuilder(1);
  const app = builder.frame('app');
  for (const [index, name] of HOSTILE_NAMES.entries()) {
    builder.addSelf(builder.stack([app, builder.frame(name)]), (index + 1) * scale);
  }
  const finished = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: null }],
    source: { fileName: '<b>&"evil".folded', format: 'folded', generator: null, sha256: null },
  });
  if (!finished.ok) throw new Error(finished.error.code);
  return finished.value;
}

import { visible } from '../../core/text/visible.ts';
import type { CiVerdict } from '../ci-verdict.ts';
import { metricSentence, weightOfMetric, weightOfRow } from './lines.ts';
import type { Weight } from './lines.ts';

/** File that findings point at where a reader needs one: a profile says which function, never which line of which commit. */
export const FINDINGS_PATH = 'firebreak.yml';

/** A row or a metric that somebody has to look at. */
export interface Finding {
  readonly rule: 'function-inclusive' | 'function-self' | 'metric';
  /** Hostile text, as it was recorded. */
  readonly name: string;
  readonly weight: Exclude<Weight, 'fine'>;
  readonly sentence: string;
  /** The same for the same function in every build. */
  readonly fingerprint: string;
  /** Why it is excused; null when it is not. */
  readonly reason: string | null;
}

/** Worst first. */
export function findingsOf({ gate, head }: CiVerdict): readonly Finding[] {
  if (gate === null) return [];
  const benchmark = Object.entries(head.benchmark)
    .map(([label, value]) => `${label}=${value}`)
    .sort()
    .join(',');
  const reasons = new Map(gate.allow.map(({ pattern, reason }) => [pattern, reason]));
  const rows = gate.rows.flatMap((row): Finding[] => {
    const weight = weightOfRow(row);
    if (weight === 'fine') return [];
    const rule = row.kind === 'self' ? 'function-self' : 'function-inclusive';
    const reason = row.allowedBy === null ? null : visible(reasons.get(row.allowedBy) ?? row.allowedBy);
    const { name, sentence } = row;
    return [{ rule, name, weight, sentence, fingerprint: fingerprint([rule, name, benchmark]), reason }];
  });
  const metrics = gate.metrics.flatMap((metric): Finding[] => {
    const weight = weightOfMetric(metric);
    if (weight === 'fine') return [];
    const { name } = metric;
    const sentence = metricSentence(metric);
    return [
      { rule: 'metric', name, weight, sentence, fingerprint: fingerprint(['metric', name, benchmark]), reason: null },
    ];
  });
  return [
    ...metrics.filter(({ weight }) => weight === 'fails'),
    ...rows,
    ...metrics.filter(({ weight }) => weight !== 'fails'),
  ];
}

/** FNV-1a of 64 bits, in hexadecimal: readers want a short text that is the same in every build. */
function fingerprint(parts: readonly string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(parts.join('\0'))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

import type { StoredSpread } from '../stats/evidence.ts';
import type { RunCounts } from '../stats/test-functions.ts';
import type { MetricRule } from './metric-rule.ts';

/** Everything that the gate judges; the rules are in `GateConfig`. */
export interface GateInput {
  /** By function; all columns of `base` and `head` are parallel to it. */
  readonly names: readonly string[];
  /** Unaligned counts, idle stacks removed. No base runs: no baseline. */
  readonly base: readonly RunCounts[];
  readonly head: readonly RunCounts[];
  /** False when the counts are weights whose number of samples is not known: no p-values, no failure. */
  readonly samplesKnown: boolean;
  readonly stored: StoredSpread | null;
  /** Base read from a pruned drawing: upper bounds of the shares, where `base` holds lower bounds. Else null. */
  readonly baseUpper: { readonly inclusive: Float64Array; readonly self: Float64Array } | null;
  /** Head read from a pruned drawing: lower bounds of the shares, where `head` holds what is drawn. Else null. */
  readonly headLower: { readonly inclusive: Float64Array; readonly self: Float64Array } | null;
  /** Amount of work of each run (transactions), for measure `work`; else null. */
  readonly work: { readonly base: readonly number[]; readonly head: readonly number[] } | null;
  readonly metrics: readonly MetricRule[];
  /** ISO date that allow-list entries expire against. */
  readonly today: string;
}

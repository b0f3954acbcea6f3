import type { Problem } from '../model/problem.ts';
import type { GateConfig } from './config.ts';
import type { Verdict } from './verdict.ts';

/** A verdict with what it was reached by: everything that its sentences, its JSON and its tables say. */
export interface GateReport {
  readonly verdict: Verdict;
  readonly config: GateConfig;
  /** The column that was judged. */
  readonly valueType: { readonly name: string; readonly unit: string };
  /** Names of the files, as far as they have one. */
  readonly baseFiles: readonly string[];
  readonly headFiles: readonly string[];
  /** What makes the sides hard to compare. */
  readonly problems: readonly Problem[];
}

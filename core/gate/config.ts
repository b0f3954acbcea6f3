/** What a project allows a change to cost (DIFF-SPEC 8). Fractions of 1, not percent. */
export interface GateConfig {
  /**
   * `share`: share of samples, right for runs of any length. `count`: amounts, right only where every run does the same
   * fixed work; medians of the runs are compared, in fractions of the median base total. `work`: as `count`, after dividing
   * each run by its amount of work (transactions).
   */
  readonly measure: 'share' | 'count' | 'work';
  /** A frame must grow by this much of the total … */
  readonly minAbs: number;
  /** … and by this much of itself. */
  readonly minRel: number;
  /** Largest q (or Bonferroni p) that counts as evidence. */
  readonly alpha: number;
  /** Runs with fewer samples are left out. */
  readonly minSamplesPerRun: number;
  /** Which functions are gated at all; null: every one. The others are no members of the family that q is about. */
  readonly selects: ((name: string) => boolean) | null;
  readonly allow: readonly AllowEntry[];
}

export const DEFAULT_GATE_CONFIG: GateConfig = {
  measure: 'share',
  minAbs: 0.02,
  minRel: 0.2,
  alpha: 0.01,
  minSamplesPerRun: 50,
  selects: null,
  allow: [],
};

/** A frame that may change for a while. An entry that fits takes the frame out of the gate, not out of the report. */
export interface AllowEntry {
  /** As written in the configuration, for the report. */
  readonly pattern: string;
  readonly matches: (name: string) => boolean;
  readonly direction: Direction | 'both';
  /** Largest change allowed, fraction of the total; beyond it the entry does not apply. */
  readonly maxDelta: number;
  readonly reason: string;
  /** Last day of validity, ISO date (2026-12-31). */
  readonly expires: string;
}

export type Direction = 'growth' | 'shrink';

/** `today` is an ISO date; the day of expiry itself still counts. */
export function isExpired(entry: AllowEntry, today: string): boolean {
  return entry.expires < today;
}

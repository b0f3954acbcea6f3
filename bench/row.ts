import type { Inputs } from './inputs.ts';

/** One line of the table: what was done, how long it took, and what it is held against. */
export interface Row {
  /** Id as in the list of goals: `P1`. */
  readonly id: string;
  readonly work: string;
  readonly run: (inputs: Inputs) => Promise<readonly Measured[]>;
}

export interface Measured {
  readonly what: string;
  readonly seconds: number;
  readonly peakMegabytes: number | null;
  /** What a peer needs for the same, in seconds, and whether it ran here or is a recorded figure. */
  readonly peer: { readonly name: string; readonly seconds: number; readonly recorded: boolean } | null;
  /** Largest seconds that still meet the goal. */
  readonly goalSeconds: number | null;
  /** Most memory that still meets the goal, where memory is what the row is about. */
  readonly goalMegabytes?: number;
}

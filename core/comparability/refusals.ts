import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import type { Run } from '../tree/union.ts';

/** Stated sampling periods this close are the same. */
const PERIOD_FACTOR = 1.01;

/**
 * Recordings of different events, or taken at different stated rates, count different things: their comparison is refused
 * unless it is forced (DIFF-SPEC 11). A side that does not say is compared; a period that was only inferred from the
 * counts refuses nothing.
 */
export function recordingsDiffer(base: readonly Run[], head: readonly Run[]): Fault | null {
  const [b, h] = [events(base), events(head)];
  if (b.length > 0 && h.length > 0 && !sameLists(b, h)) return fault('events-differ', { facts: { base: b, head: h } });
  const [from, to] = [periodOf(base), periodOf(head)];
  if (from === null || to === null || from.unit !== to.unit) return null;
  if (Math.max(from.value / to.value, to.value / from.value) <= PERIOD_FACTOR) return null;
  return fault('rates-differ', { facts: { base: from.value, head: to.value, unit: from.unit } });
}

function events(runs: readonly Run[]): string[] {
  return [...new Set(runs.map(({ profile }) => profile.event).filter((event) => event !== null))].sort();
}

function sameLists(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function periodOf(runs: readonly Run[]): { readonly value: number; readonly unit: string } | null {
  return runs.map(({ profile }) => profile.period).find((period) => period !== null) ?? null;
}

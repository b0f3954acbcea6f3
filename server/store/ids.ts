import { createHash } from 'node:crypto';
import type { NormalizationLevel } from '../../core/diff/comparison.ts';

/**
 * Ids are hashes of what makes a thing itself, so that sending it again finds it: 128 bits of SHA-256, 32 hexadecimal
 * digits. Parts are written as JSON, where no two different lists give the same text.
 */
function idOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Content and labels; the order of the labels does not matter, the file's name neither. */
export function profileId(contentHash: string, labels: ReadonlyMap<string, string>): string {
  return idOf(
    'profile',
    contentHash,
    [...labels].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export interface ComparisonIdentity {
  /** Profile ids, in order. */
  readonly base: readonly string[];
  readonly head: readonly string[];
  readonly level: NormalizationLevel;
  readonly valueType: string | null;
  readonly recording: string | null;
  readonly rules: string;
  readonly force: boolean;
  readonly sameWidth: boolean;
  /** Of the files of metrics of each profile, base then head: more metrics make another comparison. */
  readonly metrics: readonly (readonly string[])[];
}

export function comparisonId(identity: ComparisonIdentity): string {
  const { base, head, level, valueType, recording, rules, force, sameWidth, metrics } = identity;
  const attached = metrics.some((files) => files.length > 0) ? [metrics] : [];
  const more = [...(force ? ['forced'] : []), ...(sameWidth ? ['same width'] : []), ...ofRecording(recording)];
  return idOf('comparison', base, head, level, valueType, rules, ...attached, ...more);
}

/** Everything that a verdict follows from, the day included: allow-lists expire. */
export interface VerdictIdentity {
  readonly head: readonly string[];
  readonly base: readonly string[];
  /** How the baseline was found: the same profiles by another rule are another verdict. */
  readonly rule: string;
  readonly distance: number | null;
  readonly config: string | null;
  readonly level: NormalizationLevel;
  readonly valueType: string | null;
  readonly recording: string | null;
  readonly force: boolean;
  readonly rules: string;
  /** Of the files of metrics of each profile, base then head. */
  readonly metrics: readonly (readonly string[])[];
  readonly today: string;
}

export function verdictId(identity: VerdictIdentity): string {
  const { head, base, rule, distance, config, level, valueType, recording, force, rules, metrics, today } = identity;
  const parts = [head, base, rule, distance, config, level, valueType, force, rules, metrics, today];
  return idOf('verdict', ...parts, ...ofRecording(recording));
}

/** Ids are older than the choice of a recording: without one they stay what they were. */
function ofRecording(recording: string | null): readonly unknown[] {
  return recording === null ? [] : [{ recording }];
}

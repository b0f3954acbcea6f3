import type { Profile } from '../../core/model/profile.ts';
import { depthsOf, totalOf, totalsOf } from '../../core/model/totals.ts';
import { validateProfile } from '../../core/model/validate.ts';
import { hasWords, wordsOf } from '../../core/words/faults.ts';
import { DEFAULT_READ_LIMITS, readInput } from '../../pipeline/index.ts';
import { profileToFolded } from '../../render/folded.ts';
import { profileToPprof } from '../../render/pprof.ts';
import { profileToSpeedscope } from '../../render/speedscope.ts';

/** Limits that an input of a few hundred kilobytes can reach. */
const LIMITS = {
  ...DEFAULT_READ_LIMITS,
  maxBytes: 1 << 26,
  maxNodes: 1 << 20,
  maxFrames: 1 << 20,
  maxStringCharacters: 1 << 26,
};

/** What came of one input: a fault by its code, or profiles; and what is wrong with that, if anything. */
export interface Outcome {
  readonly outcome: string;
  readonly findings: readonly string[];
}

/**
 * Reads one input as every front end does. Nothing may throw; a fault must have words; a success must keep the model, and
 * its parts must sum up to its total. `format` forces an importer.
 */
export async function check(bytes: Uint8Array, format: string | null): Promise<Outcome> {
  const findings: string[] = [];
  try {
    const read = await readInput([bytes], { fileName: 'fuzz', limits: LIMITS, ...(format === null ? {} : { format }) });
    if (!read.ok) {
      if (read.error.code === 'profile-invalid') findings.push(`profile-invalid ${JSON.stringify(read.error.facts)}`);
      if (!hasWords(read.error.code)) findings.push(`no words for ${read.error.code}`);
      wordsOf(read.error);
      return { outcome: read.error.code, findings };
    }
    if (read.value.kind !== 'profile') return { outcome: 'metrics', findings };
    for (const { profile } of read.value.read.file.profiles) checkProfile(profile, findings);
    if (read.value.read.file.profiles.length === 0) findings.push('a success without a profile');
    return { outcome: 'read', findings };
  } catch (error) {
    findings.push(`throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { outcome: 'throws', findings };
  }
}

function checkProfile(profile: Profile, findings: string[]): void {
  const invalid = validateProfile(profile);
  if (invalid !== null) findings.push(`invalid: ${JSON.stringify(invalid.facts)}`);
  for (const problem of profile.problems) {
    if (!hasWords(problem.code)) findings.push(`no words for ${problem.code}`);
    wordsOf(problem);
  }
  for (const [t, column] of profile.values.entries()) {
    const root = totalsOf(profile.nodes.parent, column)[0] ?? 0;
    const total = Number(totalOf(profile, t));
    const scale = column.reduce((sum, value) => sum + Math.abs(value), 0);
    if (!(Math.abs(root - total) <= 1e-9 * scale + 1e-300)) findings.push(`total ${total}, but the root has ${root}`);
  }
  if (framesToWrite(profile) > MAX_FRAMES_WRITTEN) return;
  for (const [t] of profile.values.entries()) {
    for (const chunk of profileToFolded(profile, t).chunks) if (chunk === '') findings.push('an empty chunk');
  }
  profileToPprof(profile);
  for (const chunk of profileToSpeedscope(profile).chunks) if (chunk === '') findings.push('an empty chunk');
}

/** Formats that write each stack whole grow with the depth of the tree times its stacks. */
const MAX_FRAMES_WRITTEN = 2_000_000;

function framesToWrite(profile: Profile): number {
  const depths = depthsOf(profile.nodes.parent);
  let frames = 0;
  for (const column of profile.values)
    for (const [node, depth] of depths.entries()) if (column[node] !== 0) frames += depth;
  return frames;
}

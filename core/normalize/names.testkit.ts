import { ProfileBuilder } from '../model/builder.ts';
import type { FrameDetails } from '../model/builder.ts';
import { normalizeProfile } from './normalize-profile.ts';
import type { Normalizer } from './normalizer.ts';

export interface RecordedName extends FrameDetails {
  readonly name: string;
}

/**
 * What the rules make of names that were recorded in one profile, in their order. Each is a frame between a caller and
 * a callee; with `root` it is the outermost frame, where threads and processes stand.
 */
export function normalizedTogether(
  recorded: readonly RecordedName[],
  normalizer: Normalizer,
  { root = false }: { readonly root?: boolean } = {},
): readonly string[] {
  const builder = new ProfileBuilder(1);
  const [caller, callee] = [builder.frame('the caller'), builder.frame('the callee')];
  for (const { name, ...details } of recorded) {
    const frame = builder.frame(name, details);
    builder.addSelf(builder.stack(root ? [frame, callee] : [caller, frame, callee]), 1);
  }
  const profile = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: { records: recorded.length, sumOfSquares: 1 } }],
    source: { fileName: null, format: 'folded', generator: null, sha256: null },
  });
  if (!profile.ok) throw new Error(profile.error.code);
  const made = normalizeProfile(profile.value, normalizer);
  if (!made.ok) throw new Error(made.error.code);
  const names = new Map<string, string>();
  for (const [name, origins] of made.value.audit.origins) for (const raw of origins.keys()) names.set(raw, name);
  return recorded.map(({ name }) => names.get(name) ?? '');
}

import { ProfileBuilder } from './builder.ts';
import type { ProfileFacts } from './builder.ts';
import type { Profile } from './profile.ts';

/**
 * Draws a profile as text, for tests and examples: one stack a line or between slashes, root first, count last.
 *
 *     profileOf('main;parse 3 / main;render 1')
 *
 * Not a parser: it knows no bad input. What users bring is read by `parsers/folded`.
 */
export function profileOf(text: string, facts: Partial<ProfileFacts> = {}): Profile {
  const builder = new ProfileBuilder(1);
  let records = 0;
  let sumOfSquares = 0;
  for (const line of text.split(/\n| \/ /)) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const cut = trimmed.lastIndexOf(' ');
    const frames = trimmed.slice(0, cut).split(';');
    const value = Number(trimmed.slice(cut + 1));
    builder.addSelf(builder.stack(frames.map((name) => builder.frame(name))), value);
    records += value;
    sumOfSquares += value;
  }
  const finished = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: { records, sumOfSquares } }],
    source: { fileName: null, format: 'folded', generator: null, sha256: null },
    ...facts,
  });
  if (!finished.ok) throw new Error(finished.error.code);
  return finished.value;
}

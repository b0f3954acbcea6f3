import { recordingNames } from '../../core/model/recordings.ts';
import type { JsonProfileFacts } from '../../render/json-types.ts';

/** What of a file can be compared: each of its recordings, and the kinds of counts that each has. */
export interface Countable {
  readonly recordings: readonly {
    /** What it is asked for by. */
    readonly name: string;
    readonly valueTypes: readonly string[];
  }[];
  /** Name of the recording that is compared. */
  readonly chosen: string | null;
  /** Every file without what the coarsest drawing among them leaves out. */
  readonly sameWidth: boolean;
}

/**
 * Of the profiles of a file; one that holds two sides itself has the same recordings in both. `asked` is the recording
 * that was asked for; null: the first.
 */
export function countableOf(
  profiles: readonly (Pick<JsonProfileFacts, 'name' | 'side'> & {
    readonly valueTypes: readonly { readonly name: string }[];
  })[],
  asked: string | null,
  sameWidth: boolean,
): Countable {
  const wanted = profiles.filter(({ side }) => side !== 'head');
  const names = recordingNames(wanted);
  return {
    chosen: asked ?? names[0] ?? null,
    sameWidth,
    recordings: wanted.slice(0, names.length).map(({ valueTypes }, at) => ({
      name: names[at] ?? `#${at + 1}`,
      valueTypes: valueTypes.map(({ name }) => name),
    })),
  };
}

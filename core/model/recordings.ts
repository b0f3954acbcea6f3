/** Recordings that are named where one is to be chosen: a traced browser has some tens of threads. */
const MOST_NAMED = 200;

/**
 * What each recording of a file can be asked for by: its name, or its place as "#2" where it has none or an earlier one
 * has the same.
 */
export function recordingNames(recordings: readonly { readonly name: string | null }[]): readonly string[] {
  const seen = new Set<string>();
  return recordings.slice(0, MOST_NAMED).map(({ name }, place) => {
    if (name === null || seen.has(name)) return `#${place + 1}`;
    seen.add(name);
    return name;
  });
}

/**
 * A name for each path that tells it from the others: the file's own, with as many of its folders as that needs. Runs
 * often lie as `good-1/folded.txt`, `good-2/folded.txt`, and reports with one name for all of them help nobody.
 */
export function distinctNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const parts = new Map(paths.map((path) => [path, path.split(/[/\\]+/).filter((part) => part !== '')]));
  const names = new Map<string, string>();
  let open = [...parts.keys()];
  for (let length = 1; open.length > 0; length++) {
    const tails = new Map<string, string[]>();
    for (const path of open) {
      const tail = (parts.get(path) ?? []).slice(-length).join('/');
      tails.set(tail, [...(tails.get(tail) ?? []), path]);
    }
    open = [];
    for (const [tail, same] of tails) {
      // Two spellings of one path stay the same however long their names get.
      const isWhole = same.every((path) => (parts.get(path)?.length ?? 0) <= length);
      if (same.length === 1 || isWhole) for (const path of same) names.set(path, tail);
      else open.push(...same);
    }
  }
  return names;
}

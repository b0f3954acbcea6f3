/** Which profile a file of benchmark output belongs to: the one beside it in the folder. */
import { byPath } from './walk-folders.ts';

export interface Placed {
  readonly path: string;
}

/**
 * In the same folder: the one that begins alike up to the first dot (`run1.folded` and `run1.sysbench.txt`), else the
 * last one before it by path, else the first one. Null where the folder has no profile. `profiles` are sorted by path.
 */
export function profileBeside<P extends Placed>(metrics: Placed, profiles: readonly P[]): P | null {
  const folder = folderOf(metrics.path);
  const near = profiles.filter(({ path }) => folderOf(path) === folder);
  const alike = near.find(({ path }) => stemOf(path) === stemOf(metrics.path));
  if (alike !== undefined) return alike;
  return near.findLast((profile) => byPath(profile, metrics) < 0) ?? near[0] ?? null;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '';
}

import { frameModule, frameName } from '../../../core/model/profile.ts';
import type { Profile } from '../../../core/model/profile.ts';
import type { Column } from '../product.ts';

export interface CollapsedStacks {
  readonly stacks: number;
  readonly depth: number;
  readonly selfByName: ReadonlyMap<string, number>;
}

/**
 * A profile read from `perf script` as stackcollapse-perf.pl would fold it: the facts of the corpora on such files were
 * found with that tool, which tidies names (argument lists, quotes, Java class marks, modules for unknown symbols), leaves
 * frames out that begin with a bracket, and so lets some stacks become one.
 */
export function collapsedStacks({ profile, valueType }: Column): CollapsedStacks {
  const { nodes } = profile;
  const names = Array.from({ length: profile.frames.length }, (_, frame) => tidied(profile, frame));
  const known = new Map<string, number>();
  const tidyNode = new Int32Array(nodes.length);
  const depths: number[] = [0];
  const self: number[] = [0];
  const leaves: string[] = [''];
  for (let node = 1; node < nodes.length; node++) {
    const parent = tidyNode[nodes.parent[node] ?? 0] ?? 0;
    const inThread = nodes.parent[node] !== 0;
    const name = inThread ? (names[nodes.frame[node] ?? 0] ?? null) : thread(profile, nodes.frame[node] ?? 0);
    if (name === null) {
      tidyNode[node] = parent;
      continue;
    }
    const key = `${parent} ${name}`;
    let made = known.get(key);
    if (made === undefined) {
      made = depths.push((depths[parent] ?? 0) + 1) - 1;
      known.set(key, made);
      self.push(0);
      leaves.push(name);
    }
    tidyNode[node] = made;
  }
  const values = profile.values[valueType] ?? [];
  for (let node = 0; node < values.length; node++) {
    const at = tidyNode[node] ?? 0;
    self[at] = (self[at] ?? 0) + (values[node] ?? 0);
  }
  const selfByName = new Map<string, number>();
  let stacks = 0;
  let depth = 0;
  for (const [at, value] of self.entries()) {
    if (value === 0) continue;
    stacks++;
    depth = Math.max(depth, depths[at] ?? 0);
    const leaf = leaves[at] ?? '';
    selfByName.set(leaf, (selfByName.get(leaf) ?? 0) + value);
  }
  return { stacks, depth, selfByName };
}

function thread(profile: Profile, frame: number): string {
  return frameName(profile, frame).replaceAll(' ', '_');
}

/** Null for a frame that the tool leaves out. */
function tidied(profile: Profile, frame: number): string | null {
  const raw = frameName(profile, frame);
  if (raw.startsWith('(')) return null;
  const module = frameModule(profile, frame);
  if (raw === '[unknown]') return module === null || module === raw ? raw : `[${module.replace(/.*\//, '')}]`;
  let name = raw.replaceAll(';', ':');
  if (!/\.\(.*\)\./.test(name)) name = name.replace(/\((?!anonymous namespace\)).*/, '');
  name = name.replace(/["']/g, '');
  if (name.includes('/')) name = name.replace(/^L/, '');
  return name.trimEnd();
}

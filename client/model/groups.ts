/** The modules or subsystems of a comparison, for a legend of their colours. */
import type { Comparison } from '../../core/diff/comparison.ts';

/** Names of the groups, those of the heaviest functions first. */
export function groupsOf(
  { tree, functions, functionTags }: Pick<Comparison, 'tree' | 'functions' | 'functionTags'>,
  by: 'subsystem' | 'module',
): readonly string[] {
  const [perBase, perHead] = tree.sides.map(({ sum }) => (sum > 0 ? 1 / sum : 0));
  const heaviest = new Map<string, number>();
  for (let func = 0; func < tree.functions.length; func++) {
    // The first tag is the one that colours.
    const group = by === 'module' ? tree.functions.modules[func] : functionTags[func]?.[0];
    if (group == null) continue;
    const base = (functions.baseTotal[func] ?? 0) * (perBase ?? 0);
    const head = (functions.headTotal[func] ?? 0) * (perHead ?? 0);
    heaviest.set(group, Math.max(heaviest.get(group) ?? 0, base, head));
  }
  return [...heaviest].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([group]) => group);
}

/** Slow twin of `align`: the reference of DIFF-SPEC 6 over folded stacks, straight from the definition. */
import { nameShape, nameSimilarity } from './names.ts';

export type Folded = ReadonlyMap<string, number>;
type Weights = Map<string, number>;

export interface TwinPair {
  readonly kind: 'rename' | 'inline' | 'outline';
  /** The function and, for inline and outline, its caller. */
  readonly names: readonly [string, string];
  readonly score: number;
}

class Side {
  total = 0;
  readonly inclusive: Weights = new Map();
  readonly context = new Map<string, Weights>();
  readonly leaves = new Map<string, Weights>();
  readonly kids = new Map<string, Weights>();
  readonly callers = new Map<string, Weights>();

  constructor(folded: Folded, common: ReadonlySet<string>) {
    for (const [stack, count] of folded) {
      const frames = stack.split(';');
      const seen = new Set<string>();
      let last = '<root>';
      this.total += count;
      for (const [depth, f] of frames.entries()) {
        if (!seen.has(f)) {
          seen.add(f);
          bump(this.inclusive, f, count);
          bump(of(this.kids, f), frames[depth + 1] ?? '<self>', count);
          bump(of(this.callers, f), frames[depth - 1] ?? '<root>', count);
          if (!common.has(f)) {
            const leaf = frames.at(-1) ?? '';
            bump(of(this.context, f), last, count);
            const key = depth === frames.length - 1 ? '<self>' : common.has(leaf) ? leaf : '<new>';
            bump(of(this.leaves, f), key, count);
          }
        }
        if (common.has(f)) last = f;
      }
    }
  }

  share(f: string): number {
    return (this.inclusive.get(f) ?? 0) / this.total;
  }
}

export function alignSlowly(base: Folded, head: Folded, dilution: number): readonly TwinPair[] {
  const of1 = (folded: Folded) => new Set([...folded.keys()].flatMap((stack) => stack.split(';')));
  const inBase = of1(base);
  const inHead = of1(head);
  const common = new Set([...inBase].filter((f) => inHead.has(f)));
  const b = new Side(base, common);
  const h = new Side(head, common);
  const gone = [...inBase].filter((f) => !inHead.has(f) && b.share(f) >= 0.001);
  const made = [...inHead].filter((f) => !inBase.has(f) && h.share(f) >= 0.001);

  const scored: TwinPair[] = [];
  for (const f of gone) {
    const m = b.share(f) * dilution;
    const seen = new Set<string>();
    for (const [p] of top(of(b.context, f), 3)) {
      const block = made
        .filter((g) => of(h.context, g).has(p))
        .sort((x, y) => h.share(x) - h.share(y) || (x < y ? -1 : 1));
      const at = block.filter((g) => h.share(g) < m).length;
      for (const g of block.slice(Math.max(0, at - 4), at + 4)) {
        if (seen.has(g)) continue;
        seen.add(g);
        const context = overlapOf(of(b.context, f), of(h.context, g));
        const leaves = overlapOf(of(b.leaves, f), of(h.leaves, g));
        const name = nameSimilarity(nameShape(f), nameShape(g));
        const mass = Math.min(m, h.share(g)) / Math.max(m, h.share(g));
        const mostly = (side: Side, x: string) =>
          (of(side.leaves, x).get('<self>') ?? 0) > 0.8 * (side.inclusive.get(x) ?? 0);
        const leaf = mostly(b, f) && mostly(h, g);
        if (name < 0.3 && (leaf || context < 0.8 || leaves < 0.8)) continue;
        const score = leaf
          ? 0.25 * context + 0.05 * leaves + 0.55 * name + 0.15 * mass
          : 0.3 * context + 0.25 * leaves + 0.3 * name + 0.15 * mass;
        if (score >= 0.6) scored.push({ kind: 'rename', names: [f, g], score });
      }
    }
  }
  scored.sort(
    (x, y) =>
      y.score - x.score ||
      (x.names[0] < y.names[0] ? -1 : x.names[0] > y.names[0] ? 1 : x.names[1] < y.names[1] ? -1 : 1),
  );
  const used = new Set<string>();
  const pairs = scored.filter(({ names: [f, g] }) => {
    if (used.has(f) || used.has(g)) return false;
    used.add(f);
    used.add(g);
    return true;
  });
  const rest = (list: readonly string[]) => list.filter((f) => !used.has(f));
  return [
    ...pairs,
    ...dissolve('inline', rest(gone), b, h, common, dilution, 1),
    ...dissolve('outline', rest(made), h, b, common, 1, dilution),
  ];
}

function dissolve(
  kind: 'inline' | 'outline',
  functions: readonly string[],
  from: Side,
  to: Side,
  common: ReadonlySet<string>,
  fromFactor: number,
  toFactor: number,
): TwinPair[] {
  const found: TwinPair[] = [];
  for (const f of functions) {
    const all = from.inclusive.get(f) ?? 0;
    let score = 0;
    let cover = 0;
    let best: string | null = null;
    for (const [p, mass] of top(of(from.callers, f), 6)) {
      if (!common.has(p) || p === f || mass < 0.1 * all) continue;
      const kids = of(from.kids, p);
      const m = kids.get(f) ?? 0;
      const share = m / (from.inclusive.get(p) ?? 0);
      if (share <= 0) continue;
      const collapsed = new Map(kids);
      collapsed.delete(f);
      const own = of(from.kids, f);
      const sum = [...own.values()].reduce((x, y) => x + y, 0);
      for (const [key, weight] of own) bump(collapsed, key, (m * weight) / sum);
      const before = overlapOf(kids, of(to.kids, p));
      const after = overlapOf(collapsed, of(to.kids, p));
      const x = from.share(p) * fromFactor;
      const y = to.share(p) * toFactor;
      if ((after - before) / share >= 0.5) score += mass * (0.6 * after + (0.4 * Math.min(x, y)) / Math.max(x, y));
      cover += mass;
      best ??= p;
    }
    if (best !== null && cover >= 0.5 * all && score / cover >= 0.75) {
      found.push({ kind, names: [f, best], score: score / cover });
    }
  }
  return found;
}

function bump(weights: Weights, key: string, by: number): void {
  weights.set(key, (weights.get(key) ?? 0) + by);
}

function of(table: Map<string, Weights>, key: string): Weights {
  const known = table.get(key) ?? new Map<string, number>();
  table.set(key, known);
  return known;
}

function top(weights: Weights, count: number): [string, number][] {
  const order = (key: string) => (key === '<root>' ? '' : key);
  return [...weights].sort((a, b) => b[1] - a[1] || (order(a[0]) < order(b[0]) ? -1 : 1)).slice(0, count);
}

function overlapOf(p: Weights, q: Weights): number {
  const a = [...p.values()].reduce((x, y) => x + y, 0);
  const b = [...q.values()].reduce((x, y) => x + y, 0);
  if (a === 0 || b === 0) return 0;
  return [...p].reduce((sum, [key, weight]) => sum + Math.min(weight / a, (q.get(key) ?? 0) / b), 0);
}

import type { RegionKind } from '../diff/comparison.ts';
import type { ScanRules } from '../diff/explain.ts';
import type { DrawnStack } from './arbitrary.testkit.ts';

/**
 * The definitions of DIFF-SPEC 1 and 5 written as they read, on a map from stack to counts: slow and obvious, to compare
 * the fast code with.
 */
export type SlowProfile = ReadonlyMap<string, number>;

export function slowProfile(stacks: readonly DrawnStack[]): SlowProfile {
  const profile = new Map<string, number>();
  for (const { frames, count } of stacks) {
    const key = frames.join(';');
    profile.set(key, (profile.get(key) ?? 0) + count);
  }
  return profile;
}

/** S(f) and I(f) by name. */
export function slowFunctions(profile: SlowProfile): { self: Map<string, number>; total: Map<string, number> } {
  const self = new Map<string, number>();
  const total = new Map<string, number>();
  for (const [stack, count] of profile) {
    const frames = stack.split(';');
    const leaf = frames.at(-1)!;
    self.set(leaf, (self.get(leaf) ?? 0) + count);
    for (const name of new Set(frames)) total.set(name, (total.get(name) ?? 0) + count);
  }
  return { self, total };
}

export interface SlowExplanation {
  readonly kind: RegionKind;
  /** Path for N and S, name for F and G, `caller>callee` for E. */
  readonly key: string;
  readonly base: number;
  readonly head: number;
  readonly z: number;
  readonly score: number;
  readonly complement: number;
}

const PREFERENCE = { N: 1, S: 0.999, F: 0.998, G: 0.997, E: 0.996 } as const;

/** All regions that hold any stack, with their stacks. */
function slowRegions(stacks: readonly string[]): Map<string, { kind: RegionKind; key: string; has: Set<string> }> {
  const regions = new Map<string, { kind: RegionKind; key: string; has: Set<string> }>();
  const add = (kind: RegionKind, key: string, stack: string) => {
    const id = `${kind} ${key}`;
    const region = regions.get(id) ?? { kind, key, has: new Set<string>() };
    region.has.add(stack);
    regions.set(id, region);
  };
  for (const stack of stacks) {
    const frames = stack.split(';');
    for (let i = 0; i < frames.length; i++) {
      add('N', frames.slice(0, i + 1).join(';'), stack);
      const isOutermost = !frames.slice(0, i).includes(frames[i]!);
      if (!isOutermost) continue;
      add('F', frames[i]!, stack);
      if (i > 0) add('E', `${frames[i - 1]}>${frames[i]}`, stack);
    }
    add('G', frames.at(-1)!, stack);
    if (stacks.some((other) => other.startsWith(`${stack};`))) add('S', stack, stack);
  }
  return regions;
}

/** Every round of the scan as the specification has it: a region may come twice. */
export function slowExplain(base: SlowProfile, head: SlowProfile, rules: ScanRules): readonly SlowExplanation[] {
  const stacks = [...new Set([...base.keys(), ...head.keys()])];
  const shares = (profile: SlowProfile) => {
    const total = [...profile.values()].reduce((a, b) => a + b, 0);
    return new Map(stacks.map((stack) => [stack, (profile.get(stack) ?? 0) / total]));
  };
  const [b, h] = [shares(base), shares(head)];
  const mass = (x: Map<string, number>, has: Set<string>) => [...has].reduce((sum, stack) => sum + x.get(stack)!, 0);
  const isAround = (has: Set<string>, kind: RegionKind) => kind !== 'S' && mass(b, has) > 0.98 && mass(h, has) > 0.98;
  const regions = [...slowRegions(stacks).values()].filter(({ has, kind }) => !isAround(has, kind));
  const phi = (p: number) => Math.asin(Math.sqrt(Math.min(1, Math.max(0, p))));
  const found: SlowExplanation[] = [];
  while (found.length < 8) {
    const ranked = regions
      .map((region) => {
        const [B, H] = [b, h].map((x) => mass(x, region.has)).map((p) => (p > 1 - 1e-9 ? 1 : p)) as [number, number];
        const variance =
          0.25 / (rules.base.samples ?? Infinity) +
          0.25 / (rules.head.samples ?? Infinity) +
          (rules.base.tau ** 2 / 4) * ((B * Math.max(0, 1 - B)) / rules.base.runs) +
          (rules.head.tau ** 2 / 4) * ((H * Math.max(0, 1 - H)) / rules.head.runs);
        const se = Math.sqrt(variance);
        const distance = Math.abs(phi(H) - phi(B));
        const growth = H > B && rules.neutral !== true ? 1.03 : 1;
        const score = Math.max(0, distance - se) * growth * PREFERENCE[region.kind];
        return { ...region, base: B, head: H, score, z: distance / se, whole: B === 1 || H === 1 };
      })
      .filter((one) => one.score > 0 && Math.abs(one.head - one.base) >= 0.005)
      .sort((one, other) => {
        if (one.whole !== other.whole) return one.whole ? 1 : -1;
        if (Math.abs(one.score - other.score) > 1e-11) return other.score - one.score;
        const kinds = 'NSFGE'.indexOf(one.kind) - 'NSFGE'.indexOf(other.kind);
        if (kinds !== 0) return kinds;
        const heavier = other.base + other.head - (one.base + one.head);
        if (Math.abs(heavier) > 1e-11) return heavier;
        return orderOf(one) < orderOf(other) ? -1 : 1;
      });
    const best = ranked[0];
    if (best === undefined) break;
    const { kind, key, base: B, head: H, z, score } = best;
    const outsideRegion = new Set(stacks.filter((stack) => !best.has.has(stack)));
    const complement = B === 1 ? 1 : H === 1 ? 0 : mass(h, outsideRegion) / mass(b, outsideRegion);
    found.push({ kind, key, base: B, head: H, z, score, complement });
    if (best.whole) break;
    const [x, inside, outside] = H > B ? [h, B / H, 1 / complement] : [b, H / B, complement];
    for (const stack of stacks) x.set(stack, x.get(stack)! * (best.has.has(stack) ? inside : outside));
  }
  return found;
}

/** Preorder of paths is their order by frames; edges go by callee, then caller. */
function orderOf({ kind, key }: { kind: RegionKind; key: string }): string {
  return kind === 'E' ? key.split('>').reverse().join('\0') : key.split(';').join('\0');
}

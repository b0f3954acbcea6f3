import { readFileSync } from 'node:fs';
import { nodeName } from '../../../core/model/profile.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { totalsOf } from '../../../core/model/totals.ts';
import type { Column } from '../product.ts';

/** A box whose title is the user's own, without a count (`--nameattr`), and the label that it shows. */
const OWN_TITLE = /<title>([^<]*)<\/title>\s*<rect[^>]*>\s*(?:<\/rect>\s*)?<text[^>]*>([^<]*)<\/text>/g;

/** Labels of the boxes that have a title of their own: all boxes of such a function have it. */
export function ownTitled(path: string): ReadonlySet<string> {
  const found = readFileSync(path, 'utf8').matchAll(OWN_TITLE);
  return new Set([...found].filter(([, title]) => !title?.endsWith('%)')).map(([, , label]) => label ?? ''));
}

export interface TitledSelf {
  readonly byName: ReadonlyMap<string, number>;
  readonly stacks: number;
  readonly sum: number;
}

/**
 * Self values as the facts have them, which know no boxes with titles of their own: what stands under one has no caller,
 * and its count stays with its caller.
 */
export function titledSelf({ profile, valueType }: Column, path: string, rootName: string): TitledSelf {
  const titled = ownTitled(path);
  const { parent } = profile.nodes;
  const self = totalsOf(parent, profile.values[valueType] ?? new Float64Array());
  const totals = Float64Array.from(self);
  const isKept = (node: number) => node === 0 || !titled.has(nodeName(profile, node));
  for (let node = 1; node < totals.length; node++) {
    const caller = parent[node] ?? 0;
    if (isKept(node)) self[caller] = (self[caller] ?? 0) - (totals[node] ?? 0);
  }
  const byName = new Map<string, number>();
  let [stacks, sum] = [0, 0];
  for (const [node, own] of self.entries()) {
    if (own === 0 || !isKept(node)) continue;
    const name = node === 0 ? rootName : nodeName(profile, node);
    byName.set(name, (byName.get(name) ?? 0) + own);
    stacks++;
    sum += own;
  }
  return { byName, stacks, sum };
}

/**
 * A label that was cut to fit (`c..`) stands for the only name of the input that begins so. The full name is nowhere in
 * the drawing, which is said when it is read.
 */
export function withFullNames(drawn: Profile, input: Profile, path: string): Profile {
  const cut = new Set([...ownTitled(path)].filter((label) => label.endsWith('..')));
  const full = (label: string) => {
    const names = new Set(input.strings.filter((name) => name.startsWith(label.slice(0, -2))));
    return names.size === 1 ? ([...names][0] ?? label) : label;
  };
  return { ...drawn, strings: drawn.strings.map((name) => (cut.has(name) ? full(name) : name)) };
}

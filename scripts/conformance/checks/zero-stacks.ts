import { readFileSync } from 'node:fs';

/** Number of distinct stacks of a folded text file whose counts are all 0. */
export function zeroStacks(path: string): number {
  const zero = new Set<string>();
  const counted = new Set<string>();
  for (const line of readFileSync(path, 'utf8').split(/\r?\n/)) {
    const cut = line.lastIndexOf(' ');
    const count = Number(line.slice(cut + 1));
    if (cut < 0 || line.endsWith(' ') || Number.isNaN(count)) continue;
    (count === 0 ? zero : counted).add(line.slice(0, cut).trimEnd());
  }
  return [...zero].filter((stack) => !counted.has(stack)).length;
}

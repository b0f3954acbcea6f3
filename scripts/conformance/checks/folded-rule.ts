/** How the facts of folded files were counted: by line, as flamegraph.pl reads them, and not as a profile is. */
import { readFileSync } from 'node:fs';

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8').split(/\r?\n/);
}

/** Number of distinct stacks of a folded text file whose counts are all 0. */
export function zeroStacks(path: string): number {
  const zero = new Set<string>();
  const counted = new Set<string>();
  for (const line of linesOf(path)) {
    const cut = line.lastIndexOf(' ');
    const count = Number(line.slice(cut + 1));
    if (cut < 0 || line.endsWith(' ') || Number.isNaN(count)) continue;
    (count === 0 ? zero : counted).add(line.slice(0, cut).trimEnd());
  }
  return [...zero].filter((stack) => !counted.has(stack)).length;
}

export interface Comments {
  /** Those that end in a number, which the facts took for stacks: text before the number -> number. */
  readonly counted: ReadonlyMap<string, number>;
  /** Sum of these numbers. */
  readonly total: number;
  /** Number of the others, which the facts took for lines that could not be read. */
  readonly unparsed: number;
}

export const NO_COMMENTS: Comments = { counted: new Map(), total: 0, unparsed: 0 };

/** flamegraph.pl knows no comments. Here a `#` with a blank after it begins one (case 09-folded-frame-shapes). */
export function commentsIn(path: string): Comments {
  const counted = new Map<string, number>();
  let unparsed = 0;
  for (const line of linesOf(path)) {
    if (!/^#(\s|$)/.test(line)) continue;
    const found = /^(.*)\s+(\d+(?:\.\d*)?)$/.exec(line);
    if (found === null) unparsed++;
    else counted.set(found[1] ?? '', (counted.get(found[1] ?? '') ?? 0) + Number(found[2]));
  }
  return { counted, total: [...counted.values()].reduce((sum, count) => sum + count, 0), unparsed };
}

/** The facts have names with their blanks; names are trimmed, and blank ones are unknown (case 09-folded-frame-shapes). */
export function asRead(name: string): string {
  if (name === '') return name;
  return name.trim() === '' ? '[unknown]' : name.trim();
}

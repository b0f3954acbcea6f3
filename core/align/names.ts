/** Suffixes that compilers give to clones of one function (DIFF-SPEC 6), each with optional numbers: `.isra.0.cold`. */
const CLONES: ReadonlySet<string> = new Set(['isra', 'constprop', 'part', 'cold', 'lto_priv', 'llvm']);
/** Words of a name: runs of capitals, words in lower case with their capital, numbers; split at `_`, `::`, case and digits. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
/** Longer names (templates) are compared by their beginning. */
const LONGEST = 2000;

/** What of a name is compared. Made once a name. */
export interface NameShape {
  /** Without the suffix of a clone. */
  readonly plain: string;
  readonly words: Bag;
  /** Runs of three characters of the words, joined by `_`. */
  readonly trigrams: Bag;
}

interface Bag {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

export function nameShape(name: string): NameShape {
  const plain = withoutCloneSuffix(name);
  const words = [...plain.slice(0, LONGEST).matchAll(WORD)].map(([word]) => word.toLowerCase());
  const joined = words.join('_');
  const trigrams = Array.from({ length: Math.max(0, joined.length - 2) }, (_, i) => joined.slice(i, i + 3));
  return { plain, words: bagOf(words), trigrams: bagOf(trigrams) };
}

/** 0..1: the larger Dice coefficient of words and of trigrams; 1 for clones of one function. */
export function nameSimilarity(a: NameShape, b: NameShape): number {
  return a.plain === b.plain ? 1 : Math.max(dice(a.words, b.words), dice(a.trigrams, b.trigrams));
}

/** Cut from the end by hand: a pattern with nested repetition would be slow on hostile names. */
export function withoutCloneSuffix(name: string): string {
  const bracket = name.endsWith(']') ? name.lastIndexOf('[clone') : -1;
  if (bracket >= 0 && name.indexOf(']', bracket) === name.length - 1) return name.slice(0, bracket).trimEnd();
  let kept = name.length;
  let end = name.length;
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', end - 1)) {
    const part = name.slice(dot + 1, end);
    if (CLONES.has(part)) kept = dot;
    else if (!/^\d+$/.test(part)) break;
    end = dot;
  }
  return name.slice(0, kept);
}

function bagOf(items: readonly string[]): Bag {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return { counts, size: items.length };
}

function dice(a: Bag, b: Bag): number {
  if (a.size + b.size === 0) return 0;
  let both = 0;
  for (const [item, count] of a.counts) both += Math.min(count, b.counts.get(item) ?? 0);
  return (2 * both) / (a.size + b.size);
}

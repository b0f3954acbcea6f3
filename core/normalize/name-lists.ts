/** Shorter beginnings are not for an index by the first characters. */
export const KEY_LENGTH = 3;
const NONE: readonly string[] = [];

/** An entry of a list: a whole name, or how names begin. */
interface Entry {
  readonly text: string;
  /** Whether `text` is the whole name, not only its beginning. */
  readonly whole: boolean;
}

/** Whole names and `beginnings*`, looked up by their first characters: the time does not grow with the list. */
export class NameList {
  readonly #entries = new Map<number, Entry[]>();
  /** Beginnings that are too short for the lookup. */
  readonly #short: string[] = [];

  constructor(names: readonly string[]) {
    for (const name of names) {
      const entry = entryOf(name);
      if (!entry.whole && entry.text.length < KEY_LENGTH) this.#short.push(entry.text);
      else push(this.#entries, entry);
    }
  }

  has(name: string): boolean {
    const entries = this.#entries.get(keyOf(name));
    if (entries !== undefined) for (const entry of entries) if (isIn(name, entry)) return true;
    for (const text of this.#short) if (name.startsWith(text)) return true;
    return false;
  }
}

/** All tag rules that are lists of names, in one lookup. A name has the tags of every match. */
export class TagIndex {
  readonly #entries = new Map<number, (Entry & { readonly tags: readonly [string] })[]>();

  /** `names`: whole names, or beginnings of at least KEY_LENGTH characters with a `*` at the end. */
  add(names: readonly string[], tag: string): void {
    for (const name of names) push(this.#entries, { ...entryOf(name), tags: [tag] });
  }

  /** Tags of `name`, sorted, each once. */
  of(name: string): readonly string[] {
    const entries = this.#entries.get(keyOf(name));
    if (entries === undefined) return NONE;
    let tags: readonly string[] = NONE;
    for (const entry of entries) {
      if (isIn(name, entry)) tags = tags.length === 0 ? entry.tags : [...tags, ...entry.tags];
    }
    return tags.length < 2 ? tags : [...new Set(tags)].sort();
  }
}

function entryOf(name: string): Entry {
  const whole = !name.endsWith('*');
  return { text: whole ? name : name.slice(0, -1), whole };
}

function isIn(name: string, { text, whole }: Entry): boolean {
  return whole ? name === text : name.startsWith(text);
}

/** The first three characters as one number. Few names of other alphabets share one, which costs a comparison. */
function keyOf(name: string): number {
  return (name.charCodeAt(0) << 16) ^ (name.charCodeAt(1) << 8) ^ name.charCodeAt(2);
}

function push<T extends Entry>(lists: Map<number, T[]>, entry: T): void {
  const key = keyOf(entry.text);
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [entry]);
  else list.push(entry);
}

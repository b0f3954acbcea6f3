/** Beginnings shorter than this are not for the index. */
export const TAG_KEY_LENGTH = 3;
const NONE: readonly string[] = [];

/** All tag rules that are lists of names, in one lookup by the first characters. A name has the tags of every match. */
export class TagIndex {
  readonly #whole = new Map<string, string[]>();
  readonly #beginnings = new Map<string, { readonly beginning: string; readonly tag: string }[]>();

  /** `names`: whole names, or beginnings of at least three characters with a `*` at the end. */
  add(names: readonly string[], tag: string): void {
    for (const name of names) {
      if (name.endsWith('*')) {
        const beginning = name.slice(0, -1);
        push(this.#beginnings, beginning.slice(0, TAG_KEY_LENGTH), { beginning, tag });
      } else push(this.#whole, name, tag);
    }
  }

  /** Tags of `name`, sorted, each once. */
  of(name: string): readonly string[] {
    const whole = this.#whole.get(name);
    const candidates = this.#beginnings.get(name.slice(0, TAG_KEY_LENGTH));
    let tags: string[] | null = whole === undefined ? null : [...whole];
    if (candidates !== undefined) {
      for (const { beginning, tag } of candidates) if (name.startsWith(beginning)) (tags ??= []).push(tag);
    }
    if (tags === null) return NONE;
    return tags.length === 1 ? tags : [...new Set(tags)].sort();
  }
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

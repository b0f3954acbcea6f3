import { RE2JS } from 're2js';
import { requiredBy } from './prefilter.ts';
import type { Required } from './prefilter.ts';

/** A compiled search in names, behind one face for both engines. */
export interface Pattern {
  readonly required: Required;
  /** Whether it occurs in `name`. */
  readonly test: (name: string) => boolean;
  /** `name` with its first (or every) match replaced; `$1` in `by` is a group. */
  readonly replace: (name: string, by: string, all: boolean) => string;
  /** Text of a group of the first match, or null. */
  readonly group: (name: string, group: number) => string | null;
}

/** Built-in patterns are RegExp: a test proves that none of them can take more than linear time. */
export function builtInPattern(source: string): Pattern {
  const first = new RegExp(source);
  const every = new RegExp(source, 'g');
  return {
    required: requiredBy(source),
    test: (name) => first.test(name),
    replace: (name, by, all) => name.replace(all ? every : first, by),
    group: (name, group) => first.exec(name)?.[group] ?? null,
  };
}

/** Patterns from users run in an engine that is linear for every pattern (RE2). Throws on bad syntax. */
export function userPattern(source: string): Pattern {
  const compiled = RE2JS.compile(source);
  return {
    required: { prefix: '', literal: '', marks: 0 },
    test: (name) => compiled.matcher(name).find(),
    replace: (name, by, all) => {
      const matcher = compiled.matcher(name);
      return all ? matcher.replaceAll(by) : matcher.replaceFirst(by);
    },
    group: (name, group) => {
      const matcher = compiled.matcher(name);
      return matcher.find() ? matcher.group(group) : null;
    },
  };
}

/** Whole names and `beginnings*`, looked up by their first characters: the time does not grow with the list. */
export class NameList {
  readonly #whole = new Set<string>();
  readonly #beginnings = new Map<string, string[]>();
  readonly #short: string[] = [];

  constructor(names: readonly string[]) {
    for (const name of names) {
      if (!name.endsWith('*')) this.#whole.add(name);
      else if (name.length - 1 < KEY_LENGTH) this.#short.push(name.slice(0, -1));
      else {
        const key = name.slice(0, KEY_LENGTH);
        this.#beginnings.set(key, [...(this.#beginnings.get(key) ?? []), name.slice(0, -1)]);
      }
    }
  }

  has(name: string): boolean {
    if (this.#whole.has(name)) return true;
    if (this.#beginnings.get(name.slice(0, KEY_LENGTH))?.some((beginning) => name.startsWith(beginning))) return true;
    return this.#short.some((beginning) => name.startsWith(beginning));
  }
}

const KEY_LENGTH = 3;

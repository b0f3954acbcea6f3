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
    required: { prefix: '', first: '', literal: '', marks: 0 },
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

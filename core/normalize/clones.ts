import { isWordAt } from './cpp-operators.ts';

/** Parts that compilers and linkers put behind a symbol when they split, copy or rename a function. */
const CLONES: ReadonlySet<string> = new Set([
  'isra',
  'constprop',
  'part',
  'cold',
  'hot',
  'lto_priv',
  'llvm',
  'localalias',
  '__uniq',
]);

/**
 * Where the clone suffixes of `name` begin: `.isra.0`, `.constprop.0.isra.0`, `.cold`, `.llvm.123`, ` [clone .cold]`,
 * ` (.cold)`, `@plt`, `@@GLIBC_2.14`, in any order. `name.length` when there is none. Read from the end, so the time is
 * linear; only the known words are cut (`app.partial` and `set_part` are functions).
 */
export function cloneSuffixStart(name: string): number {
  let end = name.length;
  const hasVersion = name.includes('@');
  if (!hasVersion && !name.includes('.')) return end;
  for (;;) {
    const start = lastSuffix(name, end, hasVersion);
    if (start <= 0) break;
    end = start;
  }
  // What is left must be a symbol: `Foo.part` of Java or `a b.cold` of a script is a name.
  if (end < name.length && name[end] === '.' && !isSymbol(name.slice(0, end))) return name.length;
  return end;
}

/** Versions such as `GLIBC_2.14` are short; the bound keeps many suffixes from being read over and over. */
const LONGEST_VERSION = 64;

/** Start of the suffix that ends at `end`, or -1. */
function lastSuffix(name: string, end: number, hasVersion: boolean): number {
  const last = name[end - 1];
  if (last === ']' || last === ')') {
    const opening = last === ']' ? ' [clone .' : ' (.';
    const start = name.lastIndexOf(opening, end - opening.length - 1);
    return start > 0 && isCloneWords(name.slice(start + opening.length, end - 1)) ? start : -1;
  }
  if (hasVersion) {
    const at = versionStart(name, end);
    if (at !== null) return at;
  }
  const dot = name.lastIndexOf('.', end - 1);
  if (dot <= 0) return -1;
  const word = name.slice(dot + 1, end);
  if (CLONES.has(word)) return dot;
  if (!/^\d+$/.test(word)) return -1;
  const before = name.lastIndexOf('.', dot - 1);
  return before > 0 && CLONES.has(name.slice(before + 1, dot)) ? before : -1;
}

/** `constprop.0.isra.1` in brackets. `_omp_fn.0` is code of its own, `avx2` one of several functions of that name. */
function isCloneWords(text: string): boolean {
  const words = text.split('.');
  return CLONES.has(words[0]!) && words.every((word) => CLONES.has(word) || /^\d+$/.test(word));
}

/** Start of the `@plt` or `@@GLIBC_2.14` that ends at `end`, -1 when what follows the `@` is none, null without one. */
function versionStart(name: string, end: number): number | null {
  let start = end;
  const farthest = Math.max(0, end - LONGEST_VERSION);
  while (start > farthest && (name[start - 1] === '.' || isWordAt(name, start - 1))) start--;
  if (name[start - 1] !== '@') return null;
  const version = name.slice(start, end);
  const at = name[start - 2] === '@' ? start - 2 : start - 1;
  if (version === 'plt' || /^(?:[A-Z]|lib)[\w.]*_?\d[\w.]*$/.test(version)) return at;
  return at > 0 && !version.includes('.') ? -1 : null;
}

function isSymbol(base: string): boolean {
  return (
    /^_{1,3}[ZR]/.test(base) || base.includes('::') || base.includes('(') || /^(?:[\w.+-]+`)?[\w$<>,~]+$/.test(base)
  );
}

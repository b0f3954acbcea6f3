import { isWordAt, operatorAt } from './cpp-operators.ts';
import { canonicalArgument } from './cpp-templates.ts';

/**
 * `int page_cur_dtuple_cmp<false>(dtuple_t const&, unsigned char const*) const` → `page_cur_dtuple_cmp<false>`.
 *
 * Drops argument lists and what qualifies them, and the return type that goes with templates. Arguments of an enclosing
 * function go too (`run()::{lambda(int)#1}::operator()(int) const` → `run::{lambda(int)#1}::operator()`); those inside
 * template arguments and lambda names stay, they tell functions apart. A list that a tool cut at its first space
 * (`mysqld_main(int,`) counts as one. Where anything looks unlike C++ (`main (app.py:12)`, `(*Client).Do`) the name is
 * given back as it is.
 */
export function stripCppSignature(name: string): string {
  return rewritten(name, false);
}

/**
 * The same with argument lists and qualifiers, in one spelling: `int f<false>(long unsigned int, const char *) const` →
 * `f<false>(unsigned long, char const*) const`. For names that several functions of a profile have.
 */
export function spellCppSignature(name: string): string {
  return rewritten(name, true);
}

function rewritten(name: string, keeps: boolean): string {
  if (!name.includes('(')) return name;
  const hasOperator = name.includes('operator');
  let out = '';
  /** Like `out`, with the argument lists. */
  let whole = '';
  let copied = 0;
  let depth = 0;
  let space = -1;
  let lists = 0;
  let conversion = false;
  let at = 0;
  while (at < name.length) {
    if (MEANING[name.charCodeAt(at)] !== 1) {
      at++;
      continue;
    }
    const char = name[at]!;
    if (char === 'o') {
      const operator = hasOperator ? operatorAt(name, at) : null;
      if (operator !== null) {
        conversion ||= operator.conversion && depth === 0;
        at = operator.end;
        // `operator<< <int>` has a space so that it is no `<<<`.
        if (name.startsWith(' <', at)) at++;
        // The list after `operator()` is next; it follows a symbol, not a word.
        if (depth > 0 || name[at] !== '(') continue;
      } else {
        at++;
        continue;
      }
    } else if (char === '<') {
      depth++;
      at++;
      continue;
    } else if (char === '>') {
      if (name[at - 1] !== '-' && --depth < 0) return name;
      at++;
      continue;
    } else if (depth > 0) {
      at++;
      continue;
    } else if (char === '{' || char === '[') {
      const end = closing(name, at);
      if (end < 0) return name;
      at = end;
      continue;
    } else if (char === ' ') {
      if (lists === 0 && !conversion) space = at;
      at++;
      continue;
    } else if (char !== '(') {
      at++;
      continue;
    }
    if (name.startsWith('(anonymous', at) || name.startsWith('(unnamed', at)) {
      const end = closing(name, at);
      if (end < 0) return name;
      at = end;
      continue;
    }
    const list = argumentList(name, at);
    if (list === null) return name;
    out += name.slice(copied, at);
    if (keeps) whole += name.slice(copied, at) + spelledList(name.slice(at, list));
    at = list;
    copied = list;
    lists++;
    conversion = false;
    if (at < name.length && !name.startsWith('::', at) && !name.startsWith(' [clone ', at)) return name;
  }
  if (lists === 0 || depth !== 0) return name;
  out += name.slice(copied);
  const made = keeps ? whole + name.slice(copied) : out;
  return space > 0 && isReturnType(name.slice(0, space), out.slice(space + 1)) ? made.slice(space + 1) : made;
}

/** `(long unsigned int, const char *) const` → `(unsigned long, char const*) const`. A list that was cut stays. */
function spelledList(list: string): string {
  const end = closing(list, 0);
  if (end < 0) return list;
  const types: string[] = [];
  let [depth, from] = [0, 1];
  for (let at = 1; at < end - 1; at++) {
    const char = list[at]!;
    if ('(<[{'.includes(char)) depth++;
    else if (')]}'.includes(char) || (char === '>' && list[at - 1] !== '-')) depth--;
    else if (char === ',' && depth === 0) {
      types.push(canonicalArgument(list.slice(from, at)));
      from = at + 1;
    }
  }
  types.push(canonicalArgument(list.slice(from, end - 1)));
  return `(${types.length === 1 && types[0] === 'void' ? '' : types.join(', ')})${list.slice(end)}`;
}

/** 1 for characters that mean something outside of words: all others are passed over. */
const MEANING = Uint8Array.from({ length: 128 }, (_, code) => ('o<>{[ ('.includes(String.fromCharCode(code)) ? 1 : 0));

/** One past the list that opens at `open` with its qualifiers, or null when it is no list of C++ arguments. */
function argumentList(name: string, open: number): number | null {
  const before = name[open - 1] ?? '';
  const follows = isWordAt(name, open - 1) || '>]})'.includes(before) || endsOperator(name, open);
  if (open === 0 || before === '' || !follows) return null;
  const end = closing(name, open);
  const inside = name.slice(open + 1, end < 0 ? name.length : end - 1);
  // `database.py:close(1)` counts something; types are words.
  if (hasLoneColon(inside) || /^\d+$/.test(inside)) return null;
  if (end < 0) return inside.includes(' ') ? null : name.length;
  if (name[end] !== ' ') return end;
  return /^(?: const| volatile| noexcept| &&?)*/.exec(name.slice(end, end + 32))![0].length + end;
}

function endsOperator(name: string, end: number): boolean {
  const start = name.lastIndexOf('operator', end - 1);
  return start >= 0 && operatorAt(name, start)?.end === end;
}

/** `app.py:12` and Swift's `label:` have a colon that is not part of `::`. */
function hasLoneColon(text: string): boolean {
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at)) {
    if (text[at + 1] !== ':') return true;
    at += 2;
  }
  return false;
}

/** One past the bracket that closes the one at `open`, or -1. All kinds of brackets but `<>` nest. */
function closing(name: string, open: number): number {
  let depth = 0;
  for (let at = open; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code === 0x28 || code === 0x5b || code === 0x7b) depth++;
    else if ((code === 0x29 || code === 0x5d || code === 0x7d) && --depth === 0) return at + 1;
  }
  return -1;
}

const PLAIN_TYPE =
  /^(?:(?:static|virtual|const|unsigned|signed|void|bool|char|short|int|long|float|double|ulint|dberr_t)[ *&]*)+$/;

/** Only templates carry a return type when demangled; other tools print one of the plain types. */
function isReturnType(head: string, rest: string): boolean {
  if (/ (?:to|for|in)$|#|^(?:non-virtual|virtual|vtable|typeinfo|guard|closure|block|initializer)\b/.test(head))
    return false;
  return rest.includes('<') || PLAIN_TYPE.test(head);
}

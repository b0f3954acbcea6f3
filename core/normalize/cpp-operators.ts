/** Spellings of C++ operators, longest first, so that `operator<<` is never read as `operator<` and a template. */
const SYMBOLS =
  '<=> <<= >>= ->* () [] << >> <= >= -> && || ++ -- == != += -= *= /= %= ^= &= |= + - * / % ^ & | ~ ! = < > ,'.split(
    ' ',
  );

export interface OperatorToken {
  /** One past the token. */
  readonly end: number;
  /** `operator bool`: a type follows, up to the argument list; its spaces part nothing. */
  readonly conversion: boolean;
}

/** The operator name that begins at `at` of `name`, or null. */
export function operatorAt(name: string, at: number): OperatorToken | null {
  if (!name.startsWith('operator', at) || isWordAt(name, at - 1)) return null;
  const after = at + 'operator'.length;
  if (isWordAt(name, after)) return null;
  if (name.startsWith(' new', after) || name.startsWith(' delete', after)) {
    const end = after + (name.startsWith(' new', after) ? 4 : 7);
    if (!isWordAt(name, end)) return { end: name.startsWith('[]', end) ? end + 2 : end, conversion: false };
  }
  const start = name[after] === ' ' && !isWordAt(name, after + 1) ? after + 1 : after;
  if (name.startsWith('""', start)) return { end: start + 2, conversion: true };
  const symbol = SYMBOLS.find((one) => name.startsWith(one, start));
  if (symbol !== undefined) return { end: start + symbol.length, conversion: false };
  return name[after] === ' ' ? { end: after + 1, conversion: true } : null;
}

/** Whether the character at `at` can be part of an identifier. */
export function isWordAt(name: string, at: number): boolean {
  const code = name.charCodeAt(at);
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}

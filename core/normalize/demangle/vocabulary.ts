/** Operators by their two letters: spelling and number of operands as an expression. */
export const OPERATORS: ReadonlyMap<string, { readonly symbol: string; readonly operands: 1 | 2 }> = new Map(
  (
    [
      [2, 'aN &=, aS =, aa &&, an &, cm ,, dV /=, dv /, eO ^=, eo ^, eq ==, ge >=, gt >, lS <<=, le <=, ls <<, lt <'],
      [2, 'mI -=, mL *=, mi -, ml *, ne !=, oR |=, oo ||, or |, pL +=, pl +, pm ->*, ds .*, rM %=, rS >>=, rm %'],
      [2, 'rs >>, ss <=>, ix [], cl (), pt ->'],
      [1, 'ad &, co ~, de *, mm --, ng -, nt !, pp ++, ps +, nw new, na new[], dl delete, da delete[], aw co_await'],
    ] as const
  ).flatMap(([operands, list]) =>
    list.split(', ').map((entry) => [entry.slice(0, 2), { symbol: entry.slice(3), operands }] as const),
  ),
);

/** Builtin types by their letter. */
export const BUILTINS: ReadonlyMap<string, string> = new Map([
  ['a', 'signed char'],
  ['b', 'bool'],
  ['c', 'char'],
  ['d', 'double'],
  ['e', 'long double'],
  ['f', 'float'],
  ['g', '__float128'],
  ['h', 'unsigned char'],
  ['i', 'int'],
  ['j', 'unsigned int'],
  ['l', 'long'],
  ['m', 'unsigned long'],
  ['n', '__int128'],
  ['o', 'unsigned __int128'],
  ['s', 'short'],
  ['t', 'unsigned short'],
  ['v', 'void'],
  ['w', 'wchar_t'],
  ['x', 'long long'],
  ['y', 'unsigned long long'],
  ['z', '...'],
]);

/** Builtin types by the letter that follows a `D`. */
export const D_BUILTINS: ReadonlyMap<string, string> = new Map([
  ['a', 'auto'],
  ['c', 'decltype(auto)'],
  ['d', 'decimal64'],
  ['e', 'decimal128'],
  ['f', 'decimal32'],
  ['h', 'half'],
  ['i', 'char32_t'],
  ['n', 'decltype(nullptr)'],
  ['s', 'char16_t'],
  ['u', 'char8_t'],
]);

/** Abbreviations of the standard library: short form, and the class and arguments written before its constructors. */
export const STANDARD: ReadonlyMap<
  string,
  { readonly short: string; readonly own: string; readonly args: readonly string[] }
> = new Map([
  ['a', { short: 'std::allocator', own: 'allocator', args: [] }],
  ['b', { short: 'std::basic_string', own: 'basic_string', args: [] }],
  [
    's',
    { short: 'std::string', own: 'basic_string', args: ['char', 'std::char_traits<char>', 'std::allocator<char>'] },
  ],
  ['i', { short: 'std::istream', own: 'basic_istream', args: ['char', 'std::char_traits<char>'] }],
  ['o', { short: 'std::ostream', own: 'basic_ostream', args: ['char', 'std::char_traits<char>'] }],
  ['d', { short: 'std::iostream', own: 'basic_iostream', args: ['char', 'std::char_traits<char>'] }],
]);

/** Suffixes of literal numbers by the letter of their type; other types are written as casts. */
export const LITERAL_SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['i', ''],
  ['j', 'u'],
  ['l', 'l'],
  ['m', 'ul'],
  ['x', 'll'],
  ['y', 'ull'],
]);

/** What stands before the name or type of a special symbol, by what follows the `T`. */
export const SPECIAL_TYPES: ReadonlyMap<string, string> = new Map([
  ['V', 'vtable for '],
  ['T', 'VTT for '],
  ['I', 'typeinfo for '],
  ['S', 'typeinfo name for '],
  ['F', 'typeinfo fn for '],
  ['J', 'java Class for '],
]);

import { isWordAt, operatorAt } from './cpp-operators.ts';

interface OpenList {
  /** Everything before the `<`. */
  readonly prefix: string;
  /** `<init>`, `<T as Trait>`, `::<T>` follow no name: they are not template arguments of C++. */
  readonly followsName: boolean;
  /** Name of the template when it is one whose arguments have defaults. */
  readonly withDefaults: string | null;
  readonly args: string[];
  /** Brackets open inside the list: a comma within them parts nothing. */
  brackets: number;
}

/** Each level reads its arguments again, so the depth is bounded: real names stay far below. */
const DEEPEST = 256;

/**
 * One spelling for template arguments: `vector<int, std::allocator<int> >` → `vector<int>`, `<(bool)1>` → `<true>`,
 * `<long unsigned int>` → `<unsigned long>`, `<const char *>` → `<char const*>`. With `erase`, `name<...>` for all.
 * A name whose brackets do not match or nest too deep is given back as it is. One pass with a stack of its own; what it
 * gives, it gives back when asked again.
 */
export function canonicalTemplates(name: string, erase: boolean): string {
  if (!name.includes('<')) return name;
  const hasOperator = name.includes('operator');
  const hasStandard = name.includes('std::');
  const open: OpenList[] = [];
  // What is being read: `current`, then the name from `from` on. `plain`: words only, so spelled in the one way.
  let current = '';
  let from = 0;
  let plain = true;
  let list: OpenList | undefined;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    switch (code < 128 ? MEANING[code] : NOT_PLAIN) {
      case AN_O: {
        const operator = hasOperator ? operatorAt(name, at) : null;
        if (operator === null) break;
        at = operator.end - 1;
        plain = false;
        break;
      }
      case LESS: {
        if (open.length === DEEPEST) return name;
        const prefix = current + name.slice(from, at);
        const followsName = isWordAt(prefix, prefix.length - 1) || /operator\S+ ?$/.test(prefix.slice(-16));
        const template = followsName && hasStandard ? lastPath(prefix) : '';
        list = { prefix, followsName, withDefaults: DEFAULTS.has(template) ? template : null, args: [], brackets: 0 };
        open.push(list);
        current = '';
        from = at + 1;
        plain = true;
        break;
      }
      case GREATER:
        if (name.charCodeAt(at - 1) === MINUS) break;
        if (list === undefined || list.brackets !== 0) return name;
        list.args.push(argumentOf(current + name.slice(from, at), plain, list));
        current = closed(list, erase);
        from = at + 1;
        plain = false;
        open.pop();
        list = open.at(-1);
        break;
      case COMMA:
        if (list === undefined || list.brackets !== 0) break;
        list.args.push(argumentOf(current + name.slice(from, at), plain, list));
        current = '';
        if (name.charCodeAt(at + 1) === SPACE) at++;
        from = at + 1;
        plain = true;
        break;
      case OPENING:
        plain = false;
        if (list !== undefined) list.brackets++;
        break;
      case CLOSING:
        if (list !== undefined) list.brackets--;
        break;
      case NOT_PLAIN:
        plain = false;
        break;
      default:
    }
  }
  return open.length === 0 ? current + name.slice(from) : name;
}

const [AN_O, LESS, GREATER, COMMA, OPENING, CLOSING, NOT_PLAIN] = [1, 2, 3, 4, 5, 6, 7];
const [MINUS, SPACE] = [0x2d, 0x20];

/** By code: what a character means here; words, digits and colons mean nothing. */
const MEANING = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  const at = ['o', '<', '>', ',', '([{', ')]}'].findIndex((chars) => chars.includes(char));
  if (at >= 0) return at + 1;
  return /[\w:]/.test(char) ? 0 : NOT_PLAIN;
});

function argumentOf(text: string, plain: boolean, { followsName }: OpenList): string {
  if (!followsName) return text.trim();
  return plain ? (TYPE_WORDS.get(text) ?? text) : canonicalArgument(text);
}

function closed({ prefix, followsName, withDefaults, args }: OpenList, erase: boolean): string {
  if (followsName && erase) return `${prefix}<...>`;
  if (withDefaults !== null) {
    const defaults = DEFAULTS.get(withDefaults)!;
    while (args.length > 1 && args.at(-1) === defaults(args.slice(0, -1))) args.pop();
    const short = args.length === 1 && args[0] === 'char' ? CHAR_NAMES.get(withDefaults) : undefined;
    if (short !== undefined) return prefix.slice(0, prefix.length - withDefaults.length) + short;
  }
  let text = args[0]!;
  for (let i = 1; i < args.length; i++) text += `, ${args[i]}`;
  return `${prefix}<${text}>`;
}

/** `a::b c::d` → `c::d`. */
function lastPath(text: string): string {
  let start = text.length;
  while (start > 0 && (isWordAt(text, start - 1) || text[start - 1] === ':')) start--;
  return text.slice(start);
}

const alloc = (of: string | undefined) => `std::allocator<${of}>`;
const pair = (args: readonly string[]) => `std::pair<${args[0]} const, ${args[1]}>`;

function sequence(args: readonly string[]): string {
  return alloc(args[0]);
}

/** Default of the argument after `args`, or null, for the templates of the standard library that have them. */
type Default = (args: readonly string[]) => string | null;

function set(...defaults: readonly ((args: readonly string[]) => string)[]): Default {
  return (args) => defaults[args.length - 1]?.(args) ?? null;
}

function map(...defaults: readonly ((args: readonly string[]) => string)[]): Default {
  return (args) => (args.length < 2 ? null : (defaults[args.length - 2]?.(args) ?? null));
}

const less = (args: readonly string[]) => `std::less<${args[0]}>`;
const hash = (args: readonly string[]) => `std::hash<${args[0]}>`;
const equal = (args: readonly string[]) => `std::equal_to<${args[0]}>`;
const pairs = (args: readonly string[]) => alloc(pair(args));
const traits = (args: readonly string[]) => `std::char_traits<${args[0]}>`;
const deque = (args: readonly string[]) => `std::deque<${args[0]}>`;

const DEFAULTS: ReadonlyMap<string, Default> = new Map([
  ...['vector', 'deque', 'list', 'forward_list'].map((name) => [`std::${name}`, set(sequence)] as const),
  ...['set', 'multiset'].map((name) => [`std::${name}`, set(less, sequence)] as const),
  ...['map', 'multimap'].map((name) => [`std::${name}`, map(less, pairs)] as const),
  ...['unordered_set', 'unordered_multiset'].map((name) => [`std::${name}`, set(hash, equal, sequence)] as const),
  ...['unordered_map', 'unordered_multimap'].map((name) => [`std::${name}`, map(hash, equal, pairs)] as const),
  ...['basic_string', 'basic_stringbuf', 'basic_stringstream', 'basic_ostringstream', 'basic_istringstream'].map(
    (name) => [`std::${name}`, set(traits, sequence)] as const,
  ),
  ...['basic_ostream', 'basic_istream', 'basic_iostream', 'basic_ios', 'basic_streambuf', 'basic_filebuf'].map(
    (name) => [`std::${name}`, set(traits)] as const,
  ),
  ...['basic_ofstream', 'basic_ifstream', 'basic_fstream', 'basic_string_view'].map(
    (name) => [`std::${name}`, set(traits)] as const,
  ),
  ...['queue', 'stack'].map((name) => [`std::${name}`, set(deque)] as const),
  ['std::priority_queue', set((args) => `std::vector<${args[0]}>`, less)],
  ['std::unique_ptr', set((args) => `std::default_delete<${args[0]}>`)],
]);

/** `std::basic_string<char>` is `std::string`, which is how its short form is demangled. */
const CHAR_NAMES: ReadonlyMap<string, string> = new Map(
  [...DEFAULTS.keys()].filter((name) => name.includes('::basic_')).map((name) => [name, name.replace('basic_', '')]),
);

const NUMBER_SUFFIX: ReadonlyMap<string, string> = new Map([
  ['int', ''],
  ['unsigned int', 'u'],
  ['long', 'l'],
  ['unsigned long', 'ul'],
  ['long long', 'll'],
  ['unsigned long long', 'ull'],
]);

/** Orders in which compilers and debug information put the words of one type. */
const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['long long unsigned int', 'unsigned long long'],
  ['long unsigned int', 'unsigned long'],
  ['unsigned long int', 'unsigned long'],
  ['short unsigned int', 'unsigned short'],
  ['long long int', 'long long'],
  ['long int', 'long'],
  ['short int', 'short'],
  ['ulint', 'unsigned long'],
]);

/** One spelling for a type or value: `const char *` → `char const*`, `long unsigned int` → `unsigned long`. */
export function canonicalArgument(argument: string): string {
  const text = argument.trim();
  if (text.startsWith('(')) {
    if (text === '(bool)1') return 'true';
    if (text === '(bool)0') return 'false';
    const cast = /^\(([a-z ]+)\)(-?\d+)$/.exec(text);
    if (cast !== null) {
      const suffix = NUMBER_SUFFIX.get(TYPE_WORDS.get(cast[1]!) ?? cast[1]!);
      return suffix === undefined ? text : cast[2]! + suffix;
    }
  }
  let end = text.length;
  while (end > 0 && end > text.length - 16 && '*& '.includes(text[end - 1]!)) end--;
  const pointers = end === text.length ? '' : text.slice(end).replaceAll(' ', '');
  let type = text.slice(0, end);
  const isConst = type.startsWith('const ') || type.endsWith(' const');
  if (isConst) type = (type.startsWith('const ') ? type.slice(6) : type.slice(0, -6)).trim();
  // Constness within (`char const* const`, function types) is left as it is spelled.
  if (isConst && (/[*&()]|\bconst\b/.test(type) || type === '')) return text;
  return `${TYPE_WORDS.get(type) ?? type}${isConst ? ' const' : ''}${pointers}`;
}

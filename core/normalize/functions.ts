import { cloneSuffixStart } from './clones.ts';
import { spellCppSignature, stripCppSignature } from './cpp-signature.ts';
import { canonicalTemplates } from './cpp-templates.ts';
import { demangle } from './demangle/demangle.ts';

export interface NameContext {
  readonly module: string | null;
}

/** A step that brackets or balance make too hard for a regular expression. Gives the name itself when nothing applies. */
export interface NameFunction {
  readonly what: string;
  /** Every name that the function can change holds one of these texts; empty: look at every name. */
  readonly needs: readonly string[];
  /** Name of the function that runs in its place where argument lists are kept. */
  readonly keeping?: string;
  /** Whether it gives back what it has made. */
  readonly settles: boolean;
  readonly run: (name: string, context: NameContext) => string;
}

/** The functions that rules may name with `fn:`. */
export const NAME_FUNCTIONS: ReadonlyMap<string, NameFunction> = new Map<string, NameFunction>([
  [
    'unknown-frame',
    {
      what: 'addresses, `??` and `[unknown]` become `[module]`, or `[unknown]` where the module is not known',
      needs: [],
      settles: false,
      run: (name, { module }) => (isUnnamed(name) ? moduleFrame(module) : name),
    },
  ],
  [
    'demangle',
    {
      what: 'Itanium C++ and Rust symbols in readable form; clone suffixes follow as `[clone .cold]`',
      needs: ['_Z', '_R'],
      settles: false,
      run: demangled,
    },
  ],
  [
    'strip-clone-suffix',
    {
      what: '`.isra.0 .constprop.1 .part.2 .cold .lto_priv.3 .llvm.4 [clone …] @plt @@GLIBC_2.14`, in any order',
      needs: ['.', '@'],
      settles: false,
      run: (name) => name.slice(0, cloneSuffixStart(name)),
    },
  ],
  [
    'strip-cpp-arguments',
    {
      what: 'argument lists, their qualifiers, and return types of templates',
      needs: ['('],
      settles: false,
      keeping: 'spell-cpp-arguments',
      run: stripCppSignature,
    },
  ],
  [
    'spell-cpp-arguments',
    {
      what: 'one spelling for argument lists, without return types of templates',
      needs: ['('],
      settles: false,
      run: spellCppSignature,
    },
  ],
  [
    'canonical-templates',
    {
      what: 'one spelling for template arguments, without those that are the default',
      needs: ['<'],
      settles: true,
      run: (name) => canonicalTemplates(name, false),
    },
  ],
  [
    'erase-templates',
    {
      what: 'template arguments become `<...>`',
      needs: ['<'],
      settles: true,
      run: (name) => canonicalTemplates(name, true),
    },
  ],
  [
    'rust-escapes',
    {
      what: '`$LT$ $GT$ $u20$ ..` of legacy Rust symbols become characters',
      needs: ['$'],
      settles: false,
      run: rustEscapes,
    },
  ],
  [
    'go-shapes',
    {
      what: '`[go.shape.int]` becomes `[...]`, as older runtimes print it',
      needs: ['[go.shape.'],
      settles: false,
      run: goShapes,
    },
  ],
]);

/** A frame without a function name: `[unknown]`, `??`, an address. */
export function isUnnamed(name: string): boolean {
  const first = name.charCodeAt(0);
  // '[', '?', '0', a hex digit or nothing: everything else has a name.
  if (first === 91) return name === '[unknown]';
  if (first === 63) return name === '??';
  if (first === 48 && (name[1] === 'x' || name[1] === 'X')) return /^0[xX][0-9a-fA-F]+$/.test(name);
  if (first >= 48 && first <= 57) return isBareAddress(name);
  return Number.isNaN(first) || (first >= 97 && first <= 102 && isBareAddress(name));
}

/** Eight to sixteen hex digits with a decimal one among them: `deadbeef` may be a function. */
function isBareAddress(name: string): boolean {
  return name.length >= 8 && name.length <= 16 && /^[0-9a-f]+$/.test(name) && /\d/.test(name);
}

function moduleFrame(module: string | null): string {
  if (module === null || module === '') return '[unknown]';
  const base = module.slice(module.lastIndexOf('/') + 1);
  return base.startsWith('[') ? base : `[${base === '' ? 'unknown' : base}]`;
}

function demangled(name: string): string {
  const start = symbolStart(name);
  if (start < 0) return name;
  const cut = cloneSuffixStart(name);
  const readable = demangle(name.slice(start, cut));
  if (readable === null) return name;
  const suffix = name.slice(cut);
  const plain = suffix === '' || suffix.startsWith('@') || suffix.startsWith(' ');
  return name.slice(0, start) + readable + (plain ? suffix : ` [clone ${suffix}]`);
}

/** Where a mangled symbol begins: at once, or behind a module and a backtick; -1: there is none. */
function symbolStart(name: string): number {
  const start = name.indexOf('`') + 1;
  if (start > 0 && isMangledAt(name, start) && /^[\w.+-]+`$/.test(name.slice(0, start))) return start;
  return isMangledAt(name, 0) ? 0 : -1;
}

function isMangledAt(name: string, start: number): boolean {
  let at = start;
  while (at < start + 3 && name[at] === '_') at++;
  return at > start && (name[at] === 'Z' || name[at] === 'R');
}

const RUST_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['SP', '@'],
  ['BP', '*'],
  ['RF', '&'],
  ['LT', '<'],
  ['GT', '>'],
  ['LP', '('],
  ['RP', ')'],
  ['C', ','],
]);

function rustEscapes(name: string): string {
  let escapes = 0;
  const text = name.replace(/\$(?:([A-Z]{1,2})|u([0-9a-f]{1,6}))\$/g, (escape, word?: string, hex?: string) => {
    const code = hex === undefined ? NaN : Number.parseInt(hex, 16);
    const char = word === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : escape) : RUST_ESCAPES.get(word);
    if (char === undefined || char === escape) return escape;
    escapes++;
    return char;
  });
  if (escapes === 0) return name;
  // An identifier may not begin with `$`, so legacy mangling put a `_` before it; `..` stood for `::`.
  return text.replace(/(^|::)_(?=[<{&*(])/g, '$1').replaceAll('..', '::');
}

function goShapes(name: string): string {
  const open = name.indexOf('[');
  let depth = 0;
  for (let at = open; at < name.length; at++) {
    if (name[at] === '[') depth++;
    else if (name[at] === ']' && --depth === 0) {
      return name.slice(open, at).includes('go.shape.') ? `${name.slice(0, open)}[...]${name.slice(at + 1)}` : name;
    }
  }
  return name;
}

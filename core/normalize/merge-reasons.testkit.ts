/**
 * Why recorded names may become one: the list that the audits of merged groups allow (`merged-groups.test.ts`, and the
 * conformance run over recordings of others). It reads the spellings anew, with means that are simpler than the rules': a
 * rule that takes away more than is allowed here makes a group that no reason explains.
 */
import type { Audit } from './audit.ts';

export interface MergedGroup {
  readonly name: string;
  readonly from: ReadonlyMap<string, readonly string[]>;
}

interface Reason {
  readonly why: string;
  /** The name without the difference that the reason allows. */
  readonly undo: (name: string) => string;
  /** What may differ between names that have it at all; null: this one does not. */
  readonly onlyOne?: (name: string) => string | null;
}

const cut =
  (pattern: RegExp, by = '') =>
  (name: string) =>
    name.replace(pattern, by);

const annotation: Reason = {
  why: 'a mark of the profiler: _[k], (inlined)',
  undo: cut(/_\[[kjiw01]\]$| \(inlined?\)$/),
};
const unnamed: Reason = {
  why: 'no function is known: an address, ??, [unknown], or the module alone',
  undo: (name) => (/^(?:[^`]*`)?(?:0x[0-9a-f]+|[0-9a-f]{8,16}|\?\?(?: ?\(\))?|\[.*\]|)$/i.test(name) ? '[]' : name),
};
const library: Reason = {
  why: 'the module stands before the function, as DTrace prints it',
  undo: cut(/^[\w.+-]+[`!]/),
  onlyOne: (name) => /^([\w.+-]+)[`!]/.exec(name)?.[1] ?? null,
};
const clone: Reason = {
  why: 'a copy or part that the compiler made of the function, a stub or a version of the linker',
  undo: (name) => {
    let text = name;
    const suffix = /(?:\.(?:isra|constprop|part|cold|hot|lto_priv|llvm|localalias)(?:\.\d+)*|@plt|@@?[A-Z]\w*_[\d.]+)$/;
    const bracketed = / (?:\[clone |\()((?:\.[a-z_]+(?:\.\d+)*)+)[\])]$/;
    for (let next = ''; next !== text; ) {
      next = text;
      text = text.replace(suffix, '').replace(bracketed, '$1');
    }
    return text;
  },
};
/** Lists of the innermost function alone: longer stories are for a person to read. */
const list = (name: string) => /^[\w:~<>, *&]+(\(.*)$/.exec(name.replace(/ \[clone .*$/, ''))?.[1] ?? null;
const isWhole = (text: string) => text.split('(').length === text.split(')').length;
const oneList: Reason = {
  why: 'one argument list: others have none, or were cut at a space',
  undo: (name) => {
    const text = list(name);
    return text === null ? name : name.slice(0, name.indexOf(text)) + name.slice(name.indexOf(text) + text.length);
  },
  onlyOne: (name) => {
    const text = list(name);
    return text === null || !isWhole(text) ? null : text.replaceAll(' ', '');
  },
};
const mangled: Reason = {
  why: 'the mangled name of it',
  undo: (name) => {
    let rest = /^_ZN?[KL]*(\d.*)$/.exec(name)?.[1] ?? '';
    const parts: string[] = [];
    while (/^\d/.test(rest)) {
      const length = Number.parseInt(rest, 10);
      const from = String(length).length;
      parts.push(rest.slice(from, from + length));
      rest = rest.slice(from + length);
    }
    if (parts.length === 0) return name;
    return parts.join('::');
  },
  onlyOne: (name) => /^_Z\w+/.exec(library.undo(name))?.[0].replace(/[CD][0-9]E/, 'E') ?? null,
};
const alias: Reason = {
  why: 'glibc gives one function several names: __GI_x, __libc_x, __x',
  undo: cut(/^__GI_|^_{2,3}(?:libc_)?/),
};
const rustHash: Reason = {
  why: 'a hash that every build makes anew: instances of one generic function, closures without a number',
  undo: cut(/::h[0-9a-f]{16}(?=$| \()/),
};
const lambda: Reason = {
  why: 'the virtual machine numbers the classes it makes at run time, in the order of their making',
  undo: cut(/((?:\$\$Lambda|LambdaForm\$\w+?)(?=[$/.]))[$\d]*(?:[/.](?:0x[0-9a-f]+|\d+))?/g, '$1'),
};
const accessor: Reason = { why: lambda.why, undo: cut(/(Accessor)\d+/, '$1') };
const thread: Reason = {
  why: 'the number of a process or thread',
  undo: cut(/(?:-\?)?[-/]\d+(?:\/\d+)?(\]?)$| tid=\d+(?=\]$)/, '$1'),
};

/** `pack/id` of a rule → the reason for what it does. A rule that is not here has not been looked at. */
const REASONS: ReadonlyMap<string, Reason> = new Map([
  ['symbol-syntax/kernel-annotation', annotation],
  ['symbol-syntax/jit-annotation', annotation],
  ['symbol-syntax/inlined-annotation', annotation],
  ['symbol-syntax/waker-annotation', annotation],
  ['symbol-syntax/inlined-word', annotation],
  ['symbol-syntax/gdb-address', { why: 'the address of the frame', undo: cut(/^0x[0-9a-f]+ in /) }],
  ['symbol-syntax/offset', { why: 'the place within the function', undo: cut(/\+0x[0-9a-f]+(?:\/0x[0-9a-f]+)?$/i) }],
  ['symbol-syntax/dtrace-library', library],
  ['symbol-syntax/dtrace-server', library],
  ['symbol-syntax/windows-module', library],
  ['symbol-syntax/dtrace-address', unnamed],
  ['symbol-syntax/unknown', unnamed],
  ['symbol-syntax/gdb-unknown', unnamed],
  ['symbol-syntax/library-only', unnamed],
  ['symbol-syntax/double-brackets', { why: 'the module in two brackets', undo: cut(/^\[(\[.*\])\]$/, '$1') }],
  ['symbol-syntax/jit-map', { why: 'the number of the process', undo: cut(/^\[perf-\d+/, '[perf') }],
  ['symbol-syntax/demangle', mangled],
  ['symbol-syntax/clone-suffix', clone],
  ['symbol-syntax/kernel-clone-suffix', clone],
  ['cpp/arguments', oneList],
  ['jvm/descriptor', oneList],
  ['cpp/template-arguments', { why: 'spaces between template arguments', undo: cut(/ /g) }],
  ['cpp/inline-namespace', { why: 'the version of the library', undo: cut(/\b(?:_V2|__cxx11|__1|__fs)::/g) }],
  ['rust/escapes', { why: 'characters that a symbol cannot have', undo: (name) => name }],
  ['rust/legacy-hash', rustHash],
  ['go/shapes', { why: 'instances of one generic function', undo: cut(/\[go\.shape.*\]/, '[...]') }],
  ['jvm/lambda', lambda],
  ['jvm/lambda-form', lambda],
  ['jvm/accessor', accessor],
  ['libc/internal-alias', alias],
  ['libc/alias', alias],
  ['libc/pthread-alias', alias],
  [
    'linux-kernel/entry',
    {
      why: 'labels within one routine of entry_64.S',
      undo: cut(/^(entry_SYSCALL_64)_(?:after_hwframe|fastpath|safe_stack)$/, '$1'),
    },
  ],
  [
    'linux-kernel/old-entry',
    {
      why: 'labels within one routine of entry_64.S, before 4.2',
      undo: cut(/^(system_call)_(?:fastpath|after_swapgs)$/, '$1'),
    },
  ],
  ['threads/numbers', thread],
  ['threads/bracketed-number', thread],
  ['threads/async-profiler', thread],
]);

/** Groups of two and more recorded names of one profile that became one. */
export function mergedGroups({ origins }: Audit): readonly MergedGroup[] {
  return [...origins]
    .filter(([, from]) => from.size > 1)
    .map(([name, from]) => ({ name, from: new Map([...from].map(([raw, { rules }]) => [raw, rules])) }));
}

/** Rules that made the group, in the order of their names. */
export function rulesOf({ from }: MergedGroup): readonly string[] {
  return [...new Set([...from.values()].flat())].sort();
}

/** Null when reasons of the list explain the group; else what is not explained. */
export function unexplained(group: MergedGroup): string | null {
  const rules = rulesOf(group);
  const unlisted = rules.filter((rule) => !REASONS.has(rule));
  if (unlisted.length > 0) return `no reason is listed for ${unlisted.join(', ')}`;
  const reasons = [...new Set(rules.map((rule) => REASONS.get(rule)!))];
  const names = [...group.from.keys()];
  for (const { why, onlyOne } of reasons) {
    const values = new Set(onlyOne === undefined ? [] : names.map(onlyOne).filter((value) => value !== null));
    if (values.size > 1) return `not "${why}": ${[...values].join(' and ')}`;
  }
  const cores = new Set(names.map((name) => core(name, reasons)));
  return cores.size === 1
    ? null
    : `beside what ${rules.join(', ')} may change, these differ: ${[...cores].join(' and ')}`;
}

/** Reasons are undone in any order: until none has anything to undo. */
function core(name: string, reasons: readonly Reason[]): string {
  let text = name;
  for (let before = ''; before !== text; ) {
    before = text;
    for (const { undo } of reasons) text = undo(text);
  }
  return text;
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileRules } from '../compile.ts';
import { BUILT_IN_PACKS } from '../packs.generated.ts';
import { demangle } from './demangle.ts';

// Symbols of libstdc++, MariaDB, V8 and LLVM with what GNU c++filt makes of them (`std::string` for its long form).
const GOLDEN = readFileSync(new URL('../../../fixtures/golden/cpp-symbols.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [string, string]);

test.each(GOLDEN)('%s', (symbol, readable) => {
  expect(demangle(symbol)).toBe(readable);
});

test.each([
  ['_ZN14ssux_lock_implILb1EE7wr_waitEj', 'ssux_lock_impl<true>::wr_wait(unsigned int)'],
  ['__ZN4sync5Mutex4lockEv', 'sync::Mutex::lock()'],
  ['_ZZ3runvENKUliE_clEi', 'run()::{lambda(int)#1}::operator()(int) const'],
  ['_ZN3FoocvT_IiEEv', 'Foo::operator int<int>()'],
  ['_Z1fIJidEEvDpRKT_', 'void f<int, double>(int const&, double const&)'],
  ['_Z1fIJEEvDpRKT_', 'void f<>()'],
  ['_Z4callPFvPFiiEE', 'call(void (*)(int (*)(int)))'],
  ['_Z3getIiEPFvvEv', 'void (*get<int>())()'],
  ['_Z1fRA3_KiM1AFvvE', 'f(int const (&) [3], void (A::*)())'],
  ['_ZNSsC1Ev', 'std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string()'],
  ['_ZN4core3ptr13drop_in_place17h0123456789abcdefE', 'core::ptr::drop_in_place::h0123456789abcdef'],
  ['_ZThn168_N12Item_func_spD1Ev', 'non-virtual thunk to Item_func_sp::~Item_func_sp()'],
])('%s', (symbol, readable) => {
  expect(demangle(symbol)).toBe(readable);
});

describe('Rust', () => {
  test.each([
    ['_RNvCskwGfYPst2Cb_3foo16example_function', 'foo::example_function'],
    ['__RNvC3foo3bar', 'foo::bar'],
    ['_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y', 'utf8_idents::საჭმელად_გემრიელი_სადილი'],
    ['_RNCNCNgCs6DXkGYLi8lr_2cc5spawn00B5_', 'cc::spawn::{closure#0}::{closure#0}'],
    [
      '_RNCINkXs25_NgCsbmNqQUJIY6D_4core5sliceINyB9_4IterhENuNgNoBb_4iter8iterator8Iterator9rpositionNCNgNpB9_6memchr7memrchrs_0E0Bb_',
      '<core::slice::Iter<u8> as core::iter::iterator::Iterator>::rposition::<core::slice::memchr::memrchr::{closure#1}>::{closure#0}',
    ],
    [
      '_RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iopQbuBiw2_3std',
      'alloc::alloc::box_free::<dyn alloc::boxed::FnBox<(), Output = ()>>',
    ],
    ['_RINtC8arrayvec8ArrayVechKj7b_E', 'arrayvec::ArrayVec::<u8, 123>'],
    ['_RINvC3foo3barFG_RL0_hEuE', "foo::bar::<for<'a> fn(&'a u8)>"],
    ['_RIC3fooKb1_Kc76_Kin5_E', "foo::<true, 'v', -5>"],
  ])('%s', (symbol, readable) => {
    expect(demangle(symbol)).toBe(readable);
  });
});

const NO_SYMBOLS = ['_start', '_int_malloc', 'main', '_Zbad', '__Zbad', '_Z', '_R', '_RR', 'Z4mainv', '', 'wr_wait'];

test.each(NO_SYMBOLS)('leaves %j', (name) => {
  expect(demangle(name)).toBeNull();
});

test('agrees with c++filt on every symbol of libstdc++, where both are installed', () => {
  const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']
    .map((folder) => `${folder}/libstdc++.so.6`)
    .find((path) => existsSync(path));
  if (library === undefined || !hasTools()) return;
  const listed = execFileSync('nm', ['-D', '--defined-only', library], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const symbols = [...new Set([...listed.matchAll(/ (_Z\w+)/g)].map(([, symbol]) => symbol ?? ''))];
  const input = `${symbols.join('\n')}\n`;
  const told = execFileSync('c++filt', [], { input, encoding: 'utf8', maxBuffer: 1 << 26 })
    .trimEnd()
    .split('\n');
  const differing = symbols.filter((symbol, i) => plain(demangle(symbol) ?? '') !== plain(told[i] ?? ''));
  expect(symbols.length).toBeGreaterThan(1000);
  expect(differing).toEqual([]);
});

function hasTools(): boolean {
  try {
    return ['nm', 'c++filt'].every((tool) => execFileSync(tool, ['--version']).length > 0);
  } catch {
    return false;
  }
}

/** c++filt writes the abbreviations of the standard library out. */
function plain(name: string): string {
  return name
    .replaceAll(/> (?=>)/g, '>')
    .replaceAll('std::basic_string<char, std::char_traits<char>, std::allocator<char>>', 'std::string')
    .replaceAll(/std::basic_([io]{1,2}stream)<char, std::char_traits<char>>/g, 'std::$1');
}

describe('hostile symbols', () => {
  test('every beginning of a symbol is read or refused', () => {
    for (const [symbol] of GOLDEN) for (let end = 0; end < symbol.length; end++) demangle(symbol.slice(0, end));
  });

  test('random changes throw nothing', () => {
    const change = fc.tuple(
      fc.constantFrom(...GOLDEN),
      fc.nat(200),
      fc.constantFrom(...'STIEJNZKPRFDp_019CULXMA'.split('')),
    );
    fc.assert(
      fc.property(change, ([[symbol], at, char]) => {
        demangle(symbol.slice(0, at % symbol.length) + char + symbol.slice((at % symbol.length) + 1));
      }),
      { seed: 4, numRuns: 3000 },
    );
  });

  test.each([
    ['nests without end', `_Z1f${'P'.repeat(100_000)}i`],
    ['nests names without end', `_Z${'N1a'.repeat(1)}${'I1aI'.repeat(50_000)}`],
    ['doubles with every reference', `_Z1f${Array.from({ length: 40 }, (_, i) => `1aI${ref(i)}${ref(i)}E`).join('')}`],
    ['names itself', '_ZN1AcvT_ITL0__EEv'],
    ['has a length that is too long', '_Z99999999999999999999f'],
    ['refers behind itself', '_RIB_E'],
    ['refers to itself over and over', `_R${'B_'.repeat(1000)}`],
    ['is a long Rust path', `_R${'Nv'.repeat(50_000)}C1a${'1b'.repeat(50_000)}`],
  ])('%s', (_, symbol) => {
    expect(demangle(symbol)).toBeNull();
  });

  /** The template of the parameter before the i-th one. */
  function ref(i: number): string {
    return i === 0 ? 'i' : `S${(2 * i - 2).toString(36).toUpperCase()}_`;
  }
});

test('three spellings of one function are one frame, and another lock is not', () => {
  const compiled = compileRules(BUILT_IN_PACKS, { level: 'default' });
  if (!compiled.ok) throw new Error(compiled.error.code);
  const nameOf = (name: string) => compiled.value.name(name).name;
  const names = [
    'ssux_lock_impl<true>::wr_wait()',
    'ssux_lock_impl<(bool)1>::wr_wait',
    '_ZN14ssux_lock_implILb1EE7wr_waitEv',
    '_ZN14ssux_lock_implILb1EE7wr_waitEj.isra.0',
    '_ZN14ssux_lock_implILb1EE7wr_waitEj.cold+0x1f',
  ];
  expect(new Set(names.map(nameOf))).toEqual(new Set(['ssux_lock_impl<true>::wr_wait']));
  expect(nameOf('_ZN14ssux_lock_implILb0EE7wr_waitEj')).toBe('ssux_lock_impl<false>::wr_wait');
  expect(nameOf('_ZThn168_N12Item_func_spD1Ev')).toBe('non-virtual thunk to Item_func_sp::~Item_func_sp');
});

import { describe, expect, test } from 'vitest';
import { profileOf } from '../model/profile-of.ts';
import { compileRules } from './compile.ts';
import { languageOfNames } from './language.ts';
import { normalizeProfile } from './normalize-profile.ts';
import type { Normalizer } from './normalizer.ts';
import { BUILT_IN_PACKS } from './packs.generated.ts';
import type { Language, RuleLevel } from './rule.ts';

// Lists from public bug reports: spellings that are one function, and names that must never become one.

function normalizer(level: RuleLevel = 'default', language?: Language): Normalizer {
  const compiled = compileRules(BUILT_IN_PACKS, { level, ...(language === undefined ? {} : { language }) });
  if (!compiled.ok) throw new Error(compiled.error.code);
  return compiled.value;
}

const rules = normalizer();
const nameOf = (name: string) => rules.name(name).name;

const SAME: readonly (readonly string[])[] = [
  // Compiler clones and symbol versions (autofdo#134, llvm-project#102458, rustc-perf#1931).
  [
    'page_cmp',
    'page_cmp.isra.0',
    'page_cmp.constprop.0.isra.0',
    'page_cmp.part.3',
    'page_cmp.lto_priv.12',
    'page_cmp.llvm.1203344556677889900',
    'page_cmp.cold',
    'page_cmp.cold.7',
    'page_cmp+0x1f4',
  ],
  [
    'Row::cmp(Row const&) const',
    'Row::cmp(Row const&) const [clone .constprop.0] [clone .isra.0]',
    'Row::cmp(Row const&) const [clone .cold]',
    'Row::cmp(Row const&) const (.cold)',
  ],
  ['_ZN4sync5Mutex4lockEv', '_ZN4sync5Mutex4lockEv.isra.0', '_ZN4sync5Mutex4lockEv.llvm.99887766554433'],
  ['memcpy', 'memcpy@plt', 'memcpy@GLIBC_2.2.5', 'memcpy@@GLIBC_2.14'],
  // ABI tags and inline namespaces (fmt#3119, cmssw#17371).
  ['Field::str() const', 'Field::str[abi:cxx11]() const'],
  [
    'std::vector<int, std::allocator<int> >::push_back(int const&)',
    'std::__1::vector<int, std::__1::allocator<int>>::push_back(int const&)',
    'std::vector<int>::push_back(int const&)',
  ],
  [
    'std::filesystem::path::parent_path() const',
    'std::filesystem::__cxx11::path::parent_path() const',
    'std::__1::__fs::filesystem::path::parent_path() const',
  ],
  // Rust (twiggy#377).
  [
    'core::ptr::drop_in_place',
    'core::ptr::drop_in_place::h0123456789abcdef',
    'core::ptr::drop_in_place::hfedcba9876543210',
  ],
  ['alloc::vec::from_iter', 'alloc[2f1c0a9b8d7e6f50]::vec::from_iter'],
  [
    '<T as core::fmt::Debug>::fmt',
    '_$LT$T$u20$as$u20$core..fmt..Debug$GT$::fmt::h00112233445566aa',
    '_$LT$T$u20$as$u20$core..fmt..Debug$GT$::fmt',
  ],
  // Go (golang/go#58712, pyroscope#2241).
  ['slices.SortFunc[...]', 'slices.SortFunc[go.shape.int]', 'slices.SortFunc[go.shape.[]uint8,go.shape.string]'],
  // JVM (gradle-profiler#320, async-profiler#832, FlameGraph#213).
  [
    'org/acme/Job$$Lambda.run',
    'org/acme/Job$$Lambda$14/0x0000000800c03000.run',
    'org/acme/Job$$Lambda$271/1045997582.run',
    'org/acme/Job$$Lambda/0x00007f1c4c0a1000.run',
    'org/acme/Job$$Lambda.0x00007f1c4c0a1000.run',
  ],
  [
    'java/lang/invoke/LambdaForm$MH.invoke',
    'java/lang/invoke/LambdaForm$MH.0x0000000801234000.invoke',
    'java/lang/invoke/LambdaForm$MH/0x0000000800c05400.invoke',
  ],
  [
    'jdk/internal/reflect/GeneratedMethodAccessor.invoke',
    'jdk/internal/reflect/GeneratedMethodAccessor7.invoke',
    'jdk/internal/reflect/GeneratedMethodAccessor120.invoke',
  ],
  ['org/acme/Job.step', 'org/acme/Job.step_[j]', 'org/acme/Job.step_[i]'],
  // InnoDB and the kernel (MDEV-37152, MDEV-30628, MariaDB/server#4886, bcc#1703).
  [
    'buf_page_get_gen',
    'buf_page_get_gen(page_id_t, unsigned long, rw_lock_type_t, buf_block_t*, unsigned long, mtr_t*, dberr_t*)',
    'buf_page_get_gen(page_id_t, ulint, rw_lock_type_t, buf_block_t*, ulint, mtr_t*, dberr_t*, bool)',
    'buf_page_get_gen.constprop.0',
  ],
  [
    'page_cur_dtuple_cmp<false>',
    'int page_cur_dtuple_cmp<false>(dtuple_t const&, unsigned char const*, dict_index_t const&)',
  ],
  ['SyS_futex', 'sys_futex', '__x64_sys_futex', '__arm64_sys_futex'],
  ['_raw_spin_lock_irqsave', '_raw_spin_lock_irqsave_[k]', '_raw_spin_lock_irqsave+0x2a'],
  ['ssux_lock_impl<true>::wr_wait', 'ssux_lock_impl<true>::wr_wait()', 'ssux_lock_impl<(bool)1>::wr_wait'],
  // Three spellings of gdb dumps and what folding them leaves.
  ['mysqld_main', 'mysqld_main(int, char**)', 'mysqld_main(int,'],
  ['trx_purge', 'trx_purge(unsigned long, unsigned long)', 'trx_purge(unsigned'],
];

const DIFFERENT: readonly (readonly [string, string])[] = [
  ['page_cmp', 'page_cmp2'],
  ['run()::{lambda(int)#1}::operator()(int) const', 'run()::{lambda(int)#2}::operator()(int) const'],
  ['Lock<true>::wait', 'Lock<false>::wait'],
  ['std::map<int, A>::find', 'std::map<int, B>::find'],
  ['set_part', 'set'],
  ['app.partial', 'app'],
  ['table::hdeadbeef', 'table'],
  ['digest::h256::update', 'digest::update'],
  ['pkg.Run.func1', 'pkg.Run.func2'],
  ['org/acme/Job$1.run', 'org/acme/Job$2.run'],
  ['scala/Iterator$$anon$11.hasNext', 'scala/Iterator$$anon$12.hasNext'],
  ['net/http.(*Client).Do', 'net/http.(*Server).Do'],
  ['ssux_lock_impl<true>::rd_wait', 'ssux_lock_impl<false>::rd_wait'],
  ['page_cur_dtuple_cmp<false>', 'page_cur_dtuple_cmp<true>'],
  ['btr_cur_t::search_leaf', 'btr_cur_search_to_nth_level'],
  ['__x64_sys_futex', '__do_sys_futex'],
  ['vfs_write', 'ksys_write'],
  ['mtr_t::commit', 'mtr_t::commit_shrink'],
];

test.each(SAME)('%s and its spellings are one function', (...names) => {
  expect(new Set(names.map(nameOf)).size).toBe(1);
});

test.each(DIFFERENT)('%s is not %s', (one, other) => {
  expect(nameOf(one)).not.toBe(nameOf(other));
});

test('normalizing twice changes nothing', () => {
  for (const name of [...SAME, ...DIFFERENT].flat()) expect(nameOf(nameOf(name))).toBe(nameOf(name));
});

describe('Go, where a dot parts package and function', () => {
  const go = normalizer('default', 'go');
  test.each([
    ['main.cold', 'main'],
    ['pkg.part.0', 'pkg'],
  ])('%s is not %s', (one, other) => {
    expect(go.name(one).name).not.toBe(go.name(other).name);
  });

  test.each(['text/template.init.ializers', 'main.init.0'])('%s stays', (name) => {
    expect(go.name(name).name).toBe(name);
  });

  test('is known by its runtime or by methods of pointers', () => {
    expect(languageOfNames(['main.cold', 'runtime.mallocgc'])).toBe('go');
    expect(languageOfNames(['net/http.(*Client).Do'])).toBe('go');
    expect(languageOfNames(['main', 'main.cold', 'std::vector<int>::push_back'])).toBe('native');
  });

  test('a profile of a Go program is normalized by its own rules', () => {
    const profile = profileOf('main.cold;runtime.mallocgc 3 / main.main;runtime.memmove.abi0 1');
    const made = normalizeProfile(profile, normalizer());
    expect(made.ok && [...made.value.audit.origins.keys()]).toEqual([
      'main.cold',
      'runtime.mallocgc',
      'main.main',
      'runtime.memmove',
    ]);
  });
});

test('levels: none keeps all, syntax keeps arguments, aggressive erases templates', () => {
  const name = 'ssux_lock_impl<(bool)1>::wr_wait(unsigned int)+0x1f_[k]';
  const none = compileRules(BUILT_IN_PACKS, { level: 'none' });
  expect(none.ok && none.value.name(name).name).toBe(name);
  expect(normalizer('syntax').name(name).name).toBe('ssux_lock_impl<(bool)1>::wr_wait(unsigned int)');
  expect(normalizer('default').name(name).name).toBe('ssux_lock_impl<true>::wr_wait');
  expect(normalizer('aggressive').name(name).name).toBe('ssux_lock_impl<...>::wr_wait');
});

test('explain lists every rewriting in order', () => {
  expect(rules.explain('ssux_lock_impl<(bool)1>::wr_wait()_[k]')).toEqual([
    {
      rule: 'symbol-syntax/kernel-annotation',
      before: 'ssux_lock_impl<(bool)1>::wr_wait()_[k]',
      after: 'ssux_lock_impl<(bool)1>::wr_wait()',
    },
    { rule: 'cpp/arguments', before: 'ssux_lock_impl<(bool)1>::wr_wait()', after: 'ssux_lock_impl<(bool)1>::wr_wait' },
    {
      rule: 'cpp/template-arguments',
      before: 'ssux_lock_impl<(bool)1>::wr_wait',
      after: 'ssux_lock_impl<true>::wr_wait',
    },
  ]);
  expect(rules.explain('main')).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { compileRules } from './compile.ts';
import { rulesOf, unexplained } from './merge-reasons.testkit.ts';
import { normalizedTogether } from './names.testkit.ts';
import type { RecordedName } from './names.testkit.ts';
import type { Normalizer } from './normalizer.ts';
import { BUILT_IN_PACKS } from './packs.generated.ts';

// Names as they stand in recordings of MariaDB, MySQL, RocksDB and the kernel. Each list is one profile; what its names
// become one with is pinned, so that no rule merges two functions of one program unseen.

function normalizer(): Normalizer {
  const compiled = compileRules(BUILT_IN_PACKS, { level: 'default', language: 'native' });
  if (!compiled.ok) throw new Error(compiled.error.code);
  return compiled.value;
}

const rules = normalizer();

interface Pinned {
  readonly of: string;
  /** Names (or frames, where the module decides), each alone. */
  readonly alone: readonly string[];
  /** Normalized name → spellings in this profile. */
  readonly merged: Readonly<Record<string, readonly (string | RecordedName)[]>>;
  readonly root?: boolean;
}

const PROFILES: readonly Pinned[] = [
  {
    of: 'MariaDB 10.11, perf script',
    alone: [
      'ssux_lock_impl<true>::wr_wait',
      'ssux_lock_impl<false>::wr_wait',
      'ssux_lock_impl<true>::rd_wait',
      'rec_get_offsets_func',
      'rec_init_offsets_comp_ordinary<false, false>',
      'rec_init_offsets_comp_ordinary<true, false>',
      'page_cur_dtuple_cmp<false>',
      'page_cur_dtuple_cmp<true>',
      'mtr_t::commit',
      'mtr_t::commit_shrink',
      'buf_page_get_gen',
      'buf_page_get_low',
      'row_build',
      'row_build_low',
      'std::thread::_State_impl<std::thread::_Invoker<std::tuple<void (tpool::thread_pool_generic::*)(tpool::worker_data*), tpool::thread_pool_generic*, tpool::worker_data*> > >::_M_run',
      'std::thread::_State_impl<std::thread::_Invoker<std::tuple<void (*)((anonymous namespace)::aio_uring*), (anonymous namespace)::aio_uring*> > >::_M_run',
      '_int_malloc',
      '_int_free',
      'unlink_chunk.constprop.0',
      '__x64_sys_futex',
      'do_futex',
      'futex_wait',
      '__futex_wait',
      '__schedule',
      'schedule',
      'io_submit_sqes.cold',
      '__x64_sys_io_uring_enter',
      '__do_sys_io_uring_enter',
      'entry_SYSCALL_64_after_hwframe',
      '__futex_abstimed_wait_common',
      '__futex_abstimed_wait_common64',
      '__lll_lock_wait',
    ],
    merged: {
      malloc: ['__GI___libc_malloc', 'malloc@plt', 'malloc'],
      recv: ['__libc_recv', 'recv@plt'],
      pwrite64: ['__libc_pwrite64', 'pwrite64@plt'],
      pthread_mutex_lock: ['___pthread_mutex_lock', 'pthread_mutex_lock@plt', 'pthread_mutex_lock@@GLIBC_2.2.5'],
      pthread_cond_signal: ['___pthread_cond_signal', 'pthread_cond_signal@plt', 'pthread_cond_signal@@GLIBC_2.3.2'],
      clock_gettime: ['clock_gettime@@GLIBC_2.17', 'clock_gettime@plt'],
      __errno_location: ['__GI___errno_location', '__errno_location@plt', '__errno_location'],
      'operator new': ['operator new', 'operator new@plt'],
      'operator delete': ['operator delete', 'operator delete@plt'],
      'std::chrono::steady_clock::now': [
        'std::chrono::_V2::steady_clock::now',
        'std::chrono::_V2::steady_clock::now@plt',
      ],
      '[mariadbd]': [{ name: '[unknown]', module: '/usr/sbin/mariadbd' }, '[mariadbd]'],
    },
  },
  {
    of: 'MariaDB 10.11, gdb',
    alone: [
      'tpool::waitable_task::wait(std::unique_lock<std::mutex>&)',
      'tpool::waitable_task::wait()',
      'tpool::waitable_task::disable()',
      'trx_flush_log_if_needed(unsigned long, trx_t*) [clone .part.0]',
      'dtuple_coll_eq(dtuple_t const&, dtuple_t const&)',
      '(anonymous namespace)::aio_uring::thread_routine((anonymous namespace)::aio_uring*)',
      'thread_routine((anonymous namespace)::aio_uring*)',
      'Item_bool_func::get_mm_parts(RANGE_OPT_PARAM*, Field*, Item_func::Functype, Item*)',
      'Item_bool_func::get_full_func_mm_tree(RANGE_OPT_PARAM*, Item_field*, Item*)',
      'ha_innobase::update_row(unsigned char const*, unsigned char const*)',
      'handler::ha_update_row(unsigned char const*, unsigned char const*)',
    ],
    merged: {
      mysqld_main: ['mysqld_main(int, char**)', 'mysqld_main(int,'],
      trx_purge: ['trx_purge(unsigned long, unsigned long)', 'trx_purge(unsigned', 'trx_purge'],
      dispatch_command: [
        'dispatch_command(enum_server_command, THD*, char*, unsigned int, bool)',
        'dispatch_command(enum_server_command,',
      ],
      '[unknown]': ['[unknown]', '??', '?? ()', '0x00007f3a12cc4410'],
    },
  },
  {
    of: 'MySQL 5.1 on Solaris, DTrace',
    alone: [
      'mysqld`_ZN6String6appendEP11st_io_cachej',
      'mysqld`_ZN6String6appendEPKcj',
      'mysqld`_ZN10Item_fieldC1EP23Name_resolution_contextPKcS3_S3_',
      'mysqld`_ZN10Item_fieldC1EP3THDP23Name_resolution_contextP5Field',
      'mysqld`_ZN9Item_condC2EP4ItemS1_',
      'mysqld`_ZN9Item_condC2Ev',
      'mysqld`_ZN4ItemnwEmP11st_mem_root',
      'mysqld`_ZN4ItemnwEm',
      'mysqld`_ZN13MYSQL_BIN_LOG5writeEP9Log_event',
      'mysqld`_ZN13MYSQL_BIN_LOG5writeEP3THDP11st_io_cacheP9Log_eventb',
      'mysqld`_ZN13Protocol_text5storeEPKcmP15charset_info_stS3_',
      'mysqld`_ZN13Protocol_text5storeEP5Field',
      'mysqld`_ZNK6String6lengthEv',
      'mysqld`_ZN6String6lengthEj',
      'mysqld`_ZN6String3setEPcjP15charset_info_st',
      'mysqld`_ZN6String3setEPKcjP15charset_info_st',
      'mysqld`_ZN6StringC1EPcjP15charset_info_st',
      'mysqld`_ZN6StringC1Ev',
      'mysqld`_ZN6StringC2ERKS_',
      'mysqld`mutex_exit',
      'libc.so.1`read',
      'libc.so.1`__read',
      'genunix`read',
      'libsocket.so.1`recv',
      'sockfs`recv',
      'libmtmalloc.so.1`malloc',
      'libc.so.1`malloc',
      'libmtmalloc.so.1`malloc_internal',
      'unix`0xfffffffffb800c91',
    ],
    merged: { '[mysqld]': ['mysqld`0x724ca0', 'mysqld`0x724cf0'] },
  },
  {
    of: 'Linux 3 to 5, perf',
    alone: [
      'sock_aio_read.part.13_[k]',
      'sock_aio_write_[k]',
      'do_sync_read_[k]',
      'sys_read_[k]',
      'vfs_read_[k]',
      'tcp_sendmsg',
      'tcp_sendmsg_locked',
      '_raw_spin_lock',
      '_raw_spin_lock_irqsave',
      'sysret_check',
      'int_ret_from_sys_call',
      'ret_from_fork',
      'system_call_fastpath_other',
      'nf_hook_slow [nf_tables]',
      'ext4_get_acl.part.10',
      '__check_object_size',
      '__check_object_size_nonfatal',
      'free_pages',
      '__free_pages',
      'native_queued_spin_lock_slowpath.part.0',
      '__pv_queued_spin_lock_slowpath',
    ],
    merged: {
      system_call: ['system_call', 'system_call_after_swapgs', 'system_call_fastpath'],
      entry_SYSCALL_64: ['entry_SYSCALL_64', 'entry_SYSCALL_64_after_hwframe', 'entry_SYSCALL_64_safe_stack'],
      netif_rx: ['netif_rx_[k]', 'netif_rx.part.82_[k]', 'netif_rx'],
      tcp_send_ack: ['tcp_send_ack', 'tcp_send_ack.part.39', 'tcp_send_ack+0x1d/0x40'],
      iput: ['iput', 'iput.part.0'],
    },
  },
  {
    of: 'RocksDB, perf',
    alone: [
      'rocksdb::DBImpl::WriteImpl(rocksdb::WriteOptions const&, rocksdb::WriteBatch*, rocksdb::WriteCallback*)',
      'rocksdb::DBImpl::PipelinedWriteImpl(rocksdb::WriteOptions const&, rocksdb::WriteBatch*)',
      'rocksdb::DBImpl::Get(rocksdb::ReadOptions const&, rocksdb::Slice const&, rocksdb::PinnableSlice*)',
      'rocksdb::DBImpl::Get(rocksdb::ReadOptions const&, rocksdb::Slice const&, std::string*)',
      'rocksdb::(anonymous namespace)::SkipListRep::Insert(void*)',
      'rocksdb::(anonymous namespace)::VectorRep::Insert(void*)',
      'rocksdb::InlineSkipList<rocksdb::MemTableRep::KeyComparator const&>::Insert<false>(char const*)',
      'rocksdb::InlineSkipList<rocksdb::MemTableRep::KeyComparator const&>::Insert<true>(char const*)',
      'rocksdb::DBImpl::BGWorkFlush(void*)::{lambda()#1}::operator()() const',
      'rocksdb::DBImpl::BGWorkFlush(void*)::{lambda()#2}::operator()() const',
      'rocksdb::crc32c::ExtendImpl<&rocksdb::crc32c::Fast_CRC32>',
      'rocksdb::crc32c::ExtendImpl<&rocksdb::crc32c::Slow_CRC32>',
      'World::render() [clone ._omp_fn.0]',
      'World::render()',
    ],
    merged: {
      'rocksdb::WriteThread::AwaitState': [
        'rocksdb::WriteThread::AwaitState(rocksdb::WriteThread::Writer*, unsigned char)',
        'rocksdb::WriteThread::AwaitState(rocksdb::WriteThread::Writer*, unsigned char) [clone .constprop.0]',
        '_ZN7rocksdb11WriteThread10AwaitStateEPNS0_6WriterEh',
        'rocksdb::WriteThread::AwaitState',
      ],
    },
  },
  {
    of: 'threads at the root',
    root: true,
    alone: ['mysqld', 'mariadbd-4711', 'ib_io_rd-1', 'ib_io_wr-1', 'kworker/0:1H', 'ksoftirqd/0', 'migration/0'],
    merged: {
      'iou-wrk': ['iou-wrk-21436', 'iou-wrk-11834'],
      iperf: ['iperf-27409/28741', 'iperf-27409/28742', 'iperf'],
    },
  },
];

describe.each(PROFILES)('$of', ({ alone, merged, root = false }) => {
  const recorded: readonly RecordedName[] = [...alone, ...Object.values(merged).flat()].map((one) =>
    typeof one === 'string' ? { name: one } : one,
  );
  const names = normalizedTogether(recorded, rules, { root });

  test('merges these names and no others', () => {
    const groups = new Map<string, string[]>();
    for (const [i, { name }] of recorded.entries()) groups.set(names[i]!, [...(groups.get(names[i]!) ?? []), name]);
    const found = [...groups].filter(([, from]) => from.length > 1);
    const pinned = Object.entries(merged).map(
      ([name, from]) => [name, from.map((one) => (typeof one === 'string' ? one : one.name))] as const,
    );
    expect(new Map(found)).toEqual(new Map(pinned));
  });

  test.each(Object.entries(merged))('there is a reason for %s', (name, from) => {
    const group = {
      name,
      from: new Map(
        from.map((one) => {
          const { name: raw, module = null } = typeof one === 'string' ? { name: one } : one;
          return [raw, rules.name(raw, { module, depth: root ? 1 : 0 }).fired] as const;
        }),
      ),
    };
    expect(unexplained(group)).toBeNull();
  });
});

describe('no reason explains', () => {
  const groupOf = (...names: string[]) => ({
    name: rules.name(names[0]!).name,
    from: new Map(names.map((name) => [name, rules.name(name).fired])),
  });

  test.each([
    ['overloads', 'f(int)', 'f(char)'],
    ['mangled overloads', '_ZN6String6lengthEj', '_ZNK6String6lengthEv'],
    ['a const and another method', 'A::f()', 'A::f() const'],
    ['functions of two libraries', 'liba.so`f', 'libb.so`f'],
    ['other names', 'f.isra.0', 'g.isra.0'],
    ['addresses and functions', '0x1234', 'f@plt'],
    ['other templates', 'f<int, int>()', 'f<int,long>()'],
  ])('%s', (_, ...names) => {
    expect(unexplained(groupOf(...names))).not.toBeNull();
  });

  test('what a rule does that is not listed', () => {
    const group = groupOf('__x64_sys_read', 'SyS_read');
    expect(rulesOf(group)).toEqual(['linux-kernel/old-system-call', 'linux-kernel/system-call']);
    expect(unexplained(group)).toMatch(/^no reason is listed for/);
  });
});

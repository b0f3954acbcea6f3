#!/usr/bin/env node
// Seeded generator of profile inputs. Usage: node gen.mjs OUTDIR [seed] [S,M,L,perf20,perf200]
// Writes: {S,M,L}.{base,head}.folded, perf20.txt, perf200.txt, {S,M}.{base,head}.pb (needs the npm package pprof-format in the
// working directory; skipped if absent). Same seed -> same bytes. Symbol names are made up in the style of demangled C++,
// libc and Linux kernel symbols. For L give node more heap: NODE_OPTIONS=--max-old-space-size=12000
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
const OUT = process.argv[2] || '.',
  SEED = (+process.argv[3] || 20240611) >>> 0,
  ONLY = process.argv[4];
fs.mkdirSync(OUT, { recursive: true });
function rng(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const pick = (r, a) => a[(r() * a.length) | 0];
// ---- symbols ---------------------------------------------------------------
const NS = [
  'storage',
  'net',
  'rpc',
  'query',
  'index',
  'cache',
  'base',
  'util',
  'exec',
  'plan',
  'txn',
  'log',
  'raft',
  'http',
  'json',
  'crypto',
  'mem',
  'sched',
  'codec',
  'meta',
];
const NS2 = ['internal', 'detail', 'impl', 'v2', '(anonymous namespace)', 'async', 'col', 'row'];
const ADJ = [
  'Hash',
  'Merge',
  'Block',
  'Page',
  'Tuple',
  'Column',
  'Row',
  'Batch',
  'Sorted',
  'Lazy',
  'Shared',
  'Local',
  'Remote',
  'Vector',
  'Bitmap',
  'Delta',
  'Wal',
  'Lsm',
  'Tree',
  'Skip',
  'Bloom',
  'Filter',
  'Group',
  'Window',
  'Arena',
];
const NOUN = [
  'Reader',
  'Writer',
  'Iterator',
  'Scanner',
  'Builder',
  'Executor',
  'Manager',
  'Pool',
  'Allocator',
  'Decoder',
  'Encoder',
  'Visitor',
  'Handler',
  'Session',
  'Planner',
  'Optimizer',
  'Cursor',
  'Buffer',
  'Queue',
  'Cache',
  'Table',
  'Map',
  'Join',
  'Aggregator',
  'Compactor',
];
const VERB = [
  'next',
  'seek',
  'open',
  'close',
  'read',
  'write',
  'append',
  'lookup',
  'insert',
  'erase',
  'flush',
  'compact',
  'decode',
  'encode',
  'merge',
  'split',
  'evaluate',
  'execute',
  'processBatch',
  'fillBuffer',
  'acquire',
  'release',
  'rehash',
  'compare',
  'advance',
  'visit',
  'prepare',
  'commit',
  'rollback',
  'poll',
  'dispatch',
  'onReadable',
  'parseHeader',
  'computeHash',
  'materialize',
  'probe',
  'build',
  'spill',
];
const TY = [
  'int',
  'unsigned long',
  'long',
  'std::string',
  'std::string_view',
  'char const*',
  'void*',
  'double',
  'std::vector<int, std::allocator<int> >',
  'std::shared_ptr<Status>',
  'Slice const&',
  'Options const&',
];
const KP = [
  'ext4',
  'tcp',
  'ip',
  'sock',
  'vfs',
  'page',
  'folio',
  'blk',
  'nvme',
  'sched',
  'rcu',
  'irq',
  'net_rx',
  'skb',
  'mm',
  'filemap',
  'xfs',
  'epoll',
  'futex',
  'hrtimer',
  'kmem_cache',
  'memcg',
  'cgroup',
  'workqueue',
  'iomap',
];
const KV = [
  'read',
  'write',
  'alloc',
  'free',
  'lookup',
  'insert',
  'remove',
  'wait',
  'wake',
  'poll',
  'submit',
  'complete',
  'map',
  'unmap',
  'get',
  'put',
  'queue_xmit',
  'rcv',
  'sendmsg',
  'recvmsg',
  'fault',
  'charge',
  'update',
  'balance',
  'sync',
];
const KS = [
  '',
  '_locked',
  '_rcu',
  '_fast',
  '_slow',
  '_one',
  '_range',
  '_iter',
  '_begin',
  '_end',
  '_nowait',
  '_internal',
  '_common',
  '.isra.0',
  '.constprop.0',
  '.part.0',
];
const SYSC = [
  'read',
  'write',
  'futex',
  'epoll_wait',
  'recvfrom',
  'sendto',
  'openat',
  'mmap',
  'munmap',
  'pread64',
  'pwrite64',
  'fsync',
  'nanosleep',
  'madvise',
  'io_uring_enter',
];
const LIBC = [
  '__libc_start_main',
  '__GI___libc_read',
  '__GI___libc_write',
  'malloc',
  'free',
  'calloc',
  'realloc',
  '_int_malloc',
  '_int_free',
  'malloc_consolidate',
  '__memmove_avx_unaligned_erms',
  '__memset_avx2_unaligned_erms',
  '__memcmp_avx2_movbe',
  '__strlen_avx2',
  '__pthread_mutex_lock',
  '__pthread_mutex_unlock',
  'pthread_cond_wait@@GLIBC_2.3.2',
  '__clock_gettime',
  'qsort_r',
  'vfprintf',
  'epoll_wait',
  'operator new(unsigned long)',
  'operator delete(void*, unsigned long)',
];
const U = 6000,
  K = 1500,
  BIN = '/usr/local/bin/dbserver',
  LC = '/usr/lib/x86_64-linux-gnu/libc.so.6',
  KD = '[kernel.kallsyms]';
const F = { name: [], dso: [], addr: [], size: [], kind: [] };
const def = (name, kind, dso, addr, size) => {
  F.name.push(name);
  F.kind.push(kind);
  F.dso.push(dso);
  F.addr.push(addr);
  F.size.push(size);
};
{
  const r = rng(SEED ^ 0x51),
    seen = new Set();
  const args = () => {
    const n = (r() * r() * 4) | 0,
      a = [];
    for (let i = 0; i < n; i++) a.push(pick(r, TY));
    return '(' + a.join(', ') + ')';
  };
  const cls = () => pick(r, ADJ) + (r() < 0.4 ? pick(r, ADJ) : '') + pick(r, NOUN);
  const full = () => {
    let s = pick(r, NS) + '::';
    if (r() < 0.4) s += pick(r, NS2) + '::';
    s += cls();
    if (r() < 0.25) s += '<' + pick(r, TY) + (r() < 0.5 ? ', ' + pick(r, NS) + '::' + cls() : '') + '>';
    return s;
  };
  let base = 0x55d0c0401000;
  while (F.name.length < U) {
    let n;
    const k = r();
    if (k < 0.62)
      n =
        full() +
        '::' +
        pick(r, VERB) +
        (r() < 0.15 ? '<' + pick(r, TY) + '>' : '') +
        args() +
        (r() < 0.3 ? ' const' : '');
    else if (k < 0.66)
      n =
        'std::_Function_handler<void (), ' +
        full() +
        '::' +
        pick(r, VERB) +
        '()::{lambda()#1}>::_M_invoke(std::_Any_data const&)';
    else if (k < 0.7) n = 'std::__invoke_impl<void, ' + full() + '*>(std::__invoke_other, ' + full() + '*&&)';
    else
      n =
        pick(r, NS) +
        '_' +
        pick(r, ADJ).toLowerCase() +
        '_' +
        pick(r, VERB).toLowerCase() +
        (r() < 0.5 ? '_' + pick(r, KV) : '') +
        (r() < 0.2 ? '_' + ((r() * 90) | 0) : '');
    if (seen.has(n)) continue;
    seen.add(n);
    const sz = 32 + ((r() * r() * 4000) | 0);
    def(
      n,
      0,
      r() < 0.85
        ? BIN
        : pick(r, [
            '/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30',
            '/usr/lib/x86_64-linux-gnu/libssl.so.3',
            '/usr/lib/x86_64-linux-gnu/libzstd.so.1.5.4',
          ]),
      base,
      sz,
    );
    base += sz + 16;
  }
  let kb = 0x81000000;
  while (F.name.length < U + K) {
    const n =
      (r() < 0.2 ? '__' : r() < 0.2 ? 'do_' : '') +
      pick(r, KP) +
      '_' +
      pick(r, KV) +
      (r() < 0.3 ? '_' + pick(r, KV) : '') +
      pick(r, KS);
    if (seen.has(n)) continue;
    seen.add(n);
    const sz = 32 + ((r() * r() * 3000) | 0);
    def(n, 1, KD, kb, sz);
    kb += sz + 16;
  }
  let lb = 0x7f3a10428000;
  for (const n of LIBC) {
    def(n, 2, LC, lb, 900);
    lb += 1024;
  }
}
const ex = (n, kind, dso) => {
  const i = F.name.length;
  def(n, kind, dso, kind === 1 ? 0x82800000 + i * 512 : 0x55d0d0000000 + i * 512, 480);
  return i;
};
const COMMS = ['dbserver', 'rpc-worker', 'compaction', 'flush-thread', 'net-io'];
const CLONE = ex('__GI___clone3', 2, LC),
  START = ex('start_thread', 2, LC);
const ROOT = COMMS.map((c) => [
  CLONE,
  START,
  ex(
    'std::thread::_State_impl<std::thread::_Invoker<std::tuple<' + c.replace('-', '_') + '::Main> > >::_M_run()',
    0,
    BIN,
  ),
]);
const KENT = [ex('entry_SYSCALL_64_after_hwframe', 1, KD), ex('do_syscall_64', 1, KD)];
const SYS = SYSC.map((s) => ex('__x64_sys_' + s, 1, KD));
const PF = ['asm_exc_page_fault', 'exc_page_fault', 'do_user_addr_fault', 'handle_mm_fault'].map((s) => ex(s, 1, KD));
// call graph: every function has 2..14 callees, chosen with a skew to the first
const CAL = [];
{
  const r = rng(SEED ^ 0x77),
    some = (n, lo, m, e) => {
      const c = [];
      for (let j = 0; j < n; j++) c.push(lo + ((Math.pow(r(), e) * m) | 0));
      return c;
    };
  for (let i = 0; i < U + K; i++) CAL[i] = some(2 + ((r() * r() * 13) | 0), i < U ? 0 : U, i < U ? U : K, 1.6);
  for (const x of ROOT) CAL[x[2]] = some(12, 0, U, 1);
  for (const a of [...SYS, PF[3]]) CAL[a] = some(6, U, K, 1);
}
const zc = (r, c, e) => c[(Math.pow(r(), e) * c.length) | 0];
function walk(r) {
  const ci = (Math.pow(r(), 1.8) * COMMS.length) | 0,
    st = [...ROOT[ci]];
  const d = (10 + Math.min(r(), r()) * 51) | 0; // depth 10..60, mean about 27
  const t = r(),
    tail = t < 0.28 ? 1 : t < 0.36 ? 2 : t < 0.6 ? 3 : 0; // syscall, page fault, libc leaf, plain
  const kd = tail === 1 || tail === 2 ? 4 + ((r() * 10) | 0) : 0,
    ud = Math.max(6, d - kd - (tail === 3 ? 1 : 0));
  let cur = st[st.length - 1];
  const hot = ud * 0.86; // near the root most samples take the first callee, so prefixes are shared as in real profiles
  while (st.length < ud) {
    cur = zc(r, CAL[cur], st.length < hot ? 8 : 2.5);
    st.push(cur);
  }
  if (tail === 1) {
    st.push(...KENT);
    cur = SYS[(Math.pow(r(), 1.7) * SYS.length) | 0];
    st.push(cur);
  } else if (tail === 2) {
    st.push(...PF);
    cur = PF[3];
  } else if (tail === 3) st.push(U + K + ((Math.pow(r(), 1.5) * LIBC.length) | 0));
  if (kd)
    while (st.length < d) {
      cur = zc(r, CAL[cur], 6);
      st.push(cur);
    }
  return { ci, st };
}
// ---- what changes between base and head --------------------------------------
const CH = (() => {
  const r = rng(SEED ^ 0x99),
    slow = new Map(),
    ren = new Map(),
    gone = new Set(),
    neu = new Map();
  for (let i = 0; i < U; i++) {
    const x = r();
    if (x < 0.01) slow.set(i, 1.3 + r() * 2);
    else if (x < 0.02) slow.set(i, 0.3 + r() * 0.5);
    else if (x < 0.035) ren.set(i, F.name[i].replace(/([A-Za-z]+)(\(|$)/, '$1V2$2'));
    else if (x < 0.038) gone.add(i);
    else if (x < 0.045) neu.set(i, ex('feature::NewPath' + i + '::run(int)', 0, BIN));
  }
  return { slow, ren, gone, neu };
})();
function stacks(bytes, seed) {
  // distinct stacks until the folded text is about `bytes` long; counts Zipf by a random rank
  const r = rng(seed),
    seen = new Set(),
    out = [];
  let n = 0;
  while (n < bytes) {
    const s = walk(r),
      key = s.ci + ':' + s.st.join(',');
    if (seen.has(key)) continue;
    seen.add(key);
    let l = COMMS[s.ci].length + 4;
    for (const f of s.st) l += F.name[f].length + 1;
    n += l;
    out.push(s);
  }
  const perm = out.map((_, i) => i);
  for (let i = perm.length - 1; i > 0; i--) {
    const j = (r() * (i + 1)) | 0;
    [perm[i], perm[j]] = [perm[j], perm[i]];
  }
  const C = out.length * 1.5;
  out.forEach((s, i) => {
    s.n = Math.max(1, Math.round(C / Math.pow(perm[i] + 1, 0.95)));
  });
  return out;
}
function headOf(base, seed) {
  const r = rng(seed),
    out = [];
  for (const s of base) {
    let k = 1,
      drop = false;
    for (const f of s.st) {
      const m = CH.slow.get(f);
      if (m) k *= m;
      if (CH.gone.has(f)) drop = true;
    }
    if (drop || r() < 0.04) continue;
    k = Math.min(8, Math.max(0.1, k)) * (0.9 + r() * 0.2);
    const n = Math.max(1, Math.round(s.n * k));
    out.push({ ci: s.ci, st: s.st, n });
    for (let i = 3; i < s.st.length; i++) {
      const q = CH.neu.get(s.st[i]);
      if (q !== undefined) {
        out.push({ ci: s.ci, st: [...s.st.slice(0, i + 1), q], n: Math.max(1, (n * 0.3) | 0) });
        break;
      }
    }
  }
  const add = (base.length * 0.04) | 0;
  for (let i = 0; i < add; i++) {
    const s = walk(r);
    out.push({ ci: s.ci, st: s.st, n: 1 + ((r() * 3) | 0) });
  }
  return out;
}
function foldedLines(list, head) {
  const m = new Map();
  for (const s of list) {
    let l = COMMS[s.ci];
    for (const f of s.st) l += ';' + ((head && CH.ren.get(f)) || F.name[f]);
    m.set(l, (m.get(l) || 0) + s.n);
  }
  return [...m].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}
function writeFolded(file, lines) {
  const fd = fs.openSync(file, 'w');
  let b = '';
  for (const [l, n] of lines) {
    b += l + ' ' + n + '\n';
    if (b.length > 4e6) {
      fs.writeSync(fd, b);
      b = '';
    }
  }
  fs.writeSync(fd, b);
  fs.closeSync(fd);
}
let PP;
try {
  PP = createRequire(path.resolve('x.js'))('pprof-format');
} catch {
  console.error('pprof-format not found: no .pb files');
}
function writePprof(file, lines) {
  const { Profile, StringTable, ValueType, Sample, Location, Line, Function: Fn } = PP,
    st = new StringTable(),
    fid = new Map(),
    fns = [],
    locs = [];
  const samples = lines.map(([l, n]) => {
    const fr = l.split(';'),
      ids = Array.from({ length: fr.length });
    for (let i = 0; i < fr.length; i++) {
      let id = fid.get(fr[i]);
      if (!id) {
        id = fns.length + 1;
        fid.set(fr[i], id);
        const s = st.dedup(fr[i]);
        fns.push(new Fn({ id, name: s, systemName: s }));
        locs.push(new Location({ id, line: [new Line({ functionId: id, line: 1 })] }));
      }
      ids[fr.length - 1 - i] = id;
    }
    return new Sample({ locationId: ids, value: [n, n * 10000000] });
  });
  const vt = (t, u) => new ValueType({ type: st.dedup(t), unit: st.dedup(u) });
  fs.writeFileSync(
    file,
    new Profile({
      sampleType: [vt('samples', 'count'), vt('cpu', 'nanoseconds')],
      sample: samples,
      location: locs,
      function: fns,
      stringTable: st,
      periodType: vt('cpu', 'nanoseconds'),
      period: 10000000,
      timeNanos: 0,
      durationNanos: 0,
    }).encode(),
  );
}
function writePerf(file, bytes, seed) {
  const list = stacks(bytes / 5, seed ^ 0x1234),
    r = rng(seed ^ 0xabc),
    cum = new Float64Array(list.length);
  let t = 0;
  list.forEach((s, i) => {
    t += s.n;
    cum[i] = t;
  });
  const fd = fs.openSync(file, 'w');
  let b = '',
    n = 0,
    time = 81234.5;
  while (n + b.length < bytes) {
    let lo = 0,
      hi = list.length - 1;
    if (r() < 0.5) {
      const x = r() * t;
      while (lo < hi) {
        const m = (lo + hi) >> 1;
        if (cum[m] < x) lo = m + 1;
        else hi = m;
      }
    } else lo = (r() * list.length) | 0;
    const s = list[lo],
      tid = 4100 + s.ci * 16 + ((r() * 8) | 0);
    time += r() * 0.0005;
    b +=
      COMMS[s.ci].padEnd(15) +
      ' 4096/' +
      tid +
      ' [' +
      String((r() * 16) | 0).padStart(3, '0') +
      '] ' +
      time.toFixed(6) +
      ':    ' +
      (200000 + ((r() * 99999) | 0)) +
      ' cycles:ppp: \n';
    for (let i = s.st.length - 1; i >= 0; i--) {
      const f = s.st[i]; // four return addresses per caller/callee pair class; the leaf address is anywhere
      const o =
          i === s.st.length - 1
            ? (r() * F.size[f]) | 0
            : ((f * 7919 + s.st[i + 1] * 104729) % 4) * ((F.size[f] / 5) | 0) + 5,
        a = F.addr[f] + o;
      b +=
        '\t' +
        (F.kind[f] === 1 ? 'ffffffff' + a.toString(16) : a.toString(16).padStart(16, ' ')) +
        ' ' +
        F.name[f] +
        '+0x' +
        o.toString(16) +
        ' (' +
        F.dso[f] +
        ')\n';
    }
    b += '\n';
    if (b.length > 4e6) {
      fs.writeSync(fd, b);
      n += b.length;
      b = '';
    }
  }
  fs.writeSync(fd, b);
  fs.closeSync(fd);
}
const want = (k) => !ONLY || ONLY.split(',').includes(k);
for (const [k, mb] of [
  ['S', 1],
  ['M', 20],
  ['L', 200],
]) {
  if (!want(k)) continue;
  const b = stacks(mb * 1e6, SEED + mb),
    lb = foldedLines(b, false);
  writeFolded(path.join(OUT, k + '.base.folded'), lb);
  const lh = foldedLines(headOf(b, SEED + mb + 7), true);
  writeFolded(path.join(OUT, k + '.head.folded'), lh);
  console.log(k, 'stacks', lb.length, lh.length);
  if (PP && k !== 'L') {
    writePprof(path.join(OUT, k + '.base.pb'), lb);
    writePprof(path.join(OUT, k + '.head.pb'), lh);
  }
}
for (const [k, mb] of [
  ['perf20', 20],
  ['perf200', 200],
])
  if (want(k)) {
    writePerf(path.join(OUT, k + '.txt'), mb * 1e6, SEED + mb * 3);
    console.log(k);
  }

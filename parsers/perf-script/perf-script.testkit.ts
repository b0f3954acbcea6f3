import fc from 'fast-check';

/** One sample as `perf script` knows it. */
export interface PrintedSample {
  readonly comm: string;
  readonly pid: number;
  readonly tid: number;
  readonly cpu: number;
  /** Microseconds. */
  readonly time: number;
  readonly period: number;
  readonly event: string;
  /** Leaf first. */
  readonly frames: readonly { readonly address: number; readonly name: string; readonly module: string }[];
}

/** Which fields `-F` asked for; a thread, and a time stamp or an event, are always among them. */
export interface Fields {
  readonly tid: boolean;
  readonly cpu: boolean;
  readonly time: boolean;
  readonly period: boolean;
  readonly event: boolean;
  readonly offset: boolean;
}

/** The text that perf prints for samples with call graphs. */
export function perfScriptText(samples: readonly PrintedSample[], fields: Fields, lineEnd = '\n'): string {
  const lines = samples.flatMap((sample) => [
    header(sample, fields),
    ...sample.frames.map(
      ({ address, name, module }) =>
        `\t${address.toString(16).padStart(16)} ${name}${fields.offset ? '+0x1f' : ''} (${module})`,
    ),
    '',
  ]);
  return lines.map((line) => line + lineEnd).join('');
}

function header(sample: PrintedSample, fields: Fields): string {
  const parts = [sample.comm.padEnd(8), fields.tid ? `${sample.pid}/${sample.tid}` : String(sample.pid)];
  if (fields.cpu) parts.push(`[${String(sample.cpu).padStart(3, '0')}]`);
  if (fields.time) parts.push(`${(sample.time / 1e6).toFixed(6)}:`);
  if (fields.period) parts.push(String(sample.period).padStart(10));
  if (fields.event) parts.push(`${sample.event}: `);
  return parts.join(' ');
}

export const arbitraryFields: fc.Arbitrary<Fields> = fc
  .record({
    tid: fc.boolean(),
    cpu: fc.boolean(),
    time: fc.boolean(),
    period: fc.boolean(),
    event: fc.boolean(),
    offset: fc.boolean(),
  })
  // Without an event perf prints no period; without both it prints no line that could be told from text.
  .map((fields) => ({ ...fields, time: fields.time || !fields.event, period: fields.period && fields.event }));

const COMMS = ['app', 'mysqld', 'purge worker 3', 'java [x]', '1234', 'cafe', 'a/b:c', 'kworker/u8:2-ev', 'ÄÖ', '#1'];
const NAMES = [
  'main',
  'operator new(unsigned long)',
  'std::vector<int, std::allocator<int> >::push_back(int&&)',
  '(anonymous namespace)::run() const',
  'operator->',
  'a;b',
  '[unknown]',
  '__GI___libc_write',
  'Interpreter (deleted)',
  'f+0x',
  'größe',
];
const MODULES = ['/usr/sbin/mariadbd', '[kernel.kallsyms]', '/usr/lib/a b.so', '/tmp/x.so (deleted)', '[vdso]'];

export const arbitrarySample: fc.Arbitrary<PrintedSample> = fc.record({
  comm: fc.constantFrom(...COMMS),
  pid: fc.integer({ min: 0, max: 4_194_304 }),
  tid: fc.integer({ min: 0, max: 4_194_304 }),
  cpu: fc.integer({ min: 0, max: 511 }),
  time: fc.integer({ min: 1, max: 1e12 }),
  period: fc.integer({ min: 1, max: 1e9 }),
  event: fc.constantFrom(
    'cycles',
    'cycles:ppp',
    'cpu-clock:u',
    'cpu_core/cycles/P',
    'sched:sched_switch',
    'L1-dcache-loads',
  ),
  frames: fc.array(
    fc.record({
      address: fc.integer({ min: 0, max: 2 ** 47 }),
      name: fc.constantFrom(...NAMES),
      module: fc.constantFrom(...MODULES),
    }),
    { maxLength: 6 },
  ),
});

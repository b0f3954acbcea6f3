import { grouped, percent, plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What makes two sides hard to compare (DESIGN 5, DIFF-SPEC 11 and 13). */
export const COMPARABILITY_WORDS: Vocabulary = {
  'side-without-runs': ({ facts }) => ({
    sentence: `no profile was given for ${facts['side'] === 'base' ? 'base (good)' : 'head (bad)'}`,
  }),
  'unit-mismatch-within': ({ facts }) => ({
    sentence: `the runs of one side count in different units: ${String(facts['base'])} and ${String(facts['head'])}`,
    advice: 'Give runs of one kind, or choose a value type that all of them have.',
  }),
  'unit-untyped': ({ facts }) => ({
    sentence: `one side counts ${unitName(facts['base'])}, the other ${unitName(facts['head'])}; shares are compared, whether both count the same is not known`,
  }),
  'alignment-partial': ({ facts }) => ({
    sentence: `${plural(Number(facts['functions']), 'function')} not looked at for renames: the stacks are too deep for all of them`,
  }),
  'events-differ': ({ facts }) => ({
    sentence: `the sampled events differ: ${names(facts['base'])} in base, ${names(facts['head'])} in head`,
    advice:
      'Different events count different things; record both sides with the same event, or use --force for a look without evidence.',
  }),
  'rates-differ': ({ facts }) => ({
    sentence: `the sampling rates differ: one sample stands for ${grouped(Number(facts['base']))} ${String(facts['unit'])} in base and ${grouped(Number(facts['head']))} in head`,
    advice: 'Record both sides at the same rate, or use --force for a look without evidence.',
  }),
  'calibration-too-few': ({ facts }) => ({
    sentence: `${plural(Number(facts['runs']), 'run')} to calibrate from, and at least ${String(facts['least'])} are needed`,
    advice: 'Give more runs of one and the same build, recorded on the same machine.',
  }),
  'calibration-without-samples': () => ({
    sentence: 'the runs to calibrate from hold weights, and how many samples are behind them is not known',
  }),
  'too-few-variants': ({ facts }) => ({
    sentence: `${plural(Number(facts['given']), 'recording')} given, and at least two are needed`,
  }),
  'trend-without-samples': () => ({
    sentence:
      'the files hold weights, and how many samples are behind them is not known: no change can be told from noise',
  }),
  'trend-empty-points': ({ facts }) => ({
    sentence: `${plural(Number(facts['points']), 'point')} without samples left out`,
  }),
  'stacks-cut': ({ facts }) => ({
    sentence: `${percent(Number(facts['share']))} of ${String(facts['side'])} is in stacks of exactly ${String(facts['depth'])} frames: they were probably cut there, and callers may look smaller than they are`,
    advice:
      'Record with a larger limit (perf: kernel.perf_event_max_stack), or go by own time, which a cut does not change.',
  }),
  'roots-differ': ({ facts }) => ({
    sentence: `only ${percent(Number(facts['base']))} of base and ${percent(Number(facts['head']))} of head begin with a frame that both sides begin with: the stacks were probably unwound differently`,
    advice: 'Record both sides with the same unwinding (frame pointers or DWARF), or go by own time.',
  }),
  'per-second-unknown': () => ({
    sentence:
      'CPUs busy cannot be computed: the files do not say how long they recorded, or what CPU time a sample stands for',
    advice: 'Shares need neither; pprof files and perf script with time stamps and --clockid know both.',
  }),
  'per-work-unknown': ({ facts }) => {
    const because = String(facts['because']);
    const advice = PER_WORK_ADVICE.get(because);
    return {
      sentence: `nothing can be computed per unit of work: ${REASONS.get(because) ?? because}`,
      ...(advice === undefined ? {} : { advice }),
    };
  },
  'comparison-forced': () => ({
    sentence: 'compared all the same, as asked: shares of different things, so nothing here is evidence',
  }),
  'periods-differ': ({ facts }) => ({
    sentence: `one sample weighs ${grouped(Number(facts['base']))} in base and ${grouped(Number(facts['head']))} in head; shares can be compared, counts cannot`,
  }),
  'durations-differ': ({ facts }) => ({
    sentence: `the recordings differ in length: ${seconds(facts['base'])} in base, ${seconds(facts['head'])} in head`,
  }),
  'symbols-poor': ({ facts }) => ({
    sentence: `only ${percent(Number(facts['known']))} of the values of ${String(facts['side'])} have a function with a known name`,
    advice: 'Install debug symbols, or record on the machine that has the binaries, and record again.',
  }),
  'unknown-frames-differ': ({ facts }) => ({
    sentence: `[unknown] is ${percent(Number(facts['base']))} in base and ${percent(Number(facts['head']))} in head: ${(Number(facts['gap']) * 100).toFixed(1)} points of any difference may be lost symbols`,
    advice: 'Install the debug symbols on the side that lacks them and record again.',
  }),
  'one-side-pruned': ({ facts }) => ({
    sentence: `only ${String(facts['side'])} was read from a picture that leaves narrow frames out; what is missing there is not gone`,
  }),
  'drawing-limits-differ': ({ facts }) => ({
    sentence: `base was drawn with frames under ${percent(Number(facts['base']))} removed, head with frames under ${percent(Number(facts['head']))}; what is missing on the coarser side is not gone`,
  }),
  'labels-differ': ({ facts }) => ({
    sentence: `the ${String(facts['label'])} differs: ${names(facts['base'])} in base, ${names(facts['head'])} in head; not only the commit changed`,
  }),
  'idle-removed': ({ facts }) => ({
    sentence: `${plural(Number(facts['stacks']), 'idle stack')} taken out of both sides: ${percent(Number(facts['base']))} of base, ${percent(Number(facts['head']))} of head`,
  }),
  'period-inferred': ({ facts }) => ({
    sentence: `the counts are multiples of ${grouped(Number(facts['period']))}, taken for the sampling period: ${grouped(Number(facts['samples']))} samples in ${String(facts['side'])}`,
  }),
  'runs-too-short': ({ facts }) => ({
    sentence: `${plural(Number(facts['runs']), 'run')} of ${String(facts['side'])} with fewer than ${String(facts['least'])} samples take no part in tests`,
  }),
};

const REASONS: ReadonlyMap<string, string> = new Map([
  ['no-metric', 'no throughput (tps) is known for both sides'],
  ['no-throughput', 'the throughput of a side is not above 0'],
  ['event-not-time', 'the profiles do not count CPU time'],
  ['duration-unknown', 'a profile does not say how many seconds it covers'],
  ['frequency-unknown', 'the sampling rate is not known and may differ between the sides'],
  ['windows-differ', 'profile and benchmark cover different times'],
  ['no-samples', 'a side has no samples'],
]);

/** What to add for a cost per unit of work, where something can be added. */
const PER_WORK_ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'no-metric',
    'Add the output of the benchmark to the runs of both sides (command line: --base-metrics, --head-metrics).',
  ],
  [
    'duration-unknown',
    'Folded stacks and drawings do not hold it: give the perf script with its time stamps, or pprof, of the same recording.',
  ],
  [
    'frequency-unknown',
    'Folded stacks and drawings do not hold it: give the perf script or pprof of the same recording.',
  ],
  ['event-not-time', 'Record CPU time: cpu-clock, cycles of a fixed clock, or a CPU profile.'],
]);

function unitName(unit: unknown): string {
  return unit === 'samples' ? 'something its file does not name' : String(unit);
}

function names(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function seconds(value: unknown): string {
  return `${grouped(Number(Number(value).toPrecision(3)))} s`;
}

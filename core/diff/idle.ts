import { frameName } from '../model/profile.ts';
import type { Profile, ValueType } from '../model/profile.ts';
import { totalOf } from '../model/totals.ts';

/**
 * Frames of a CPU that has nothing to do (DIFF-SPEC 1). A trailing `*` stands for any rest; nothing else is special.
 */
const IDLE_PATTERNS: readonly string[] = [
  'swapper*',
  'acpi_idle*',
  'acpi_processor_ffh_cstate_enter*',
  'acpi_safe_halt*',
  'arch_cpu_idle*',
  'call_cpuidle*',
  'cpu_idle*',
  'cpu_startup_entry*',
  'cpuidle_*',
  'default_idle*',
  'do_idle*',
  'intel_idle*',
  'mwait_idle*',
  'native_safe_halt*',
  'poll_idle*',
  'psci_cpu_suspend_enter*',
  'pv_native_safe_halt*',
];

/** Instruments of the performance schema for time in which a connection waits for its client. */
const IDLE_INSTRUMENTS: readonly string[] = ['idle'];

export interface WithoutIdle {
  /** The same tables with the values of idle stacks set to 0, in every column. */
  readonly profile: Profile;
  /** Weight taken out, in the default value type, without rounding. */
  readonly idle: number | bigint;
  /** Number of stacks taken out. */
  readonly stacks: number;
}

/**
 * Takes the stacks out whose leaf-most known frame matches an idle pattern. Apply it to all runs of both sides or to
 * none: shares are of T without idle.
 */
export function withoutIdle(profile: Profile, patterns: readonly string[] = idlePatternsOf(profile)): WithoutIdle {
  const kinds = frameKinds(profile, patterns);
  if (!kinds.includes(IDLE)) return { profile, idle: 0, stacks: 0 };
  const idle = idleNodes(profile, kinds);
  const main = profile.values[profile.defaultValueType];
  let stacks = 0;
  for (let node = 0; node < idle.length; node++) if (idle[node] === 1 && main?.[node] !== 0) stacks++;
  if (!profile.values.some((column) => column.some((value, node) => value !== 0 && idle[node] === 1))) {
    return { profile, idle: 0, stacks: 0 };
  }
  const kept = {
    ...profile,
    values: profile.values.map((column) => column.map((value, node) => (idle[node] === 1 ? 0 : value))),
    exactValues: profile.exactValues.map(
      (column) => column?.map((value, node) => (idle[node] === 1 ? 0n : value)) ?? null,
    ),
  };
  const valueTypes = profile.valueTypes.map((type, t) => ({ ...type, sampling: keptSampling(type, profile, kept, t) }));
  return { profile: { ...kept, valueTypes }, idle: difference(totalOf(profile), totalOf(kept)), stacks };
}

function idlePatternsOf({ source }: Profile): readonly string[] {
  return source.format === 'performance-schema' ? IDLE_INSTRUMENTS : IDLE_PATTERNS;
}

const WORK = 0;
const IDLE = 1;
const UNKNOWN = 2;

function frameKinds(profile: Profile, patterns: readonly string[]): Uint8Array {
  const names = patterns.filter((pattern) => !pattern.endsWith('*'));
  const beginnings = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  const kinds = new Uint8Array(profile.frames.length);
  for (let frame = 0; frame < kinds.length; frame++) {
    const spelled = frameName(profile, frame);
    const name = spelled.endsWith('_[k]') ? spelled.slice(0, -4) : spelled;
    const isIdle = names.includes(name) || beginnings.some((beginning) => name.startsWith(beginning));
    kinds[frame] = isUnknown(spelled) ? UNKNOWN : isIdle ? IDLE : WORK;
  }
  return kinds;
}

/** 1 for each node whose stack ends in idle code: its own frame, or the nearest known one above. */
function idleNodes({ nodes }: Profile, kinds: Uint8Array): Uint8Array {
  const idle = new Uint8Array(nodes.length);
  for (let node = 1; node < nodes.length; node++) {
    const kind = kinds[nodes.frame[node]!];
    idle[node] = kind === UNKNOWN ? idle[nodes.parent[node]!]! : kind === IDLE ? 1 : 0;
  }
  return idle;
}

function isUnknown(name: string): boolean {
  return name === '' || name === '[unknown]' || name === 'unknown' || /^0x[0-9a-f]+$/i.test(name);
}

/** Samples are assumed to be spread over the weight: exact where every sample weighs the same. */
function keptSampling(type: ValueType, before: Profile, after: Profile, t: number): ValueType['sampling'] {
  const [all, left] = [Number(totalOf(before, t)), Number(totalOf(after, t))];
  if (type.sampling === null || all === left || !(all > 0)) return type.sampling;
  const { records, sumOfSquares } = type.sampling;
  if (records === all && sumOfSquares === all) return { records: left, sumOfSquares: left };
  return { records: (records * left) / all, sumOfSquares: (sumOfSquares * left) / all };
}

function difference(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const exact = BigInt(a) - BigInt(b);
  return exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : exact;
}

import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { ProfileFacts } from '../../core/model/builder.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { LegacyProfile, LegacySample } from './legacy.ts';
import { MemoryMap, beginsMap } from './memory-map.ts';
import { Names } from './names.ts';
import { kindOf } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { readThreads } from './threads.ts';

const HEAP = /^\s*(\d{1,18}): *(\d{1,18}) *\[ *(\d{1,18}): *(\d{1,18}) *\] @([ x0-9a-f]*)$/i;
const PAIR = /^\s*(\d{1,18}) +(\d{1,18}) +@([ x0-9a-f]*)$/i;
const COUNT = /^\s*(\d{1,18}) @((?: 0x[0-9a-f]+)+)\s*$/i;
const ATTRIBUTE = /^([a-z][a-z/ ]{0,40})=(.{0,200})$/i;

/** What is needed to make a sample of a line. */
interface State {
  readonly kind: Kind;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads the text formats of gperftools, of Go before profile.proto (and `?debug=1`), and of Google's Java profiler. */
export function readText(text: string): Result<LegacyProfile, Fault> {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const kind = kindOf(lines[first] ?? '');
  if (kind === null) {
    return err(
      fault('text-bad-line', { line: first + 1, seen: lines[first] ?? '', expected: 'the header of a profile' }),
    );
  }
  if (kind.name === 'threads') return ok(readThreads(lines, first));
  const attributes = new Map<string, string>();
  const names = new Names();
  const map = new MemoryMap();
  const problems = new ProblemLog();
  const samples: LegacySample[] = [];
  /** Sum of the first numbers of samples, which the header announces. */
  let counted = 0;
  let place: 'samples' | 'map' = 'samples';
  for (let at = first + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || names.readGo(line) || /^\s*#/.test(line)) continue;
    if (beginsMap(line)) {
      place = 'map';
      continue;
    }
    const attribute = ATTRIBUTE.exec(line.trim());
    if (attribute !== null) {
      attributes.set((attribute[1] ?? '').trim().toLowerCase(), (attribute[2] ?? '').trim());
      continue;
    }
    if (place === 'map') {
      if (!map.read(line)) problems.add('note', 'text-lines-ignored', { line: at + 1, seen: line });
      continue;
    }
    const sample = sampleOf(line, { kind, attributes });
    if (sample !== null) {
      samples.push(sample);
      counted += Number.parseInt(line, 10);
    } else if (!names.readJava(line)) {
      return err(fault('text-bad-line', { line: at + 1, seen: line, expected: EXPECTED[kind.name] ?? '' }));
    }
  }
  if (kind.announced === null && place !== 'map') problems.add('note', 'text-end-unknown');
  if (kind.announced !== null && counted < kind.announced) {
    problems.add('warning', 'legacy-total-differs', { facts: { counted, announced: kind.announced } });
  }
  const { types, period } = factsOf({ kind, attributes });
  return ok({
    kind: kind.generator,
    types,
    period,
    samples,
    names: names.byAddress,
    map,
    problems,
    lines: lines.length,
  });
}

const EXPECTED: Readonly<Record<string, string>> = {
  heap: 'COUNT: BYTES [COUNT: BYTES] @ ADDRESSES',
  pairs: 'VALUE COUNT @ ADDRESSES',
  counts: 'COUNT @ ADDRESSES',
};

function sampleOf(line: string, state: State): LegacySample | null {
  const { kind } = state;
  const parts = (kind.name === 'heap' ? HEAP : kind.name === 'pairs' ? PAIR : COUNT).exec(line);
  if (parts === null) return null;
  const addresses = addressesIn(parts.at(-1) ?? '');
  const numbers = parts.slice(1, -1).map(Number);
  if (addresses === null || numbers.some((value) => !Number.isSafeInteger(value))) return null;
  if (kind.name === 'counts') return { addresses, values: numbers };
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  if (kind.name === 'heap') {
    const inUse = scaled(first, second, kind.rate);
    return { addresses, values: kind.hasAllocated ? [...scaled(third, fourth, kind.rate), ...inUse] : inUse };
  }
  return { addresses, values: pairValues(first, second, state) };
}

/** 0 for what is no whole number: `Infinity` would be in every value. */
function wholeOf(attribute: string | undefined): number {
  return /^\d{1,15}$/.test(attribute?.trim() ?? '') ? Number(attribute) : 0;
}

/** `value count`: bytes or delay first. */
function pairValues(value: number, count: number, { kind, attributes }: State): readonly number[] {
  const isJava = attributes.get('format') === 'java';
  if (kind.isHeap) return scaled(count, value, isJava ? JAVA_HEAP_RATE : 1);
  const written = wholeOf(attributes.get('sampling period'));
  const period = written > 0 ? written : 1;
  if (isJava) return [count * period, value * period];
  const hertz = wholeOf(attributes.get('cycles/second'));
  return [count * period, hertz > 0 ? Math.trunc((value * period) / (hertz / 1e9)) : value * period];
}

const JAVA_HEAP_RATE = 524_288;

/**
 * An allocation of `size` bytes is sampled with the probability 1 − exp(−size/rate), so counts and bytes are scaled up by
 * its inverse for the mean size of the stack (google/pprof, scaleHeapSample), to whole numbers as there.
 */
function scaled(count: number, size: number, rate: number): readonly [number, number] {
  if (count === 0 || size === 0) return [0, 0];
  if (rate <= 1) return [count, size];
  const scale = 1 / (1 - Math.exp(-(size / count) / rate));
  return [Math.trunc(count * scale), Math.trunc(size * scale)];
}

function addressesIn(text: string): readonly bigint[] | null {
  const addresses: bigint[] = [];
  for (const word of text.split(' ')) {
    if (word === '') continue;
    const digits = word.replace(/^0x/i, '');
    if (!/^[0-9a-f]{1,16}$/i.test(digits)) return null;
    addresses.push(BigInt(`0x${digits}`));
  }
  return addresses;
}

function factsOf({ kind, attributes }: State): {
  readonly types: LegacyProfile['types'];
  readonly period: ProfileFacts['period'];
} {
  if (kind.name === 'counts') return { types: [[kind.counted, 'count']], period: { value: 1, unit: 'count' } };
  if (kind.name === 'heap') {
    const period = { value: kind.rate, unit: 'bytes' };
    const inUse = kind.hasAllocated ? 'inuse_' : '';
    const live = [[`${inUse}objects`, 'count'] as const, [`${inUse}space`, 'bytes'] as const];
    if (!kind.hasAllocated) return { types: live, period };
    return { types: [['alloc_objects', 'count'], ['alloc_space', 'bytes'], ...live], period };
  }
  if (kind.isHeap) {
    return {
      types: [
        ['inuse_objects', 'count'],
        ['inuse_space', attributes.get('resolution') ?? 'bytes'],
      ],
      period: null,
    };
  }
  const every = wholeOf(attributes.get('sampling period'));
  const unit = attributes.get('format') === 'java' ? (attributes.get('resolution') ?? 'microseconds') : 'nanoseconds';
  const counted = wholeOf(attributes.get('cycles/second')) > 0 || unit !== 'nanoseconds';
  return {
    types: [
      ['contentions', 'count'],
      ['delay', counted ? unit : 'cycles'],
    ],
    period: every > 0 ? { value: every, unit: 'count' } : null,
  };
}

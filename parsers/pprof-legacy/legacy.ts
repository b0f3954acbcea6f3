import { ProfileBuilder } from '../../core/model/builder.ts';
import type { FrameDetails, ProfileFacts } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault, ProblemLog } from '../../core/model/problem.ts';
import type { FrameIndex, ValueType } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';
import type { MemoryMap } from './memory-map.ts';

export interface LegacyName {
  readonly name: string;
  readonly details: FrameDetails;
}

/** What all kinds of the old formats come to: stacks of addresses, leaf first, with a value for each type. */
export interface LegacySample {
  readonly addresses: readonly bigint[];
  readonly values: readonly number[];
}

export interface LegacyProfile {
  readonly kind: string;
  readonly types: readonly (readonly [name: string, unit: string])[];
  readonly samples: readonly LegacySample[];
  readonly period: ProfileFacts['period'];
  readonly names: ReadonlyMap<bigint, LegacyName>;
  readonly map: MemoryMap;
  readonly problems: ProblemLog;
  readonly lines: number;
}

/** Which column is shown first, as the reference tool does: the last one. */
export function buildLegacy(legacy: LegacyProfile, context: ReadContext): Result<ParsedFile, Fault> {
  const { types, samples, names, map, problems } = legacy;
  const builder = new ProfileBuilder(types.length, context.limits);
  const stacks = new StackTable(builder);
  const frames = new Map<bigint, FrameIndex>();
  let unnamed = 0;
  const frameOf = (address: bigint): FrameIndex => {
    const known = frames.get(address);
    if (known !== undefined) return known;
    const named = names.get(address);
    if (named === undefined) unnamed++;
    const module = map.moduleOf(address);
    const frame = builder.frame(named?.name ?? `0x${address.toString(16)}`, { module, ...named?.details });
    frames.set(address, frame);
    return frame;
  };
  for (const { addresses, values } of samples) {
    if (addresses.length > context.limits.maxDepth) {
      return err(fault('stack-too-deep', { facts: { maximum: context.limits.maxDepth } }));
    }
    const node = stacks.node(Int32Array.from(addresses, frameOf), addresses.length);
    for (const [t, value] of values.entries()) builder.addSelf(node, value, t);
    if (builder.overflow !== null) return err(builder.overflow);
  }
  if (unnamed > 0) problems.add('warning', 'legacy-no-names', { facts: { addresses: unnamed, of: frames.size } });
  const valueTypes = types.map(([name, unit], t): ValueType => {
    const isSamples = name === 'samples' && unit === 'count';
    return { name, unit, sampling: isSamples ? countedSamples(builder, t) : null };
  });
  return onlyProfile(
    builder,
    {
      valueTypes,
      defaultValueType: types.length - 1,
      period: legacy.period ?? null,
      source: { fileName: context.fileName, format: 'pprof-legacy', generator: legacy.kind, sha256: null },
      problems: problems.list(),
    },
    { lines: legacy.lines, expected: 'counts with "@" and addresses' },
  );
}

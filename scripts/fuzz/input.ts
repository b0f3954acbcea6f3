import { IMPORTERS } from '../../parsers/registry.ts';
import { Random } from '../validate-stats/random.ts';
import { mutated } from './mutate.ts';
import type { Seedling } from './mutate.ts';

/** Part of the inputs that is read by an importer that detection would not have chosen. */
const FORCED = 0.2;

/** The input with this number: the same for the same seed and fixtures. */
export function inputOf(
  seedlings: readonly Seedling[],
  seed: number,
  index: number,
): Seedling & { readonly format: string | null } {
  const random = new Random(seed * 1_000_003 + index);
  const input = mutated(seedlings, random);
  const isForced = random.uniform() < FORCED;
  const format = isForced ? (IMPORTERS[random.integer(0, IMPORTERS.length)]?.id ?? null) : null;
  return { ...input, format };
}

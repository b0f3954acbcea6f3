import type { NormalizationLevel } from '../../core/diff/comparison.ts';
import { normalizerOf } from '../../pipeline/index.ts';

/** Names and versions of the rule packs that a level applies: part of the identity of a stored comparison. */
export function rulesOf(): (level: NormalizationLevel) => string {
  const known = new Map<NormalizationLevel, string>();
  return (level) => {
    const version = known.get(level) ?? versionOf(level);
    known.set(level, version);
    return version;
  };
}

function versionOf(level: NormalizationLevel): string {
  const normalizer = normalizerOf({ level });
  if (!normalizer.ok) throw new Error(`the built-in rules do not compile: ${normalizer.error.code}`);
  const { packs } = normalizer.value;
  return packs.length === 0 ? 'none' : packs.map(({ name, version }) => `${name} ${version}`).join(', ');
}

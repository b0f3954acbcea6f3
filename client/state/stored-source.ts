/** A comparison that a server stored under an id. */
import { err, ok } from '../../core/result.ts';
import { compareStored, storedComparison, storedProfile } from '../api/api.ts';
import { comparisonData } from '../api/comparison-data.ts';
import { countableOf } from '../model/countable.ts';
import { projectDesk } from '../rules/rules-desk.ts';
import { comparisonPath } from './route.ts';
import type { ComparisonSource } from './source.ts';

export function storedSource(id: string): ComparisonSource {
  return {
    id,
    kind: 'stored',
    store: null,
    write: null,
    rules: projectDesk(id),
    permalink: new URL(comparisonPath(id), location.href).href,
    comparison: (onPicture) => comparisonData(id, onPicture),
    record: () => storedComparison(id),
    async countable() {
      const known = await storedComparison(id);
      if (!known.ok) return known;
      const [first] = known.value.base;
      const profile = first === undefined ? null : await storedProfile(first.id);
      if (profile === null) return ok(countableOf([], null, false));
      return profile.ok
        ? ok(countableOf(profile.value.facts.profiles, known.value.recording, known.value.sameWidth))
        : profile;
    },
    async recompare(change) {
      const known = await storedComparison(id);
      if (!known.ok) return err(known.error);
      const { base, head, level, without, valueType, recording, force, sameWidth } = known.value;
      const { swap = false, ...changed } = change;
      const sides = swap ? { base: head, head: base } : { base, head };
      const compared = await compareStored({
        ...sides,
        level,
        without,
        valueType,
        recording,
        force,
        sameWidth,
        ...changed,
      });
      return compared.ok ? ok(comparisonPath(compared.value.id, 'view')) : err(compared.error);
    },
  };
}

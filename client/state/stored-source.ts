/** A comparison that a server stored under an id. */
import { err, ok } from '../../core/result.ts';
import { compareStored, storedComparison } from '../api/api.ts';
import { comparisonData } from '../api/comparison-data.ts';
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
    async recompare(change) {
      const known = await storedComparison(id);
      if (!known.ok) return err(known.error);
      const { base, head } = known.value;
      const level = change.level ?? known.value.level;
      const without = change.without ?? known.value.without;
      const compared = await (change.swap === true
        ? compareStored(head, base, level, without)
        : compareStored(base, head, level, without));
      return compared.ok ? ok(comparisonPath(compared.value.id, 'view')) : err(compared.error);
    },
  };
}

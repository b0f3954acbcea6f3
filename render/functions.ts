import { functionSums } from '../core/diff/functions.ts';
import { share } from '../core/diff/shares.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { unionTree } from '../core/tree/union.ts';
import { jsonCount } from './json.ts';
import type { JsonProfileFunction } from './json-types.ts';

/** Functions of one profile, largest inclusive count first, then by name; recursion counts once a stack. */
export function profileFunctions(
  profile: Profile,
  valueType = profile.defaultValueType,
): Result<readonly JsonProfileFunction[], Fault> {
  const made = unionTree([[{ profile, valueType }]]);
  if (!made.ok) return err(made.error);
  const tree = made.value;
  const [side] = tree.sides;
  if (side === undefined) return ok([]);
  const { self, total } = functionSums(tree, side.self, side.total);
  // A side of a comparison has the tree of both, with zeros.
  const present = Array.from({ length: tree.functions.length }, (_, f) => f).filter((f) => total[f] !== 0);
  const order = present.sort(
    (a, b) => total[b]! - total[a]! || (tree.functions.names[a]! < tree.functions.names[b]! ? -1 : 1),
  );
  return ok(
    order.map((f) => ({
      name: tree.functions.names[f] ?? '',
      module: tree.functions.modules[f] ?? null,
      self: jsonCount(self[f]!),
      total: jsonCount(total[f]!),
      share: share(total[f]!, side.sum),
      selfShare: share(self[f]!, side.sum),
    })),
  );
}

import { mergedGroups, rulesOf, unexplained } from '../../../core/normalize/merge-reasons.testkit.ts';
import { audited } from '../product.ts';
import type { Reading } from '../product.ts';
import type { Check, Subject } from '../record.ts';

/** Format of the row in the report. */
const ROW = 'merged groups';

/**
 * Recorded names that the default rules make one, over all files of a run. A group without a reason on the list fails:
 * default rules merge no two functions that differ in source. Groups that many files have are counted once.
 */
export class MergedGroups {
  readonly #seen = new Set<string>();
  /** By the rules that made them. */
  readonly #groups = new Map<string, Check[]>();

  add(reading: Reading): void {
    if (!reading.ok) return;
    for (const { profile } of reading.profiles) {
      for (const group of mergedGroups(audited(profile))) {
        const key = [group.name, ...[...group.from.keys()].sort()].join('\n');
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
        const rules = rulesOf(group).join(' + ');
        const detail = unexplained(group);
        const check: Check = { name: group.name, outcome: detail === null ? 'pass' : 'fail', detail: detail ?? '' };
        this.#groups.set(rules, [...(this.#groups.get(rules) ?? []), check]);
      }
    }
  }

  /** One subject for each set of rules: its checks are the groups, so the report counts them. */
  subjects(): readonly Subject[] {
    const byCount = [...this.#groups].sort(([, a], [, b]) => b.length - a.length);
    return byCount.map(([rules, checks]) => ({ file: rules, format: ROW, checks }));
  }
}

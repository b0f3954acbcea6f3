import { existsSync } from 'node:fs';
import { listOf, objectOf, readJson, textOf } from './json.ts';
import type { Check, Subject } from './record.ts';

/** A failure that is understood: proof that the expectation is wrong, or that the fact is not in the file. */
export interface Gap {
  readonly file: string;
  readonly check: string;
  readonly reason: string;
}

export function readGaps(path: string): readonly Gap[] {
  if (!existsSync(path)) return [];
  return listOf(readJson(path), path).map((entry) => {
    const gap = objectOf(entry, 'a known gap');
    const reason = textOf(gap['reason'], 'reason');
    if (reason.trim() === '') throw new Error(`a known gap needs a reason: ${JSON.stringify(gap)}`);
    return { file: textOf(gap['file'], 'file'), check: textOf(gap['check'], 'check'), reason };
  });
}

/**
 * Turns failures that are listed into gaps. A listed check that passes, or is not made any more, is stale: the list must
 * shrink with the gaps. Gaps of files that are not in this run do not count.
 */
export function withGaps(subject: Subject, gaps: readonly Gap[]): Subject {
  const mine = gaps.filter(({ file }) => file === subject.file);
  if (mine.length === 0) return subject;
  const isWaiting = subject.checks.some(({ name, outcome }) => name === 'format' && outcome === 'not-yet');
  const checks = subject.checks.map((check): Check => {
    const gap = mine.find((one) => one.check === check.name);
    if (gap === undefined || check.outcome === 'not-yet') return check;
    if (check.outcome === 'fail') return { ...check, outcome: 'gap', detail: `${gap.reason} [${check.detail}]` };
    return { ...check, outcome: 'stale', detail: `passes now; take it off known-gaps.json (${gap.reason})` };
  });
  const gone = mine.filter((gap) => !isWaiting && !subject.checks.some(({ name }) => name === gap.check));
  const stale = gone.map(
    (gap): Check => ({
      name: gap.check,
      outcome: 'stale',
      detail: 'is not checked any more; take it off known-gaps.json',
    }),
  );
  return { ...subject, checks: [...checks, ...stale] };
}

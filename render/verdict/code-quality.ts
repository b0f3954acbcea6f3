import type { CiVerdict } from '../ci-verdict.ts';
import { FINDINGS_PATH, findingsOf } from './findings.ts';
import { shortSentence } from './lines.ts';

const SEVERITIES = { fails: 'critical', open: 'minor', excused: 'info' } as const;

/** A verdict as a code-quality report of GitLab, which shows its lines in the merge request. */
export function verdictCodeQuality(verdict: CiVerdict, path = FINDINGS_PATH): string {
  const issues = findingsOf(verdict).map(({ rule, weight, sentence, fingerprint, reason }) => ({
    description: reason === null ? `${shortSentence(sentence)}.` : `${shortSentence(sentence)} (allowed: ${reason}).`,
    check_name: `firebreak/${rule}`,
    fingerprint,
    severity: SEVERITIES[weight],
    location: { path, lines: { begin: 1 } },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}

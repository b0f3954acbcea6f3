import { visible } from '../../core/text/visible.ts';
import type { Check, Outcome, Subject } from './record.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Not yet supported, and known gaps. */
  readonly skipped: number;
}

export function countsOf(subjects: readonly Subject[]): Counts {
  const of = (...outcomes: readonly Outcome[]) =>
    subjects.reduce((sum, { checks }) => sum + checks.filter(({ outcome }) => outcomes.includes(outcome)).length, 0);
  return { passed: of('pass'), failed: of('fail', 'stale'), skipped: of('not-yet', 'gap') };
}

/** The whole report; its last line is the counts. */
export function reportOf(subjects: readonly Subject[], verbose: boolean): string {
  const lines: string[] = [];
  const formats = [...new Set(subjects.map(({ format }) => format))].sort();
  for (const format of formats)
    lines.push(
      ...formatLines(
        format,
        subjects.filter((one) => one.format === format),
        verbose,
      ),
    );
  lines.push('', ...summary(formats, subjects), '');
  const { passed, failed, skipped } = countsOf(subjects);
  lines.push(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return lines.join('\n');
}

function formatLines(format: string, subjects: readonly Subject[], verbose: boolean): readonly string[] {
  const lines: string[] = [];
  for (const { file, checks } of subjects) {
    const shown = checks.filter(({ outcome }) => outcome !== 'pass');
    if (verbose) lines.push(`${tally(checks)}  ${file}`);
    else if (shown.some(({ outcome }) => outcome !== 'not-yet')) lines.push(`  ${file}`);
    if (!verbose && shown.every(({ outcome }) => outcome === 'not-yet')) continue;
    for (const { outcome, name, detail } of shown)
      lines.push(`    ${label(outcome)}  ${visible(name)}: ${visible(detail)}`);
  }
  if (!verbose) lines.push(...waiting(subjects));
  return lines.length === 0 ? [] : ['', format, ...lines];
}

/** What is not yet there, counted by reason. */
function waiting(subjects: readonly Subject[]): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { checks } of subjects) {
    for (const { outcome, name, detail } of checks) {
      if (outcome !== 'not-yet') continue;
      const reason = detail.startsWith('no check') ? `${detail} (${name})` : detail;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  }
  return [...reasons].map(([reason, count]) => `    ${label('not-yet')}  ${count} × ${reason}`);
}

function summary(formats: readonly string[], subjects: readonly Subject[]): readonly string[] {
  const rows = formats.map((format) => {
    const mine = subjects.filter((one) => one.format === format);
    const checks = mine.flatMap((one) => one.checks);
    const count = (wanted: Outcome) => String(checks.filter(({ outcome }) => outcome === wanted).length);
    const failed = checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'stale').length;
    return [
      format,
      String(mine.length),
      String(checks.length),
      count('pass'),
      String(failed),
      count('not-yet'),
      count('gap'),
    ];
  });
  const table = [['format', 'files', 'checks', 'pass', 'fail', 'not yet', 'known gap'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function tally(checks: readonly Check[]): string {
  const worst = (['fail', 'stale', 'gap', 'not-yet', 'pass'] as const).find((one) =>
    checks.some(({ outcome }) => outcome === one),
  );
  return `${label(worst ?? 'pass')} ${String(checks.length).padStart(4)}`;
}

function label(outcome: Outcome): string {
  const names: Readonly<Record<Outcome, string>> = {
    pass: 'ok       ',
    fail: 'FAIL     ',
    stale: 'STALE GAP',
    gap: 'known gap',
    'not-yet': 'not yet  ',
  };
  return names[outcome];
}

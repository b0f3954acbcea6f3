import { visible } from '../../core/text/visible.ts';
import type { CiVerdict, CiVerdictKind } from '../ci-verdict.ts';
import { xmlAttribute, xmlText } from '../xml.ts';
import { detailsOf, linkOf, metricSentence, titleOf, weightOfMetric, weightOfRow } from './lines.ts';
import type { Weight } from './lines.ts';

/** What stands inside a test case. `plain` and `skipped` are green, the others red. */
type Case = {
  readonly name: string;
  readonly group: string;
  readonly kind: 'plain' | 'skipped' | 'failure' | 'error';
  readonly says: string;
};

const OF_VERDICT: Readonly<Record<CiVerdictKind, Case['kind']>> = {
  pass: 'plain',
  regression: 'failure',
  inconclusive: 'skipped',
  neutral: 'skipped',
  error: 'error',
};
const OF_WEIGHT: Readonly<Record<Weight, Case['kind']>> = {
  fails: 'failure',
  open: 'skipped',
  excused: 'plain',
  fine: 'plain',
};

/**
 * A verdict as JUnit XML (the schema of Jenkins): a test case for the verdict, one for each row and each metric. What is
 * open is skipped, so that a report never is red where the verdict is not.
 */
export function verdictJunit(verdict: CiVerdict, server: string | null = null): string {
  const cases = casesOf(verdict, server);
  const count = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="firebreak" ${counts} time="0">`,
    `  <testsuite name="firebreak" ${counts} skipped="${count('skipped')}" time="0">`,
    ...cases.flatMap(linesOf),
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function casesOf(verdict: CiVerdict, server: string | null): readonly Case[] {
  const link = linkOf(verdict, server);
  const says = [visible(verdict.sentence), ...detailsOf(verdict), ...(link === null ? [] : [link])].join('\n');
  const { gate } = verdict;
  return [
    { name: titleOf(verdict), group: 'firebreak', kind: OF_VERDICT[verdict.verdict], says },
    ...(gate?.rows ?? []).map((row) => ({
      name: visible(row.name),
      group: `firebreak.${row.kind}`,
      kind: OF_WEIGHT[weightOfRow(row)],
      says: row.sentence,
    })),
    ...(gate?.metrics ?? []).map((metric) => ({
      name: visible(metric.name),
      group: 'firebreak.metric',
      kind: OF_WEIGHT[weightOfMetric(metric)],
      says: metricSentence(metric),
    })),
  ];
}

function linesOf({ name, group, kind, says }: Case): readonly string[] {
  const open = `    <testcase classname="${xmlAttribute(group)}" name="${xmlAttribute(name)}" time="0">`;
  const message = xmlAttribute(says.split('\n')[0] ?? '');
  const inside =
    kind === 'plain'
      ? `<system-out>${xmlText(says)}</system-out>`
      : kind === 'skipped'
        ? `<skipped message="${message}"/>`
        : `<${kind} message="${message}" type="${kind === 'failure' ? 'regression' : 'error'}">${xmlText(says)}</${kind}>`;
  return [open, `      ${inside}`, '    </testcase>'];
}

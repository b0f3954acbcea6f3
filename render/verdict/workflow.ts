import { plural } from '../../core/words/numbers.ts';
import type { CiVerdict, CiVerdictKind } from '../ci-verdict.ts';
import { findingsOf } from './findings.ts';
import { linkOf, shortSentence, titleOf } from './lines.ts';

/** GitHub shows ten annotations of a kind for a step; one is for the verdict, and one may say how many are missing. */
const MOST = 8;

const COMMANDS: Readonly<Record<CiVerdictKind, Command>> = {
  pass: 'notice',
  regression: 'error',
  inconclusive: 'warning',
  neutral: 'notice',
  error: 'warning',
};
type Command = 'notice' | 'warning' | 'error';

/** A verdict as workflow commands of GitHub, which become annotations of the check. */
export function verdictAnnotations(verdict: CiVerdict, server: string | null = null): string {
  const link = linkOf(verdict, server);
  const findings = findingsOf(verdict).filter(({ weight }) => weight !== 'excused');
  const lines = [
    annotation(
      COMMANDS[verdict.verdict],
      titleOf(verdict),
      `${shortSentence(verdict.sentence)}${link === null ? '' : `\n${link}`}`,
    ),
    ...findings
      .slice(0, MOST)
      .map(({ weight, sentence }) =>
        annotation(weight === 'fails' ? 'error' : 'warning', 'Firebreak', `${shortSentence(sentence)}.`),
      ),
  ];
  const left = findings.length - MOST;
  if (left > 0) lines.push(annotation('notice', 'Firebreak', `… and ${plural(left, 'more row')} in the report.`));
  return `${lines.join('\n')}\n`;
}

/** One workflow command. The old form, `##[…]`, is obeyed anywhere in a line, so it is broken up. */
export function annotation(command: Command, title: string, message: string): string {
  const data = (text: string) =>
    text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A').replaceAll('##[', '#\u2060#[');
  return `::${command} title=${data(title).replace(/:/g, '%3A').replace(/,/g, '%2C')}::${data(message)}`;
}

/** Text for the log of a workflow, in which no line is a command of its own. */
export function logSafe(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, '$1:\u2060').replaceAll('##[', '#\u2060#[');
}

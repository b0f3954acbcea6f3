import { visible } from '../../core/text/visible.ts';
import type { CiVerdict } from '../ci-verdict.ts';
import { qInWords } from '../labels.ts';
import { tableLines } from '../table.ts';
import { PLAIN } from '../text.ts';
import type { TextStyle } from '../text.ts';
import { cellsOf, detailsOf, linkOf } from './lines.ts';

/** A verdict for people: the sentence, the baseline and what else there is to say, and the rows that it was reached by. */
export function verdictText(verdict: CiVerdict, server: string | null = null, style: TextStyle = PLAIN): string {
  const { gate } = verdict;
  const lines = [style.strong(visible(verdict.sentence)), ...detailsOf(verdict)];
  const link = linkOf(verdict, server);
  if (link !== null) lines.push(`Comparison: ${link}`);
  if (gate !== null && gate.rows.length > 0) {
    const rows = gate.rows.map((row) => {
      const { status, base, head, change } = cellsOf(row, gate);
      const paint = row.delta > 0 ? style.growth : style.shrinkage;
      return [status, base, head, change, qInWords(row.q), row.kind, visible(row.name)].map((text, column) =>
        column === 3 ? { text, paint } : { text },
      );
    });
    lines.push('', ...tableLines(COLUMNS, rows));
  }
  return `${lines.join('\n')}\n`;
}

const COLUMNS = [
  { title: 'verdict', align: 'left' },
  { title: 'base', align: 'right' },
  { title: 'head', align: 'right' },
  { title: 'change', align: 'right' },
  { title: 'q', align: 'right' },
  { title: 'kind', align: 'left' },
  { title: 'function', align: 'left' },
] as const;

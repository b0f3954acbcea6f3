import { grouped } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { CHOOSABLE, cellText, columnsText } from '../model/columns.ts';
import type { Column } from '../model/columns.ts';
import { asMarkdown, asTsv } from '../model/table-text.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { setView } from '../state/route.ts';

/** Rows of a copy for a ticket: more is no table that anybody reads. */
const MARKDOWN_ROWS = 50;

/** Which columns the table has, and the table as text. */
export function TableTools(props: {
  readonly analysis: Analysis;
  /** Functions in the order of the table. */
  readonly rows: () => Int32Array;
  readonly columns: readonly Column[];
}) {
  const { analysis, rows, columns } = props;
  const cells = (functions: Int32Array) => [
    columns.map(({ full }) => full),
    ...Array.from(functions, (func) => {
      const facts = analysis.func(func);
      return columns.map(({ id }) => cellText(id, func, facts, analysis.comparison));
    }),
  ];
  const chosen = columns.map(({ id }) => id);
  return (
    <div class="table-tools">
      <details class="column-choice">
        <summary>Columns</summary>
        <div class="column-list">
          {CHOOSABLE.map(({ id, full }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ currentTarget }) => {
                  const next = currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id);
                  setView({ columns: columnsText(next) });
                }}
              />{' '}
              {full}
            </label>
          ))}
        </div>
      </details>
      <CopyButton label="Copy as TSV" text={() => asTsv(cells(rows()))} />
      <CopyButton
        label={`Copy ${grouped(Math.min(MARKDOWN_ROWS, rows().length))} as Markdown`}
        text={() => asMarkdown(cells(rows().subarray(0, MARKDOWN_ROWS)))}
      />
    </div>
  );
}

import { useSignal } from '@preact/signals';
import type { Comparison, SideSummary } from '../../core/diff/comparison.ts';
import { grouped, percent, plural } from '../../core/words/numbers.ts';
import { Name } from '../parts/name.tsx';
import { SIDE_WORDS } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';
import { source } from '../state/comparison.ts';
import { CountsDialog } from './counts-dialog.tsx';

/** What was recorded on both sides: the totals with their factor, the runs, the files. */
export function Totals({ comparison }: { readonly comparison: Comparison }) {
  const { base, head, valueType } = comparison;
  const isChoosing = useSignal(false);
  const canChoose = source.value !== null && source.value.countable !== null;
  return (
    <div class="totals">
      <table>
        <caption class="only-for-readers">Totals of both sides</caption>
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col" class="number">
              {canChoose ? (
                <button
                  type="button"
                  class="link"
                  title="What is compared: recording and counts"
                  onClick={() => {
                    isChoosing.value = true;
                  }}
                >
                  {valueType.unit}…
                </button>
              ) : (
                valueType.unit
              )}
            </th>
            <th scope="col">Files</th>
          </tr>
        </thead>
        <tbody>
          <Row side="base" summary={base} />
          <Row side="head" summary={head} />
        </tbody>
      </table>
      {isChoosing.value && (
        <CountsDialog
          comparison={comparison}
          onClose={() => {
            isChoosing.value = false;
          }}
        />
      )}
    </div>
  );
}

function Row({ side, summary }: { readonly side: Side; readonly summary: SideSummary }) {
  const { runs, total, pruned } = summary;
  return (
    <tr class={`side-${side}`}>
      <th scope="row">
        <span class="side-chip">{SIDE_WORDS[side]}</span>
      </th>
      <td class="number">{grouped(total)}</td>
      <td class="file-cell">
        <Name text={runs[0]?.source.fileName ?? 'without a name'} />
        {runs.length > 1 && (
          <span class="more" title={runs.map(({ source }) => source.fileName ?? 'without a name').join('\n')}>
            {' '}
            and {plural(runs.length - 1, 'more run')}
          </span>
        )}
        {pruned !== null && Number(total) > 0 && (
          <span class="more"> · frames under {percent(pruned.weight / Number(total))} not drawn</span>
        )}
      </td>
    </tr>
  );
}

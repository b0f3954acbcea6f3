import { useComputed, useSignal } from '@preact/signals';
import { gateOfComparison } from '../../core/gate/of-comparison.ts';
import { gateWords } from '../../core/words/gate.ts';
import { visible } from '../../core/text/visible.ts';
import { plural } from '../../core/words/numbers.ts';
import { withShortNames } from '../../core/words/short-names.ts';
import type { Analysis } from '../model/analysis.ts';

/** Shown at once; the others are behind a button. */
const FIRST = 5;

/** Judging looks at every node of every run: above so many it waits until somebody asks. */
const AT_ONCE = 200_000;

/** What `firebreak gate` says of the same runs, in the same words (DIFF-SPEC 8, 13). */
export function GateVerdict({ analysis }: { readonly analysis: Analysis }) {
  const { tree, base, head } = analysis.comparison;
  const isAsked = useSignal(tree.length * (base.runs.length + head.runs.length) <= AT_ONCE);
  return (
    <section class="gate" aria-labelledby="gate-head">
      <h2 id="gate-head">Would it pass the gate?</h2>
      {isAsked.value ? (
        <Judged analysis={analysis} />
      ) : (
        <button
          type="button"
          onClick={() => {
            isAsked.value = true;
          }}
        >
          Judge it
        </button>
      )}
    </section>
  );
}

function Judged({ analysis }: { readonly analysis: Analysis }) {
  const report = useComputed(() => gateOfComparison(withShortNames(analysis.comparison))).value;
  const isOpen = useSignal(false);
  const { verdict } = report;
  const { sentence, details, rows } = gateWords(report, false);
  const told = rows.flatMap((words, i) => {
    const row = verdict.rows[i];
    return row === undefined || row.status === 'noise' ? [] : [{ ...words, row }];
  });
  const shown = isOpen.value ? told : told.slice(0, FIRST);
  return (
    <>
      <p class={`gate-sentence ${verdict.outcome}`}>{visible(sentence)}</p>
      {details.length > 0 && <p class="hint">{visible(details.join(' '))}</p>}
      {told.length > 0 && (
        <ul class="gate-rows">
          {shown.map(({ row, status, sentence: words }) => (
            <li key={`${row.kind} ${row.func}`}>
              <span class={`label ${row.status}`}>{status}</span> <span>{visible(words)}</span>
            </li>
          ))}
        </ul>
      )}
      {told.length > FIRST && (
        <button
          type="button"
          class="link"
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {isOpen.value ? 'Show fewer' : `Show ${plural(told.length - FIRST, 'more', 'more')}`}
        </button>
      )}
      <p class="hint">
        By the default limits; those of a project are in its firebreak.yml. <code>firebreak gate</code> says the same.
      </p>
    </>
  );
}

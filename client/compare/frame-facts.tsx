import type { Comparison } from '../../core/diff/comparison.ts';
import { visible } from '../../core/text/visible.ts';
import { grouped } from '../../core/words/numbers.ts';
import type { Change, FrameFacts } from '../model/facts.ts';
import { costCell, pointsCell, ratioCell, shareCell } from '../model/format.ts';
import { SIDE_WORDS } from '../state/chosen-files.ts';
import { STATE_WORDS } from '../model/state-words.ts';

/** Longer names are cut in the tooltip; the table's title has all of it. */
const LONGEST = 400;

/** All numbers of a frame. Text only: the name comes from strangers. */
export function FrameFactsBox({
  facts,
  unit,
}: {
  readonly facts: FrameFacts;
  readonly unit: Comparison['valueType']['unit'];
}) {
  const { name, module, total, self, state, absolute, sentence } = facts;
  const shown = visible(name.slice(0, LONGEST));
  return (
    <>
      <bdi class="facts-name">{name.length > LONGEST ? `${shown}…` : shown}</bdi>
      {module !== null && <span class="facts-module">{visible(module)}</span>}
      <table class="facts-table">
        <thead>
          <tr>
            <td />
            <th scope="col" class="side-base-ink">
              {SIDE_WORDS.base}
            </th>
            <th scope="col" class="side-head-ink">
              {SIDE_WORDS.head}
            </th>
            <th scope="col">points</th>
            <th scope="col">ratio</th>
          </tr>
        </thead>
        <tbody>
          <Line word="total" change={total} />
          <Line word="self" change={self} />
          {absolute !== null && (
            <tr>
              <th scope="row">{absolute.unit}</th>
              <td>{costCell(absolute.base)}</td>
              <td>{costCell(absolute.head)}</td>
              <td />
              <td>{ratioCell(absolute)}</td>
            </tr>
          )}
          <tr class="raw">
            <th scope="row">{unit}</th>
            <td>{grouped(total.base)}</td>
            <td>{grouped(total.head)}</td>
            <td colSpan={2} />
          </tr>
        </tbody>
      </table>
      <span class="facts-state">{STATE_WORDS[state]}</span>
      {sentence !== null && <span class="facts-state">everywhere: {sentence}</span>}
    </>
  );
}

function Line({ word, change }: { readonly word: string; readonly change: Change }) {
  return (
    <tr>
      <th scope="row">{word}</th>
      <td>{shareCell(change.baseShare)}</td>
      <td>{shareCell(change.headShare)}</td>
      <td>{pointsCell(change.points)}</td>
      <td>{ratioCell(change)}</td>
    </tr>
  );
}

/** The same in one line beside the name, for the status below the graph and for screen readers. */
export function factsLine({ total, state, absolute }: FrameFacts): string {
  const { baseShare, headShare, points } = total;
  if (absolute !== null) {
    const { base, head, unit } = absolute;
    return `${costCell(base)} → ${costCell(head)} ${unit}, ${ratioCell(absolute)}; ${shareCell(baseShare)} → ${shareCell(headShare)} (${STATE_WORDS[state]})`;
  }
  return `${shareCell(baseShare)} → ${shareCell(headShare)}, ${pointsCell(points)} points, ${ratioCell(total)} (${STATE_WORDS[state]})`;
}

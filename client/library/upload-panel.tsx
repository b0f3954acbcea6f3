import { grouped, plural, sizeInWords } from '../../core/words/numbers.ts';
import { visible } from '../../core/text/visible.ts';
import { Name } from '../parts/name.tsx';
import { leftInWords } from './transfer-rate.ts';
import { UnreadableFiles } from './upload-dialog.tsx';
import { cancelUploads, closeTransfer, transfer } from './uploads.ts';
import type { FileOutcome, Transfer } from './uploads.ts';

/** Files on their way, and what became of each. */
export function UploadPanel() {
  const state = transfer.value;
  if (state === null) return null;
  const { files, unreadable, outcomes, sent, total, rate, isOver } = state;
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  return (
    <section class="upload-panel" aria-label="Upload">
      <div class="upload-line">
        {!isOver && <progress value={total > 0 ? sent / total : 0} max={1} aria-label="Sent" />}
        <span class="upload-words" role={isOver ? 'status' : undefined}>
          {isOver ? summaryOf(state) : progressOf(sent, total, rate)}
        </span>
        {isOver ? (
          <button type="button" onClick={closeTransfer}>
            Close
          </button>
        ) : (
          <button type="button" onClick={cancelUploads}>
            Cancel
          </button>
        )}
      </div>
      <UnreadableFiles files={unreadable} />
      <details class="upload-outcomes" open={failed > 0 && isOver}>
        <summary>{plural(files.length, 'file')}</summary>
        <ul>
          {files.map(({ path }, i) => {
            const outcome = outcomes[i];
            return (
              <li key={path} class={`outcome-${outcome?.state ?? 'waiting'}`}>
                <Name text={path} />
                <span class="outcome-words">{outcome === undefined ? '' : wordsOf(outcome)}</span>
              </li>
            );
          })}
        </ul>
      </details>
    </section>
  );
}

function progressOf(sent: number, total: number, rate: Transfer['rate']): string {
  const percent = total > 0 ? Math.floor((sent / total) * 100) : 0;
  const speed =
    rate === null ? '' : `, ${sizeInWords(Math.round(rate.bytesPerSecond))}/s, ${leftInWords(rate.secondsLeft)}`;
  return `Sending ${sizeInWords(Math.round(sent))} of ${sizeInWords(total)} (${grouped(percent)} %)${speed}`;
}

function summaryOf({ outcomes }: Transfer): string {
  const number = (state: FileOutcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
  const parts = [
    [number('stored'), 'stored'],
    [number('known'), 'there already'],
    [number('attached'), 'attached as metrics'],
    [number('failed'), 'not stored'],
    [number('cancelled'), 'not sent'],
  ] as const;
  const told = parts.filter(([many]) => many > 0).map(([many, words]) => `${grouped(many)} ${words}`);
  return told.length === 0 ? 'Nothing was sent.' : `${told.join(', ')}.`;
}

function wordsOf(outcome: FileOutcome): string {
  switch (outcome.state) {
    case 'waiting':
      return 'waits';
    case 'sending':
      return 'is sent';
    case 'reading':
      return 'is read by the server';
    case 'cancelled':
      return 'not sent';
    case 'stored':
      return `stored: ${outcome.profile.facts.format}`;
    case 'known':
      return 'there already';
    case 'attached':
      return `metrics of ${visible(outcome.to)}`;
    case 'failed': {
      const { detail, advice } = outcome.problem;
      return visible(`${detail.replace(/\.$/, '')}.${advice === null ? '' : ` ${advice}`}`);
    }
  }
}

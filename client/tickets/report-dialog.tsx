import { useSignal } from '@preact/signals';
import { visible } from '../../core/text/visible.ts';
import { plural, sizeInWords } from '../../core/words/numbers.ts';
import type { ApiProblem } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Name } from '../parts/name.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import type { ComparisonSource } from '../state/source.ts';
import { rememberTicket, ticketOf } from './came-from.ts';
import { DownloadsHere } from './downloads-here.tsx';
import { ReferenceForm } from './reference-form.tsx';
import { DOWNLOADS, postReport, previewReport, reportAddress } from './tickets-api.ts';
import type { Posted, Preview } from './tickets-api.ts';
import './tickets.css';

interface ReportDialogProps {
  readonly source: ComparisonSource;
  readonly onClose: () => void;
}

/** The report of a comparison: as a file, or onto a ticket after a look at exactly what would be posted. */
export function ReportDialog({ source, onClose }: ReportDialogProps) {
  const { id, permalink, write } = source;
  return (
    <Dialog title="Report" onClose={onClose}>
      <div class="ticket-panel">
        <h3>As a file</h3>
        {write === null ? (
          <ul class="downloads">
            {DOWNLOADS.map(({ format, text }) => (
              <li key={format}>
                <a href={reportAddress(id, format, permalink)} download>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <DownloadsHere write={write} />
        )}
        <h3>Attach to a ticket</h3>
        {write === null ? (
          <Attach comparison={id} />
        ) : (
          <p class="hint">
            The server posts it, so the comparison has to be stored first: <q>Store it on the server</q> on the page
            sends the files.
          </p>
        )}
      </div>
    </Dialog>
  );
}

type Step =
  | { readonly name: 'asking' }
  | { readonly name: 'previewing' | 'posting' }
  | { readonly name: 'seen'; readonly ref: string; readonly preview: Preview }
  | { readonly name: 'posted'; readonly posted: Posted }
  | { readonly name: 'failed'; readonly problem: ApiProblem; readonly isAfterPosting: boolean };

function Attach({ comparison }: { readonly comparison: string }) {
  const step = useSignal<Step>({ name: 'asking' });
  const preview = async (ref: string) => {
    rememberTicket(comparison, ref);
    step.value = { name: 'previewing' };
    const answer = await previewReport(comparison, ref);
    step.value = answer.ok
      ? { name: 'seen', ref, preview: answer.value }
      : { name: 'failed', problem: answer.error, isAfterPosting: false };
  };
  const post = async (ref: string) => {
    step.value = { name: 'posting' };
    const answer = await postReport(comparison, ref);
    step.value = answer.ok
      ? { name: 'posted', posted: answer.value }
      : { name: 'failed', problem: answer.error, isAfterPosting: true };
  };
  const now = step.value;
  return (
    <>
      <ReferenceForm
        given={ticketOf(comparison)}
        action="Preview"
        isBusy={now.name === 'previewing' || now.name === 'posting'}
        onGive={(ref) => void preview(ref)}
      />
      <div aria-live="polite">
        {now.name === 'previewing' && <p class="hint">Looking at the ticket…</p>}
        {now.name === 'posting' && <p class="hint">Attaching files and writing the comment…</p>}
        {now.name === 'posted' && <PostedWords posted={now.posted} />}
      </div>
      {now.name === 'failed' && (
        <>
          <ProblemBox problem={now.problem} />
          <p class="hint">
            {now.isAfterPosting
              ? 'What is on the ticket already is found again: trying once more posts nothing twice. '
              : 'Nothing was posted. '}
            The report can be downloaded above.
          </p>
        </>
      )}
      {now.name === 'seen' && <PreviewView preview={now.preview} onPost={() => void post(now.ref)} />}
    </>
  );
}

const COMMENT_PLANS: Readonly<Record<Preview['comment'], string>> = {
  posted: 'A comment will be written.',
  changed: 'The comment of the earlier report will be changed.',
  unchanged: 'The comment that is there says the same and stays.',
};

function PreviewView({ preview, onPost }: { readonly preview: Preview; readonly onPost: () => void }) {
  return (
    <div class="ticket-preview">
      <p>
        <Name text={`${preview.tracker}: ${preview.ticket}`} />. {COMMENT_PLANS[preview.comment]}{' '}
        {plural(preview.files.filter(({ isPresent }) => !isPresent).length, 'file')} will be attached.
      </p>
      <ul class="preview-files">
        {preview.files.map(({ name, bytes, isPresent }) => (
          <li key={name}>
            <Name text={name} /> <span class="hint">{sizeInWords(bytes)}</span>
            {isPresent && <span class="hint"> is there already</span>}
          </li>
        ))}
      </ul>
      {preview.notes.map((note) => (
        <p key={note} class="hint">
          {visible(note)}
        </p>
      ))}
      <p class="hint">
        The comment as it will be posted, with a hidden mark behind it by which a later report finds it:
      </p>
      <pre class="preview-text" tabIndex={0} aria-label="Text of the comment">
        {preview.text}
      </pre>
      <div class="actions">
        <button type="button" class="primary" onClick={onPost}>
          Post to {visible(preview.ticket)}
        </button>
      </div>
    </div>
  );
}

const COMMENT_RESULTS: Readonly<Record<Posted['comment'], string>> = {
  posted: 'The comment is written',
  changed: 'The comment of the earlier report is changed',
  unchanged: 'The comment that was there says the same',
};

function PostedWords({ posted }: { readonly posted: Posted }) {
  const { attached, present, leftOut, removed } = posted;
  const parts = [
    COMMENT_RESULTS[posted.comment],
    ...(attached.length > 0 ? [`${plural(attached.length, 'file')} attached`] : []),
    ...(present.length > 0 ? [`${plural(present.length, 'file')} there before`] : []),
    ...(removed > 0 ? [`${plural(removed, 'file')} of earlier reports taken away`] : []),
    ...(leftOut.length > 0 ? [`not taken by the tracker: ${leftOut.map(visible).join(', ')}`] : []),
  ];
  return (
    <p class="posted">
      <strong>{visible(posted.ticket)}</strong>: {parts.join('; ')}.
    </p>
  );
}

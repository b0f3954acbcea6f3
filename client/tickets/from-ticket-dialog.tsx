import { useSignal } from '@preact/signals';
import { visible } from '../../core/text/visible.ts';
import { plural, sizeInWords } from '../../core/words/numbers.ts';
import type { ApiProblem } from '../api/api.ts';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Name } from '../parts/name.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { SIDE_WORDS } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';
import { comparisonPath, navigate } from '../state/route.ts';
import { rememberTicket } from './came-from.ts';
import { ReferenceForm } from './reference-form.tsx';
import { compareTicket, readTicket } from './tickets-api.ts';
import type { Ticket, TicketFile } from './tickets-api.ts';
import './tickets.css';

type Role = Side | 'none';

const ROLES: readonly { readonly value: Role; readonly text: string }[] = [
  { value: 'base', text: SIDE_WORDS.base },
  { value: 'head', text: SIDE_WORDS.head },
  { value: 'none', text: 'leave out' },
];

/** A ticket's files with what they were recognised as, and a guess of good and bad that can be changed. */
export function FromTicketDialog({ onClose }: { readonly onClose: () => void }) {
  const ticket = useSignal<{ readonly ref: string; readonly seen: Ticket } | null>(null);
  const roles = useSignal<readonly Role[]>([]);
  const busy = useSignal<'reading' | 'comparing' | null>(null);
  const failure = useSignal<ApiProblem | null>(null);

  const read = async (ref: string) => {
    busy.value = 'reading';
    failure.value = null;
    ticket.value = null;
    const answer = await readTicket(ref);
    busy.value = null;
    if (!answer.ok) {
      failure.value = answer.error;
      return;
    }
    ticket.value = { ref, seen: answer.value };
    roles.value = answer.value.files.map(({ side, chosen }) => (chosen ? (side ?? 'none') : 'none'));
  };

  const idsOf = (files: readonly TicketFile[], side: Side) =>
    files.filter((_, i) => roles.value[i] === side).map(({ id }) => id);

  const compare = async ({ ref, seen }: { readonly ref: string; readonly seen: Ticket }) => {
    busy.value = 'comparing';
    failure.value = null;
    const answer = await compareTicket(ref, idsOf(seen.files, 'base'), idsOf(seen.files, 'head'));
    busy.value = null;
    if (!answer.ok) {
      failure.value = answer.error;
      return;
    }
    const { id } = answer.value.comparison;
    rememberTicket(id, ref);
    onClose();
    navigate(comparisonPath(id));
  };

  const shown = ticket.value;
  return (
    <Dialog title="Compare what hangs on a ticket" onClose={onClose}>
      <div class="ticket-panel">
        <ReferenceForm given="" action="Look" isBusy={busy.value !== null} onGive={(ref) => void read(ref)} />
        <p class="hint" aria-live="polite">
          {busy.value === 'reading'
            ? 'Reading the ticket and its files…'
            : busy.value === 'comparing'
              ? 'Comparing…'
              : 'Its flame graphs, recordings and benchmark outputs are read by the server, from trackers that the administrator has configured.'}
        </p>
        {failure.value !== null && <ProblemBox problem={failure.value} />}
        {shown !== null && (
          <>
            <h3>
              <Name text={shown.seen.ticket} /> {visible(shown.seen.title)}
            </h3>
            {shown.seen.files.length === 0 && <p>Nothing hangs on this ticket.</p>}
            <ul class="ticket-files">
              {shown.seen.files.map((file, i) => (
                <FileRow
                  key={file.id}
                  file={file}
                  at={i}
                  role={roles.value[i] ?? 'none'}
                  onChoose={(role) => {
                    roles.value = roles.value.map((one, at) => (at === i ? role : one));
                  }}
                />
              ))}
            </ul>
            <div class="actions">
              <button
                type="button"
                class="primary"
                disabled={busy.value !== null || !roles.value.includes('base') || !roles.value.includes('head')}
                onClick={() => void compare(shown)}
              >
                Compare
              </button>
              <span class="hint">{chosenInWords(roles.value)}</span>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

function chosenInWords(roles: readonly Role[]): string {
  const count = (side: Side) => roles.filter((role) => role === side).length;
  return `${plural(count('base'), 'file')} ${SIDE_WORDS.base}, ${plural(count('head'), 'file')} ${SIDE_WORDS.head}`;
}

function FileRow({
  file,
  at,
  role,
  onChoose,
}: {
  readonly file: TicketFile;
  readonly at: number;
  readonly role: Role;
  readonly onChoose: (role: Role) => void;
}) {
  const { name, bytes, recognised, problem, why, thumbnail } = file;
  return (
    <li class={recognised === null ? 'unread' : ''}>
      <span class="ticket-picture">{thumbnail !== null && <img src={thumbnail} alt="" />}</span>
      <span class="ticket-file">
        <Name text={name} />
        <span class="hint">
          {recognised === null ? visible(problem?.sentence ?? 'not recognised') : visible(recognised.title)}
          {bytes === null ? '' : `, ${sizeInWords(bytes)}`}
        </span>
        {recognised !== null && why !== '' && <span class="hint">{visible(why)}</span>}
      </span>
      {recognised !== null && (
        <Choice
          label={`Side of ${visible(name)}`}
          isLabelHidden
          name={`ticket-side-${at}`}
          options={ROLES}
          value={role}
          onChoose={onChoose}
        />
      )}
    </li>
  );
}

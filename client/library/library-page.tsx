import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { plural } from '../../core/words/numbers.ts';
import type { Comparison, Profile } from '../../api/generated.ts';
import { Choice } from '../parts/choice.tsx';
import { Link } from '../parts/link.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { comparisonPath, navigate } from '../state/route.ts';
import { ComparisonDialog } from './comparison-dialog.tsx';
import { deleteRows, deletionProblem, lastDeletion, restoreRows } from './deletion.ts';
import { FilterBar } from './filter-bar.tsx';
import { clearFilter, filter, isNarrowed, setFilter } from './filter.ts';
import './library.css';
import './rows.css';
import './pick-tray.css';
import './upload.css';
import './edit.css';
import { count, followFilter, isLoading, loadMore, loaded, problem, reload, rows, toggleGroup } from './list.ts';
import type { ListRow } from './list.ts';
import { GroupDialog } from './group-dialog.tsx';
import { PickTray } from './pick-tray.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import {
  ComparisonCells,
  GroupCells,
  ProfileCells,
  comparisonTitle,
  keyOfRow,
  pickRow,
  sideOfRow,
} from './row-cells.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { choose, chosen, isSending } from './uploads.ts';
import { VirtualRows } from './virtual-rows.tsx';
import { entriesIn, pickedFiles, walkedFolders } from './walk-folders.ts';

type Edited =
  | { readonly kind: 'group'; readonly key: string }
  | { readonly kind: 'profile'; readonly profile: Profile }
  | { readonly kind: 'comparison'; readonly comparison: Comparison };

const KINDS = [
  { value: 'profiles', text: 'Profiles' },
  { value: 'comparisons', text: 'Comparisons' },
] as const;
const DELETED = [
  { value: 'no', text: 'Stored' },
  { value: 'only', text: 'Deleted', hint: 'Deleted in the last seven days: it can be restored' },
] as const;

/** Everything that is stored: looked for, picked to be compared, named, labelled, deleted; and the way in for more. */
export function LibraryPage() {
  const edited = useSignal<Edited | null>(null);
  const isOver = useSignal(false);
  useEffect(followFilter, []);
  useEffect(() => {
    document.title = 'Library · Firebreak';
    return () => {
      document.title = 'Firebreak';
    };
  }, []);
  const { kind, deleted } = filter.value;
  const close = () => {
    edited.value = null;
  };
  return (
    <section
      class={isOver.value ? 'library dragging' : 'library'}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files') !== true) return;
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        // The entries are gone when the event is over.
        const entries = event.dataTransfer === null ? [] : entriesIn(event.dataTransfer);
        if (!isSending.peek()) void walkedFolders(entries).then(choose);
      }}
    >
      <header class="library-head">
        <h1>Library</h1>
        <Choice
          label="List of"
          isLabelHidden
          name="kind"
          options={KINDS}
          value={kind}
          onChoose={(value) => {
            setFilter({ kind: value });
          }}
        />
        <Choice
          label="Stored or deleted"
          isLabelHidden
          name="deleted"
          options={DELETED}
          value={deleted}
          onChoose={(value) => {
            setFilter({ deleted: value });
          }}
        />
        <UploadButtons />
      </header>
      <FilterBar />
      <UploadPanel />
      <p class="library-count hint" aria-live="polite">
        {countWords()}
      </p>
      {problem.value !== null && (
        <div class="library-problem">
          <ProblemBox problem={problem.value} />
          <button type="button" onClick={() => void reload()}>
            Try again
          </button>
        </div>
      )}
      {rows.value.length === 0 ? (
        <EmptyList />
      ) : (
        <VirtualRows
          key={kind}
          label={kind === 'profiles' ? 'Profiles' : 'Comparisons'}
          rows={rows.value}
          hasMore={loaded.value?.next != null}
          columns={
            kind === 'profiles' ? ['Side', 'Name and labels', 'Stored', 'More'] : ['Name and inputs', 'Stored', 'More']
          }
          keyOf={keyOfRow}
          classOf={(row) => (row.kind === 'profile' && row.isMember ? 'member' : row.kind)}
          isSelected={(row) => sideOfRow(row) !== null}
          onKey={(key, row) => onRowKey(key, row, (wanted) => (edited.value = wanted))}
          onNearEnd={() => void loadMore()}
        >
          {(row) => cellsOf(row, (wanted) => (edited.value = wanted))}
        </VirtualRows>
      )}
      <p class="hint library-keys">
        {kind === 'profiles'
          ? 'Keys in the list: arrows move, G and B pick good and bad, Enter opens, E edits, Delete deletes.'
          : 'Keys in the list: arrows move, Enter opens, E edits, Delete deletes.'}
      </p>
      <Notices />
      {kind === 'profiles' && deleted === 'no' && <PickTray />}
      {edited.value?.kind === 'group' && <GroupDialog group={edited.value.key} onClose={close} />}
      {edited.value?.kind === 'profile' && <ProfileDialog profile={edited.value.profile} onClose={close} />}
      {edited.value?.kind === 'comparison' && <ComparisonDialog comparison={edited.value.comparison} onClose={close} />}
      {chosen.value !== null && <UploadDialog walked={chosen.value} />}
    </section>
  );
}

function cellsOf(row: ListRow, edit: (edited: Edited) => void) {
  const onMore = () => {
    edit(row);
  };
  if (row.kind === 'group') return <GroupCells row={row} onMore={onMore} />;
  return row.kind === 'profile' ? (
    <ProfileCells profile={row.profile} isMember={row.isMember} onMore={onMore} />
  ) : (
    <ComparisonCells comparison={row.comparison} onMore={onMore} />
  );
}

function onRowKey(key: string, row: ListRow, edit: (edited: Edited) => void): boolean {
  switch (key) {
    case 'g':
    case 'b':
      pickRow(key === 'g' ? 'base' : 'head', row);
      return true;
    case 'Enter':
      if (row.kind === 'group') toggleGroup(row.key);
      else if (row.kind === 'comparison' && row.comparison.deletedUntil === undefined) {
        navigate(comparisonPath(row.comparison.id));
      } else edit(row);
      return true;
    case 'e':
      if (row.kind === 'group' && row.members[0]?.deletedUntil !== undefined) return false;
      edit(row);
      return true;
    case 'ArrowRight':
    case 'ArrowLeft':
      if (row.kind !== 'group' || row.isOpen === (key === 'ArrowRight')) return false;
      toggleGroup(row.key);
      return true;
    case 'Delete':
      // A whole group is asked about.
      if (row.kind === 'group' && row.members[0]?.deletedUntil === undefined) edit(row);
      else void deleteRow(row);
      return true;
    default:
      return false;
  }
}

async function deleteRow(row: ListRow): Promise<void> {
  if (row.kind === 'comparison') {
    const { comparison } = row;
    if (comparison.deletedUntil !== undefined) return;
    await deleteRows({ kind: 'comparisons', ids: [comparison.id], words: comparisonTitle(comparison) });
  } else if (row.kind === 'profile') {
    const { id, fileName, deletedUntil } = row.profile;
    if (deletedUntil === undefined) await deleteRows({ kind: 'profiles', ids: [id], words: fileName ?? 'a profile' });
  }
}

function countWords(): string {
  const { kind, deleted } = filter.value;
  if (loaded.value === null) return isLoading.value ? 'Looking…' : '';
  const what = plural(count.value, kind === 'profiles' ? 'profile' : 'comparison');
  const words = `${what}${deleted === 'only' ? ' deleted' : ''}${isNarrowed.value ? ' like this' : ''}`;
  return loaded.value.next === null ? words : `The newest ${words}; older ones come as you scroll`;
}

function UploadButtons() {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // No attribute of the standard: only so the picker takes folders.
    folder.current?.setAttribute('webkitdirectory', '');
  }, []);
  const take = (input: HTMLInputElement) => {
    choose(pickedFiles([...(input.files ?? [])]));
    input.value = '';
  };
  return (
    <div class="upload-buttons">
      <button type="button" disabled={isSending.value} onClick={() => files.current?.click()}>
        Upload files
      </button>
      <button type="button" disabled={isSending.value} onClick={() => folder.current?.click()}>
        Upload a folder
      </button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          take(currentTarget);
        }}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder to upload"
        onChange={({ currentTarget }) => {
          take(currentTarget);
        }}
      />
    </div>
  );
}

/** Nothing in the list: why, and what to do about it. */
function EmptyList() {
  if (problem.value !== null) return null;
  if (loaded.value === null || (isLoading.value && count.value === 0)) {
    return (
      <div class="library-empty" aria-busy="true">
        <progress aria-label="Loading" />
      </div>
    );
  }
  const { kind, deleted } = filter.value;
  if (isNarrowed.value) {
    return (
      <div class="library-empty">
        <p>Nothing is like this.</p>
        <button type="button" onClick={clearFilter}>
          Show all
        </button>
      </div>
    );
  }
  if (deleted === 'only') {
    return (
      <div class="library-empty">
        <p>Nothing was deleted in the last seven days.</p>
      </div>
    );
  }
  return (
    <div class="library-empty">
      <p>
        {kind === 'profiles'
          ? 'No profile is stored yet. Drop files or a whole folder here; what is compared on the first page is stored, too.'
          : 'Nothing was compared yet. Pick a good and a bad profile, or compare two files.'}
      </p>
      <Link to="/">Compare two files</Link>
    </div>
  );
}

function Notices() {
  const deletion = lastDeletion.value;
  return (
    <div class="notices" role="status">
      {deletionProblem.value !== null && <ProblemBox problem={deletionProblem.value} />}
      {deletion !== null && (
        <p class="notice">
          <span class="notice-words">
            Deleted: {deletion.words}. {deletion.kind === 'profiles' ? 'Comparisons of it keep working. ' : ''}
            It goes for good in seven days.
          </span>
          <button type="button" onClick={() => void restoreRows(deletion.kind, deletion.ids)}>
            Undo
          </button>
          <button
            type="button"
            class="quiet"
            aria-label="Close"
            onClick={() => {
              lastDeletion.value = null;
            }}
          >
            ✕
          </button>
        </p>
      )}
    </div>
  );
}

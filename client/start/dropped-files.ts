/** Files of a drop; folders are walked, and what could not be read in them is said. */
import { plural } from '../../core/words/numbers.ts';
import { entriesIn, walkedFolders } from '../library/walk-folders.ts';
import type { Unreadable } from '../library/walk-folders.ts';
import { sending } from '../state/chosen-files.ts';

/** Reasons that are told; the library lists all of them. */
const MOST_TOLD = 5;

export async function takeDropped(transfer: DataTransfer, take: (files: readonly File[]) => void): Promise<void> {
  const files = [...transfer.files];
  // The entries are gone when the event is over.
  const entries = entriesIn(transfer);
  if (!entries.some(({ isDirectory }) => isDirectory)) {
    take(files);
    return;
  }
  const walked = await walkedFolders(entries);
  take(walked.files.map(({ file }) => file));
  if (walked.unreadable.length > 0) sayUnreadable(walked.unreadable);
}

function sayUnreadable(files: readonly Unreadable[]): void {
  const told = files.slice(0, MOST_TOLD).map(({ path, reason }) => `${path}: ${reason}`);
  sending.value = {
    stage: 'failed',
    problem: {
      title: `${plural(files.length, 'file or folder', 'files or folders')} could not be read`,
      detail: told.join('; '),
      code: 'folder-unreadable',
      file: null,
      position: null,
      column: null,
      seen: null,
      expected: null,
      advice: 'The other files are chosen.',
    },
  };
}

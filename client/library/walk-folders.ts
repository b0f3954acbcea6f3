/** Files of folders that were dropped: walked to the end, and what cannot be read is listed with its reason. */

export interface FoundFile {
  readonly file: File;
  /** Folders and name, `runs/3/perf.folded`. */
  readonly path: string;
}

export interface Unreadable {
  readonly path: string;
  readonly reason: string;
}

export interface Walked {
  readonly files: readonly FoundFile[];
  readonly unreadable: readonly Unreadable[];
}

/** What of the entries of the browser is used; they have no promises. */
export interface Entry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly name: string;
  readonly fullPath: string;
  file?(done: (file: File) => void, failed: (error: unknown) => void): void;
  createReader?(): { readEntries(done: (entries: readonly Entry[]) => void, failed: (error: unknown) => void): void };
}

/** More is no folder of profiles. */
const MOST_FILES = 10_000;

/** Sorted by path, numbers by their value; hidden files (`.DS_Store`) are left out and not worth a word. */
export async function walkedFolders(entries: readonly Entry[]): Promise<Walked> {
  const files: FoundFile[] = [];
  const unreadable: Unreadable[] = [];
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const path = entry.fullPath.replace(/^\//, '') || entry.name;
    try {
      if (entry.name.startsWith('.')) continue;
      if (files.length >= MOST_FILES) unreadable.push({ path, reason: `more than ${MOST_FILES} files` });
      else if (entry.isDirectory) waiting.push(...(await entriesOf(entry)));
      else files.push({ file: await fileOf(entry), path });
    } catch (error) {
      unreadable.push({ path, reason: reasonOf(error) });
    }
  }
  return { files: files.sort(byPath), unreadable: unreadable.sort(byPath) };
}

/** Files of a file picker; of a picked folder the browser gives the path as well. */
export function pickedFiles(files: readonly File[]): Walked {
  return {
    files: files
      .filter(({ name }) => !name.startsWith('.'))
      .map((file) => ({ file, path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath }))
      .sort(byPath),
    unreadable: [],
  };
}

/** Entries of a drop; they have to be taken before the event is over. */
export function entriesIn(transfer: DataTransfer): readonly Entry[] {
  return [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    // A file that a script made has no entry.
    if (entry !== null) return [entry];
    const file = item.getAsFile();
    return file === null ? [] : [entryOf(file)];
  });
}

function entryOf(file: File): Entry {
  return { isFile: true, isDirectory: false, name: file.name, fullPath: file.name, file: (done) => done(file) };
}

/** A reader gives some at a time, and none at the end. */
async function entriesOf(folder: Entry): Promise<readonly Entry[]> {
  const reader = folder.createReader?.();
  if (reader === undefined) return [];
  const all: Entry[] = [];
  for (;;) {
    const some = await new Promise<readonly Entry[]>((done, failed) => {
      reader.readEntries(done, failed);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

async function fileOf(entry: Entry): Promise<File> {
  const file = await new Promise<File>((done, failed) => {
    if (entry.file === undefined) failed(new Error('not a file'));
    else entry.file(done, failed);
  });
  // A file that may not be read says so only when it is: now, and not in the middle of sending.
  await file.slice(0, 1).arrayBuffer();
  return file;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the browser does not say why';
  switch (error.name) {
    case 'NotReadableError':
      return 'it may not be read: another program uses it, or its permissions forbid it';
    case 'NotFoundError':
      return 'it is not there any more';
    case 'SecurityError':
      return 'the browser does not allow it';
    default:
      return error.message === '' ? error.name : error.message;
  }
}

const paths = new Intl.Collator('en', { numeric: true });

/** Numbers by their value. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return paths.compare(a.path, b.path);
}

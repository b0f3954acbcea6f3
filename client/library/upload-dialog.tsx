import { useSignal } from '@preact/signals';
import { plural, sizeInWords } from '../../core/words/numbers.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Name } from '../parts/name.tsx';
import { LabelFields, filledLabels } from './label-fields.tsx';
import type { LabelField } from './label-fields.tsx';
import { chosen, sendAll } from './uploads.ts';
import type { Unreadable, Walked } from './walk-folders.ts';

const USUAL: readonly LabelField[] = ['project', 'branch', 'commit', 'benchmark'].map((name) => ({ name, value: '' }));

/** Asks what the files are before they are sent: labels are what they are found by later. */
export function UploadDialog({ walked }: { readonly walked: Walked }) {
  const { files, unreadable } = walked;
  const labels = useSignal(USUAL);
  const isNumbered = useSignal(false);
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const close = () => {
    if (chosen.peek() === walked) chosen.value = null;
  };
  return (
    <Dialog title={files.length === 0 ? 'Nothing to upload' : `Upload ${plural(files.length, 'file')}`} onClose={close}>
      <form
        class="edit-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void sendAll(filledLabels(labels.value), isNumbered.value);
        }}
      >
        <ul class="upload-files" aria-label="Files" tabIndex={0}>
          {files.slice(0, MOST_SHOWN).map(({ path, file }) => (
            <li key={path}>
              <Name text={path} />
              <span class="size">{sizeInWords(file.size)}</span>
            </li>
          ))}
          {files.length > MOST_SHOWN && <li>and {plural(files.length - MOST_SHOWN, 'more file')}</li>}
        </ul>
        {files.length === 0 && <p>There is no file in it that could be a profile.</p>}
        <UnreadableFiles files={unreadable} />
        {files.length > 0 && (
          <>
            <LabelFields
              fields={labels.value}
              onChange={(fields) => {
                labels.value = fields;
              }}
            />
            {files.length > 1 && (
              <label>
                <input
                  type="checkbox"
                  checked={isNumbered.value}
                  onChange={({ currentTarget }) => {
                    isNumbered.value = currentTarget.checked;
                  }}
                />{' '}
                They are runs of the same thing: number them with the label “run”
              </label>
            )}
            <p class="hint">
              Benchmark output beside a profile (sysbench, SHOW GLOBAL STATUS…) is recognised and becomes metrics of its
              run.
            </p>
          </>
        )}
        <div class="actions">
          {files.length > 0 && (
            <button type="submit" class="primary">
              Upload {sizeInWords(bytes)}
            </button>
          )}
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const MOST_SHOWN = 200;

export function UnreadableFiles({ files }: { readonly files: readonly Unreadable[] }) {
  if (files.length === 0) return null;
  return (
    <details class="unreadable" open={files.length <= 5}>
      <summary>{plural(files.length, 'file or folder', 'files or folders')} could not be read</summary>
      <ul>
        {files.map(({ path, reason }) => (
          <li key={path}>
            <Name text={path} /> <span class="hint">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

import { useSignal } from '@preact/signals';
import { plural, sizeInWords } from '../../core/words/numbers.ts';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Name } from '../parts/name.tsx';
import { chosen, SIDE_WORDS, unsorted } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';
import { addFiles } from './compare-chosen.ts';

const SIDES = (['base', 'head'] as const).map((value) => ({ value, text: SIDE_WORDS[value] }));

/** Asks for each file which side it is; the answer is guessed from the names. */
export function SideDialog({ files }: { readonly files: readonly File[] }) {
  const sides = useSignal<readonly Side[]>([]);
  const sideOf = (i: number) => sides.value[i] ?? guessedSide(files, i);
  const close = () => {
    unsorted.value = [];
  };
  return (
    <Dialog title={`Which side ${files.length === 1 ? 'is this file' : 'are these files'}?`} onClose={close}>
      <form
        class="side-dialog"
        method="dialog"
        onSubmit={() => {
          // All at once: the guess for a file depends on what is chosen already.
          const decided = files.map((_, i) => sideOf(i));
          for (const side of ['base', 'head'] as const) {
            addFiles(
              side,
              files.filter((_, i) => decided[i] === side),
              'dropped',
            );
          }
          close();
        }}
      >
        <ul class="files">
          {files.map((file, i) => (
            <li key={`${i}-${file.name}`}>
              <Name text={file.name} />
              <span class="size">{sizeInWords(file.size)}</span>
              <Choice
                label={`Side of ${file.name}`}
                isLabelHidden
                name={`side-${i}`}
                options={SIDES}
                value={sideOf(i)}
                onChoose={(side) => {
                  sides.value = files.map((_, at) => (at === i ? side : sideOf(at)));
                }}
              />
            </li>
          ))}
        </ul>
        <button type="submit" class="primary" autofocus>
          Add {plural(files.length, 'file')}
        </button>
      </form>
    </Dialog>
  );
}

const GOOD_NAMES = /(^|[^a-z])(good|base|before|old|fast)([^a-z]|$)/i;
const BAD_NAMES = /(^|[^a-z])(bad|head|after|new|slow)([^a-z]|$)/i;

/** By the name; else the side that is still empty, good first. */
function guessedSide(files: readonly File[], at: number): Side {
  const name = files[at]?.name ?? '';
  if (BAD_NAMES.test(name) && !GOOD_NAMES.test(name)) return 'head';
  if (GOOD_NAMES.test(name)) return 'base';
  const isBaseTaken = chosen.peek().base.length > 0 || at > 0;
  return isBaseTaken ? 'head' : 'base';
}

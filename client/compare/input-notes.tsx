import type { Comparison } from '../../core/diff/comparison.ts';
import type { Problem } from '../../core/model/problem.ts';
import { visible } from '../../core/text/visible.ts';
import { plural } from '../../core/words/numbers.ts';
import { wordsOf } from '../../core/words/faults.ts';
import { Name } from '../parts/name.tsx';
import { SIDE_WORDS } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';

interface Note {
  readonly where: { readonly side: Side; readonly file: string } | null;
  readonly problem: Problem;
}

/** What is wrong or unknowable in the inputs: a line that says how much there is, the rest one click away. */
export function InputNotes({ comparison }: { readonly comparison: Comparison }) {
  const notes = notesOf(comparison);
  if (notes.length === 0) return null;
  const warnings = notes.filter(({ problem }) => problem.severity === 'warning').length;
  // A single warning is worth its words at once: "3 of 9,120 lines skipped".
  const [first] = warnings === 1 ? notes.filter(({ problem }) => problem.severity === 'warning') : [];
  const parts = [
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
    ...(notes.length > warnings ? [plural(notes.length - warnings, 'note')] : []),
  ];
  return (
    <details class={warnings > 0 ? 'notes with-warnings' : 'notes'}>
      <summary>
        {parts.join(' and ')} about the inputs
        {first !== undefined && `: ${visible(wordsOf(first.problem).sentence)}`}
      </summary>
      <ul>
        {notes.map(({ where, problem }, i) => {
          const { sentence, advice } = wordsOf(problem);
          return (
            <li key={`${i}-${problem.code}`} class={problem.severity}>
              {where !== null && (
                <span class="note-file">
                  <span class={`side-chip side-${where.side}`}>{SIDE_WORDS[where.side]}</span>{' '}
                  <Name text={where.file} />
                </span>
              )}
              <span>
                {visible(sentence)} {advice !== null && <span class="hint">{visible(advice)}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function notesOf({ base, head, problems }: Comparison): readonly Note[] {
  const ofSide = (side: Side, { runs }: Comparison['base']): readonly Note[] =>
    runs.flatMap(({ source, problems }) =>
      problems.map((problem) => ({ where: { side, file: source.fileName ?? 'without a name' }, problem })),
    );
  return [...problems.map((problem) => ({ where: null, problem })), ...ofSide('base', base), ...ofSide('head', head)];
}

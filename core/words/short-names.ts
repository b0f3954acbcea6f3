import type { Comparison, SideSummary } from '../diff/comparison.ts';
import { fitMiddle } from '../text/visible.ts';

/** A name longer than this is cut in the middle where it stands in a sentence. */
const NAME_COLUMNS = 120;

/** For sentences, which name functions and files: nobody reads 10,000 characters of one, and two would fill a page. */
export function withShortNames(comparison: Comparison): Comparison {
  const { tree, base, head } = comparison;
  const side = (summary: SideSummary): SideSummary => ({
    ...summary,
    runs: summary.runs.map((run) => {
      const { fileName } = run.source;
      return { ...run, source: { ...run.source, fileName: fileName === null ? null : cut(fileName, NAME_COLUMNS) } };
    }),
  });
  const { names } = tree.functions;
  // Nearly every name fits; a letter has two columns at most, so few are measured.
  const short = names.map((name) => (name.length * 2 <= NAME_COLUMNS ? name : cut(name, NAME_COLUMNS)));
  return {
    ...comparison,
    base: side(base),
    head: side(head),
    tree: { ...tree, functions: { ...tree.functions, names: short } },
  };
}

/** At most `columns`, and not many more characters: a letter may have a thousand accents and still be one column. */
export function cut(text: string, columns: number): string {
  const most = columns * 4;
  const half = Math.floor(most / 2);
  return fitMiddle(text.length <= most ? text : `${text.slice(0, half)}…${text.slice(-half)}`, columns);
}

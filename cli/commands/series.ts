import { Command } from 'commander';
import { visible } from '../../core/text/visible.ts';
import { matrixRuns, trendRuns } from '../../pipeline/index.ts';
import type { NamedRuns } from '../../pipeline/index.ts';
import { matrixJson, matrixMarkdown, matrixText, trendJson, trendText } from '../../render/series.ts';
import { sayProblems } from '../input.ts';
import { jsonOption, quietOption, wholeNumber } from '../options.ts';
import type { Ports } from '../ports.ts';
import { Refusal, orRefuse } from '../refusal.ts';
import { filesIn, prepareOptions, readRuns, withPreparing } from '../sides.ts';
import type { SideOptions } from '../sides.ts';
import { styleOf } from '../style.ts';

interface SeriesOptions extends SideOptions {
  readonly json?: true;
  readonly markdown?: true;
  readonly rows: number;
}

/** `firebreak matrix BASE V1 V2 …`: functions by variants, each against the first (DIFF-SPEC 9). */
export function matrixCommand(ports: Ports): Command {
  return withPreparing(new Command('matrix'))
    .description('compare several variants with a baseline: a table of functions by variants')
    .argument('<variants...>', 'the baseline, then the others; a folder is a variant with several runs')
    .addOption(jsonOption())
    .option('--markdown', 'print Markdown instead of text')
    .option('--rows <number>', 'rows of the table', wholeNumber(1), 20)
    .addOption(quietOption())
    .action(async (paths: readonly string[], options: SeriesOptions) => {
      const report = orRefuse(
        await matrixRuns(await variantsOf(paths, options, ports), await prepareOptions(options, ports)),
        null,
      );
      sayProblems(report.problems, null, ports);
      if (options.json === true) await ports.write(`${JSON.stringify(matrixJson(report), null, 2)}\n`);
      else if (options.markdown === true) await ports.write(matrixMarkdown(report, options.rows));
      else await ports.write(matrixText(report, options.rows, styleOf(ports)));
    });
}

/** `firebreak trend P1 P2 …`: where functions changed over a series of recordings, in the order given (DIFF-SPEC 9). */
export function trendCommand(ports: Ports): Command {
  return withPreparing(new Command('trend'))
    .description('find where functions changed over a series of recordings, oldest first; needs eight points')
    .argument('<points...>', 'recordings in order; a folder is one point with several runs')
    .addOption(jsonOption())
    .option('--rows <number>', 'changes that are listed', wholeNumber(1), 20)
    .addOption(quietOption())
    .action(async (paths: readonly string[], options: SeriesOptions) => {
      const report = orRefuse(
        await trendRuns(await variantsOf(paths, options, ports), await prepareOptions(options, ports)),
        null,
      );
      sayProblems(report.problems, null, ports);
      await ports.write(
        options.json === true
          ? `${JSON.stringify(trendJson(report), null, 2)}\n`
          : trendText(report, options.rows, styleOf(ports)),
      );
    });
}

async function variantsOf(paths: readonly string[], options: SideOptions, ports: Ports): Promise<readonly NamedRuns[]> {
  const names = shortNames(paths);
  const variants: NamedRuns[] = [];
  for (const [i, path] of paths.entries()) {
    const runs = await readRuns(await filesIn([path], ports), null, options, ports);
    if (runs.length === 0) throw new Refusal(visible(`${path}: this folder holds no profile`));
    variants.push({ name: names[i] ?? path, runs });
  }
  return variants;
}

/** Paths without the folders at their beginning and at their end that all have: `x/a/f.txt x/b/f.txt` are `a` and `b`. */
function shortNames(paths: readonly string[]): readonly string[] {
  const split = paths.map((path) => path.split('/').filter((part) => part !== ''));
  const least = Math.min(...split.map((parts) => parts.length));
  const same = (at: (parts: readonly string[]) => string | undefined) => new Set(split.map(at)).size === 1;
  let front = 0;
  while (front < least - 1 && same((parts) => parts[front])) front++;
  let back = 0;
  while (front + back < least - 1 && same((parts) => parts[parts.length - 1 - back])) back++;
  return split.map((parts) => parts.slice(front, parts.length - back).join('/'));
}

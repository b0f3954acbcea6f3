import type { DrawingMarks } from './boxes.ts';
import type { Frames } from './frames.ts';

/** The program that drew the picture, as far as its markup shows; null where it does not. Tools that call flamegraph.pl look like it. */
export function generatorOf(marks: DrawingMarks, frames: Frames): string | null {
  if (frames.countSource === 'titles' && marks.mouseBoxes > frames.length / 2) return 'flamegraph.pl 2012';
  if (marks.hasInfernoNamespace || frames.exact !== null) return 'inferno';
  if (
    marks.hasFramesGroup &&
    marks.hexColours > frames.length / 2 &&
    frames.countSource === 'titles' &&
    marks.decimals > 0
  )
    return 'async-profiler';
  if (marks.decimals === 0) return 'inferno before 0.9';
  if (marks.hasFuncGroups) return 'flamegraph.pl 2013-2018';
  return marks.hasFramesGroup ? 'flamegraph.pl' : null;
}

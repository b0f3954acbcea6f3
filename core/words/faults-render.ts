import { grouped, plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What an output format could not say, and what our own picture had to leave out. */
export const RENDER_WORDS: Vocabulary = {
  'png-too-large': ({ facts }) => ({
    sentence: `the picture would have ${String(facts['width'])} × ${String(facts['height'])} pixels, more than ${String(facts['maximum'])} in all`,
    advice: 'Write an SVG instead.',
  }),
  'report-page-missing': () => ({
    sentence: 'the page that reports in HTML are made of is not there',
    advice: 'Run npm run build in the checkout.',
  }),
  'folded-names-changed': ({ count }) => ({
    sentence: `${plural(count ?? 1, 'name')} with a semicolon or a line break, which folded stacks cannot hold: written as ":" and " "`,
  }),
  'folded-no-stack': ({ facts }) => ({
    sentence: `samples without any frame are written as ${String(facts['name'])}`,
  }),
  'svg-too-deep': ({ count }) => ({
    sentence: `${plural(count ?? 1, 'frame')} stood too deep to be drawn; their counts are read as those of the last row`,
    advice: 'Use the profile that the picture was drawn from.',
  }),
  'pprof-scaled': ({ facts }) => ({
    sentence: `pprof holds integers only: "${String(facts['valueType'])}" has fractions and is written in 1/${grouped(Number(facts['scale']))} of its unit`,
  }),
  'pprof-rounded': ({ facts }) => ({
    sentence: `fractions of "${String(facts['valueType'])}" beyond ${String(facts['decimals'])} decimals are rounded`,
  }),
  'speedscope-details-left-out': ({ facts }) => ({
    sentence: `speedscope has no place for modules and kinds of frames; they are left out${Number(facts['merged']) > 0 ? `, and ${plural(Number(facts['merged']), 'frame')} that differed only in them became one with others` : ''}`,
  }),
  'speedscope-large-values': () => ({
    sentence: 'values beyond 2^53 are written in all their digits; readers of speedscope files round them',
  }),
};

import type { Facts } from '../model/problem.ts';
import { grouped, plural, sizeInWords } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Sentences of the flame graph SVG importer. */
export const SVG_WORDS: Vocabulary = {
  // Faults: the file is refused.
  'svg-truncated': ({ facts }) => ({
    sentence: `the SVG is incomplete: the file ends before </svg>, ${boxesSoFar(number(facts, 'boxes'))}; a picture that was cut off is not read as a smaller profile`,
    advice: 'Download or save the picture again and compare its size with the original.',
  }),
  'svg-entity-declaration': () => ({
    sentence:
      'the SVG declares its own XML entities (a DOCTYPE with an internal subset); no flame graph needs that, and it is refused unread',
    advice: 'If the file is trusted, remove the declarations between "[" and "]>" of the DOCTYPE.',
  }),
  'svg-not-a-flame-graph': ({ facts, seen, expected }) => ({
    sentence: `this is no flame graph: ${plural(number(facts, 'boxes'), 'box', 'boxes')} of ${plural(number(facts, 'heights'), 'height')} among ${plural(number(facts, 'elements'), 'element')}${seen === null ? '' : `, with "${seen}"`}; expected ${expected ?? 'a flame graph'}`,
    advice:
      'Give it an SVG drawn by flamegraph.pl, inferno, py-spy, async-profiler or a tool that calls them, or the folded stacks behind it.',
  }),
  'svg-no-frames': ({ seen }) => ({
    sentence: `the picture has no frames; its tool wrote: "${seen ?? ''}"`,
    advice: 'The recording or the folding step before it came out empty: look there.',
  }),
  'svg-malformed': ({ seen }) => ({
    sentence: `a quote is missing in "${seen ?? ''}": what follows cannot be told apart`,
    advice: 'Draw or save the picture again.',
  }),
  'svg-token-too-long': ({ facts, seen }) => ({
    sentence: `one tag or text is longer than ${sizeInWords(number(facts, 'maximum'))}; it begins with "${seen ?? ''}"`,
  }),
  'svg-too-many-attributes': ({ facts }) => ({
    sentence: `one tag has ${plural(number(facts, 'attributes'), 'attribute')}, more than the ${grouped(number(facts, 'maximum'))} allowed`,
  }),
  'svg-too-many-elements': ({ facts }) => ({
    sentence:
      facts['what'] === 'depth'
        ? `elements are nested more than ${grouped(number(facts, 'maximum'))} deep`
        : `the SVG has more than ${grouped(number(facts, 'maximum'))} elements`,
  }),

  // Problems: the profile was read, and this should be known about it.
  'svg-pruned': ({ facts }) => ({
    sentence: `frames narrower than about ${amount(facts, 'weight')} (${share(number(facts, 'share'))} of the total) were not drawn (minwidth); ${plural(number(facts, 'places'), 'frame')} with drawn children may hold such pruned ones in ${number(facts, 'places') === 1 ? 'its' : 'their'} self value, ${amount(facts, 'hidden')} in all`,
    advice:
      'A frame that is missing in the picture may exist below that limit. Use the folded stacks, or draw with --minwidth 0.',
  }),
  'svg-names-cut': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'name')} cut to fit the box, such as "${seen ?? ''}": the titles with the full names are gone from this file`,
    advice: 'Use the file as its tool wrote it, not one that svgo or an editor has made smaller.',
  }),
  'svg-names-missing': ({ count = 1 }) => ({
    sentence: `${plural(count, 'box', 'boxes')} without any name, called [unnamed]`,
  }),
  'svg-blank-name': ({ count = 1 }) => ({
    sentence: `${plural(count, 'frame')} with a count but no name in the title, called [unknown]`,
  }),
  'svg-counts-from-widths': ({ count = 1 }) => ({
    sentence: `the file holds no counts: shares in percent are estimated from the widths of ${plural(count, 'box', 'boxes')}, and the number of samples is unknown`,
    advice: 'Use the file as its tool wrote it, with the titles.',
  }),
  'svg-counts-from-attributes': ({ count = 1 }) => ({
    sentence: `the titles are gone: counts of ${plural(count, 'frame')} come from the fg:w attributes, and their unit is taken to be samples`,
  }),
  'svg-counts-estimated': ({ count = 1 }) => ({
    sentence: `${plural(count, 'frame')} without a count in the title: estimated from the width`,
  }),
  'svg-siblings-merged': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'box', 'boxes')} merged with a neighbour of the same name and caller, such as "${seen ?? ''}" (a flame chart repeats them in time)`,
  }),
  'svg-frames-without-parent': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'frame')} with no box below ${count === 1 ? 'it' : 'them'}, such as "${seen ?? ''}": put under the nearest frame that covers ${count === 1 ? 'it' : 'them'}`,
  }),
  'svg-children-exceed-parent': ({ count = 1, seen, facts }) => ({
    sentence: `${plural(count, 'frame')} with less than ${count === 1 ? 'its' : 'their'} children have together, such as "${seen ?? ''}" by ${amount(facts, 'excess')}: the counts or places in the picture are rounded, so self values here are approximate`,
  }),
  'svg-root-rest': ({ facts }) => ({
    sentence: `${amount(facts, 'rest')} of ${grouped(number(facts, 'total'))} belong to no drawn stack (self of the root box)`,
  }),
  'svg-factor': ({ facts }) => ({
    sentence: `the titles are multiplied by ${grouped(number(facts, 'factor'))} and rounded; the exact sample counts of the file times this factor are used instead`,
  }),
  'svg-units-mixed': ({ count = 1, facts }) => ({
    sentence: `the titles name several units (${list(facts['units'])}); ${plural(count, 'frame')} differ from the most frequent one and are counted like it`,
  }),
  'svg-boxes-ignored': ({ count = 1 }) => ({
    sentence: `${plural(count, 'box', 'boxes')} without title or count ignored (legend, button or decoration)`,
  }),
  'svg-zoomed': ({ count = 1 }) => ({
    sentence: `the picture was saved while zoomed; places of ${plural(count, 'box', 'boxes')} before the zoom were restored`,
  }),
  'svg-malformed-markup': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'place')} with markup that is not valid XML, such as "${seen ?? ''}"; it could be read all the same`,
  }),
  'svg-unknown-entity': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'place')} with an entity that XML does not know, such as "${seen ?? ''}": left as written`,
  }),
  'svg-undecodable-name': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'name')} with bytes that do not fit the encoding of the file, such as "${seen ?? ''}"`,
  }),
  'svg-period-inferred': ({ facts }) => ({
    sentence: `every count is a multiple of ${grouped(number(facts, 'period'))}: taken as the sampling period, which makes ${grouped(number(facts, 'samples'))} samples`,
  }),
  'svg-weights-not-samples': ({ facts }) => ({
    sentence: `the counts are called samples but sum to ${grouped(number(facts, 'total'))}: they are taken as weights, and the number of samples is unknown`,
  }),

  // Differential pictures.
  'svg-base-vanished': ({ facts }) => ({
    sentence: `a differential picture is as wide as the newer profile (${amount(facts, 'total')}): stacks that exist only in base have no box, so it cannot show what vanished, and their weight is missing from base`,
    advice: 'Use the two folded files, or the picture drawn in the other direction (--negate) beside this one.',
  }),
  'svg-negate-unknown': () => ({
    sentence:
      'a picture drawn with --negate shows the opposite sign and looks the same in the file; here + is read as growth from base to head',
    advice: 'If base and head are the wrong way round, swap them.',
  }),
  'svg-base-estimated': ({ facts }) => ({
    sentence: `changes are printed in hundredths of a percent, so each self value of base is known to within ${amount(facts, 'error')}`,
  }),
  'svg-base-negative': ({ count = 1, facts }) => ({
    sentence: `${plural(count, 'frame')} with a printed change larger than the self value (${amount(facts, 'sum')} in all): base set to 0 there; drawn with --negate, or with pruned children`,
  }),
  'svg-delta-ignored': ({ count = 1, facts }) => ({
    sentence: `${plural(count, 'title')} of ${grouped(number(facts, 'frames'))} with a change in percent: numbers at the end of a name were taken for a second count when the picture was drawn; it is read as one profile`,
  }),
  'svg-delta-weight': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'title')} with a "sample weight", such as "${seen ?? ''}": these weights do not add up over callers and callees, so no base can be recovered; only the newer profile is read`,
  }),
};

function number(facts: Facts, name: string): number {
  const value = facts[name];
  return typeof value === 'number' ? value : 0;
}

/** `84.7 samples`: the amount with the unit of the file. */
function amount(facts: Facts, name: string): string {
  const value = number(facts, name);
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(3));
  return `${grouped(rounded)} ${String(facts['unit'] ?? '')}`.trimEnd();
}

function share(value: number): string {
  return `${Number((value * 100).toPrecision(2))} %`;
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function boxesSoFar(boxes: number): string {
  return boxes === 0 ? 'before the first frame' : `after ${plural(boxes, 'box', 'boxes')}`;
}

import { plural, sizeInWords } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Faults and problems that belong to no single format. */
export const COMMON_WORDS: Vocabulary = {
  'file-empty': () => ({
    sentence: 'the file is empty: no samples in it',
    advice: 'Record again, or check that the upload was complete.',
  }),
  'browser-failed': ({ facts }) => ({
    sentence: `the browser could not finish: ${String(facts['what'])}`,
    advice: 'The files may have changed or be too large for this browser: choose them again, or compare on the server.',
  }),
  'format-unknown': ({ seen, facts }) => ({
    sentence: `this is no profile that Firebreak reads; it looks like ${String(facts['looksLike'])}${seen === null ? '' : ` and begins with "${seen}"`}`,
    advice:
      'It reads folded stacks, perf script text, pprof, flame graphs as SVG or HTML, and some thirty other formats (docs/formats.md).',
  }),
  'format-known-unreadable': ({ facts }) => ({
    sentence: `this is ${String(facts['what'])}, which is not a profile in a form that can be read here`,
    advice: String(facts['advice']),
  }),
  'format-id-unknown': ({ facts }) => ({
    sentence: `there is no format "${String(facts['format'])}"; the formats are ${list(facts['known'])}`,
  }),
  'limit-exceeded': ({ facts }) => ({
    sentence: `the file is larger than the limit allows: ${LIMIT_NAMES[String(facts['limit'])] ?? String(facts['limit'])} over ${limitOf(facts['limit'], facts['maximum'])}`,
    advice: 'Cut the recording, or merge equal stacks before uploading. The limit can be raised where Firebreak runs.',
  }),
  'time-limit': ({ facts }) => ({
    sentence: `the work took longer than ${String(facts['seconds'])} seconds and was stopped`,
    advice: 'Cut the recording, or merge equal stacks before uploading.',
  }),
  'inflate-damaged': ({ facts }) => ({
    sentence: `the ${String(facts['compression'])} data is damaged or incomplete: ${String(facts['what'])}`,
    advice: 'Download or compress the file again.',
  }),
  'inflate-ratio': ({ facts }) => ({
    sentence: `the ${String(facts['compression'])} data grows more than ${String(facts['maximum'])} times when inflated, which no profile does`,
  }),
  'zip-entries': ({ facts }) => ({
    sentence: `the zip archive holds ${String(facts['entries'])} files; one is expected`,
    advice: 'Unpack it and choose the profile.',
  }),
  'zip-unsupported': ({ facts }) => ({
    sentence: `the zip archive uses ${String(facts['what'])}, which cannot be read here`,
    advice: 'Unpack it first.',
  }),
  'profile-invalid': ({ facts }) => ({
    sentence: `the profile is inconsistent: ${String(facts['table'])} row ${String(facts['row'])} holds ${String(facts['value'])}, expected: ${String(facts['rule'])}`,
    advice: 'This is a fault of Firebreak, not of the file. Please report it with the file.',
  }),
  'stack-too-deep': ({ facts }) => ({
    sentence: `a stack is more than ${String(facts['maximum'])} frames deep`,
    advice: 'Fold the recursion before exporting.',
  }),
  'invalid-utf8': ({ facts }) => ({
    sentence: `${plural(Number(facts['places']), 'name')} with bytes that are not UTF-8; they are shown as �`,
  }),
  'counts-too-large': ({ facts }) => ({
    sentence: `the counts add up to ${String(facts['total'])}, more than 64 bits hold`,
    advice: 'A count in the file is damaged, or in a unit far too small.',
  }),
  'negative-values': ({ facts }) => ({
    sentence: `${sideName(facts['side'])} holds negative values: ${facts['file'] === '' ? 'the profile' : String(facts['file'])} is already a difference (a diff) of two profiles`,
    advice: 'Give the two profiles that were subtracted instead.',
  }),
  'values-rounded': () => ({
    sentence: 'counts over 2^53 stand beside fractional ones: such a column is kept in 53 bits of precision',
  }),
  'no-samples': ({ facts }) => ({
    sentence: `${facts['side'] === undefined ? 'the profile' : sideName(facts['side'])} has no samples: its total is zero`,
    advice: 'A side without samples has no shares, so nothing can be compared. Record it again.',
  }),
  'unit-mismatch': ({ facts }) => ({
    sentence: `the units differ: base counts ${String(facts['base'])}, head counts ${String(facts['head'])}; a difference of them means nothing`,
    advice: 'Choose a value type that both sides have (--value-type), or export both with the same one.',
  }),
  'value-type-unknown': ({ facts }) => ({
    sentence: `${facts['side'] === undefined ? 'the profile' : sideName(facts['side'])} has no value type "${String(facts['wanted'])}"; it has ${list(facts['known'])}`,
  }),
  'file-has-one-side': ({ facts }) => ({
    sentence: `the file holds one side only, and its ${String(facts['side'])} side is asked for`,
    advice: 'Leave --side out.',
  }),
  'recording-unknown': ({ facts }) => ({
    sentence: `the file has no recording "${String(facts['wanted'])}"; it has ${list(facts['known'])}`,
  }),
  'first-recording-used': ({ facts }) => ({
    sentence: `the file holds ${String(facts['recordings'])} recordings; only the first, "${String(facts['used'])}", is used`,
    advice: 'Choose another one: --recording NAME on the command line, "recording" in the API, a list on the page.',
  }),
  'file-is-differential': ({ facts }) => ({
    sentence: `${String(facts['file'])} is itself a comparison and holds two sides`,
    advice: 'Give it alone to compare its two sides, or choose one with --side.',
  }),
  'pack-not-ours': () => ({ sentence: 'these bytes are no stored comparison' }),
  'pack-truncated': () => ({ sentence: 'the stored comparison is incomplete' }),
  'pack-header': () => ({ sentence: 'the stored comparison has a damaged header' }),
  'pack-version': () => ({ sentence: 'the stored comparison was written by another version of Firebreak' }),
  'pack-column': ({ facts }) => ({ sentence: `the stored comparison is damaged in column ${String(facts['column'])}` }),
};

const LIMIT_NAMES: Readonly<Record<string, string>> = {
  maxBytes: 'size',
  maxNodes: 'call tree nodes',
  maxFrames: 'distinct frames',
  maxStringCharacters: 'characters in names',
};

function limitOf(limit: unknown, maximum: unknown): string {
  return limit === 'maxBytes' && typeof maximum === 'number' ? sizeInWords(maximum) : String(maximum);
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function sideName(side: unknown): string {
  return side === 'base' ? 'base (good)' : side === 'head' ? 'head (bad)' : String(side);
}

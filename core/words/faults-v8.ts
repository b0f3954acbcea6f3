import { plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const V8_WORDS: Vocabulary = {
  'v8-native-names': ({ count = 1 }) => ({
    sentence: `${plural(count, 'frame')} of native libraries without names of functions; each is shown as its library`,
    advice: 'On the machine that recorded it, `node --prof-process --preprocess LOG > log.json` adds the names.',
  }),
  'v8-addresses-unknown': ({ count = 1 }) => ({
    sentence: `${plural(count, 'frame')} at addresses where the log knows no code, called [unknown]`,
  }),
  'v8-stack-overflow': ({ count = 1 }) => ({
    sentence: `${plural(count, 'stack')} with more frames than V8 records: the outermost are missing`,
  }),
};

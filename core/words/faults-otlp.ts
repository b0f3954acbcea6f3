import type { Vocabulary } from './vocabulary.ts';

/** OpenTelemetry profiles as protobuf; what they share with the JSON form has its words there. */
export const OTLP_WORDS: Vocabulary = {
  'otlp-proto-version': () => ({
    sentence: 'the OpenTelemetry profiles have no dictionary: they are of a version before 1.7, or no profiles',
    advice: 'Export them with a newer collector, or as pprof.',
  }),
  'otlp-proto-truncated': ({ expected }) => ({
    sentence: `the OpenTelemetry profiles end in the middle: expected ${expected ?? 'more bytes'}`,
    advice: 'Save them again; the file was cut short.',
  }),
  'otlp-proto-malformed': ({ expected }) => ({
    sentence: `the OpenTelemetry profiles are damaged: expected ${expected ?? 'protobuf'}`,
  }),
  'otlp-index': ({ facts }) => ({
    sentence: `the OpenTelemetry profiles name row ${String(facts['index'])} of the table ${String(facts['table'])}, which has ${String(facts['rows'])}`,
    advice: 'Is the file cut short?',
  }),
};

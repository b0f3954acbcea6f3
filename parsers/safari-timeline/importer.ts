import { jsonImporter } from '../json/importer.ts';
import { readSafariTimeline } from './reader.ts';

export const safariTimelineImporter = jsonImporter({
  id: 'safari-timeline',
  title: 'Safari timeline recording',
  recognise: (sketch) =>
    sketch.has('recording.sampleStackTraces') || sketch.has('recording.instrumentTypes')
      ? 'it has a "recording" with instruments'
      : null,
  read: readSafariTimeline,
});

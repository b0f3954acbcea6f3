import { jsonImporter } from '../json/importer.ts';
import type { Sketch } from '../json/sketch.ts';
import { readChromeTrace } from './reader.ts';

export const chromeTraceImporter = jsonImporter({
  id: 'chrome-trace',
  title: 'Chrome trace (DevTools, Perfetto, Hermes and other writers of trace events)',
  recognise,
  read: readChromeTrace,
  mayBeUnclosed: true,
});

function recognise(sketch: Sketch): string | null {
  if (sketch.has('traceEvents')) return 'it has "traceEvents"';
  if (sketch.has('[].ph') && (sketch.has('[].ts') || sketch.has('[].pid')))
    return 'it is a list of events with "ph" and "ts"';
  // DevTools writes what it knows about the recording first, and that may be long.
  return sketch.has('metadata.dataOrigin') && sketch.has('metadata.source')
    ? 'its "metadata" is that of DevTools'
    : null;
}

import { jsonImporter } from '../json/importer.ts';
import { readStackprof } from './reader.ts';

export const stackprofImporter = jsonImporter({
  id: 'stackprof',
  title: 'stackprof (Ruby)',
  recognise: (sketch) =>
    sketch.has('mode', 'interval') && (sketch.has('gc_samples') || sketch.has('missed_samples'))
      ? 'it has "mode", "interval" and "gc_samples"'
      : null,
  read: readStackprof,
});

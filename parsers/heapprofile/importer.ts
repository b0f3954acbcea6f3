import { jsonImporter } from '../json/importer.ts';
import { readHeapProfile } from './reader.ts';

export const heapProfileImporter = jsonImporter({
  id: 'heapprofile',
  title: 'V8 sampling heap profile (Chrome, Node.js)',
  recognise(sketch) {
    if (sketch.has('head.callFrame')) return 'it has a "head" with a "callFrame"';
    return sketch.has('samples[].nodeId', 'samples[].ordinal') ? 'it has "samples" with "nodeId" and "ordinal"' : null;
  },
  read: readHeapProfile,
});

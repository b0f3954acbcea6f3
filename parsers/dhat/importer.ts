import { jsonImporter } from '../json/importer.ts';
import { readDhat } from './reader.ts';

export const dhatImporter = jsonImporter({
  id: 'dhat',
  title: 'DHAT heap profile (valgrind, dhat-rs)',
  recognise: (sketch) => (sketch.has('dhatFileVersion') ? 'it has a "dhatFileVersion"' : null),
  read: readDhat,
});

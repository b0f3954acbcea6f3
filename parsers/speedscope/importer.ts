import { jsonImporter } from '../json/importer.ts';
import { readSpeedscope } from './reader.ts';

export const speedscopeImporter = jsonImporter({
  id: 'speedscope',
  title: 'speedscope profile',
  recognise(sketch) {
    if (sketch.textAt('$schema').includes('speedscope.app/file-format-schema'))
      return 'its "$schema" is that of speedscope';
    return sketch.has('shared.frames[].name') ? 'it has "shared" with "frames"' : null;
  },
  read: readSpeedscope,
});

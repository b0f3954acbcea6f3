import { jsonImporter } from '../json/importer.ts';
import { readFlamebearer } from './reader.ts';

export const flamebearerImporter = jsonImporter({
  id: 'flamebearer',
  title: 'Pyroscope flame graph (flamebearer JSON)',
  recognise(sketch) {
    if (sketch.has('flamebearer.names') || sketch.has('flamebearer.levels'))
      return 'it has a "flamebearer" with "names" and "levels"';
    return sketch.has('names', 'levels', 'numTicks') ? 'it has "names", "levels" and "numTicks"' : null;
  },
  read: readFlamebearer,
});

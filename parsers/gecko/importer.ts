import { jsonImporter } from '../json/importer.ts';
import { readGecko } from './reader.ts';

export const geckoImporter = jsonImporter({
  id: 'gecko',
  title: 'Firefox profiler recording (Firefox, samply)',
  recognise(sketch) {
    if (sketch.has('meta.preprocessedProfileVersion')) return 'its "meta" has a "preprocessedProfileVersion"';
    if (sketch.has('meta.interval', 'meta.version') && sketch.has('meta.stackwalk'))
      return 'its "meta" has "interval" and "stackwalk"';
    if (sketch.has('meta.interval', 'meta.processType')) return 'its "meta" has "interval" and "processType"';
    if (sketch.has('profile.meta.interval')) return 'its "profile" has a "meta" with an "interval"';
    // Recordings of the old developer tools have the profile last, behind long lists.
    return sketch.has('label', 'duration', 'markers')
      ? 'it begins as recordings of the Firefox developer tools do'
      : null;
  },
  read: readGecko,
});

import { jsonImporter } from '../json/importer.ts';
import { readOtlp } from './reader.ts';

export const otlpImporter = jsonImporter({
  id: 'otlp-profile-json',
  title: 'OpenTelemetry profiles (JSON)',
  recognise(sketch) {
    if (sketch.has('resourceProfiles[].scopeProfiles')) return 'it has "resourceProfiles" with "scopeProfiles"';
    if (sketch.has('sample_types[].type', 'samples[].locations'))
      return 'it lists "sample_types" and "samples" with "locations"';
    return sketch.has('dictionary.stringTable') || sketch.has('dictionary.mappingTable')
      ? 'it has a "dictionary" of OpenTelemetry profiles'
      : null;
  },
  read: readOtlp,
});

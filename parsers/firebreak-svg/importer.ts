import type { Detection, Head, Importer } from '../importer.ts';
import { firebreakSvgReader } from './reader.ts';

/** Our own flame graph SVGs: the exact names and counts stand in attributes (render/svg.ts says which). */
export const firebreakSvgImporter: Importer = {
  id: 'firebreak-svg',
  title: 'flame graph SVG of Firebreak',
  detect,
  open: firebreakSvgReader,
};

function detect({ text }: Head): Detection {
  const isOurs = /<svg\b[^>]{0,2000}\sdata-fb-format="1"/.test(text);
  return isOurs
    ? { verdict: 'yes', because: 'it is an SVG whose boxes carry exact counts (data-fb-format)' }
    : { verdict: 'no', because: 'it has no data-fb-format' };
}

import type { Detection, Head, Importer } from '../importer.ts';
import { wholeFileReader } from '../whole-file.ts';
import { parsePprof } from './reader.ts';
import { BYTES, VARINT, WireReader } from './wire.ts';

export const pprofImporter: Importer = {
  id: 'pprof',
  title: 'pprof profile',
  detect: detectPprof,
  open: (context) => wholeFileReader(context, parsePprof),
};

/** Fields of `message Profile` by wire type. */
const MESSAGES = new Set([1, 2, 3, 4, 5, 6, 11, 13]);
const NUMBERS = new Set([7, 8, 9, 10, 12, 13, 14, 15]);
const FIELDS_LOOKED_AT = 64;

/** pprof has no magic number, but every field of its outer message must be one that the format knows. */
function detectPprof({ bytes, complete }: Head): Detection {
  const no = { verdict: 'no', because: 'it is no protobuf message of the profile format' } as const;
  const reader = new WireReader(bytes);
  let fields = 0;
  let messages = 0;
  while (reader.more && fields < FIELDS_LOOKED_AT) {
    reader.varint();
    const field = reader.low >>> 3;
    const wireType = reader.low & 7;
    if (reader.fault !== null || reader.high !== 0) return no;
    if (wireType === BYTES && MESSAGES.has(field)) messages++;
    else if (!(wireType === VARINT && NUMBERS.has(field))) return no;
    reader.skip(wireType);
    // The last field of an incomplete head may end beyond it, and a cut file is still a pprof.
    if (reader.fault !== null && (complete ? fields < 2 : fields === 0)) return no;
    fields++;
  }
  if (messages === 0) return no;
  return {
    verdict: fields > 2 ? 'yes' : 'unsure',
    because: `its first ${fields} protobuf fields are those of a profile`,
  };
}

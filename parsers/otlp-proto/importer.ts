import type { Detection, Head, Importer } from '../importer.ts';
import { BYTES, VARINT, WireReader } from '../pprof/wire.ts';
import { wholeFileReader } from '../whole-file.ts';
import { parseOtlp } from './reader.ts';

/** OpenTelemetry profiles as protobuf, the body of an OTLP request or a file of the collector. */
export const otlpProtoImporter: Importer = {
  id: 'otlp-profile',
  title: 'OpenTelemetry profiles (protobuf)',
  detect,
  open: (context) => wholeFileReader(context, parseOtlp),
};

/**
 * Follows the first resource down to its first value type: resource_profiles (1), scope_profiles (2), profiles (2),
 * sample_type (1), which holds numbers only. A pprof has its value type at the top.
 */
function detect({ bytes }: Head): Detection {
  const no = { verdict: 'no', because: 'it is no message of OpenTelemetry profiles' } as const;
  let reader = new WireReader(bytes);
  for (const wanted of [1, 2, 2, 1]) {
    const inner = firstMessage(reader, wanted);
    if (inner === null) return no;
    reader = inner;
  }
  while (reader.more) {
    reader.varint();
    if ((reader.low & 7) !== VARINT || !(reader.low >>> 3 >= 1 && reader.low >>> 3 <= 3)) return no;
    reader.varint();
  }
  if (reader.fault !== null) return no;
  return { verdict: 'yes', because: 'its protobuf messages are nested as resource, scope, profile and value type' };
}

/** Fields that may stand before the wanted one on its level; all of them are messages or texts. */
const MOST_FIELDS = 64;

function firstMessage(reader: WireReader, wanted: number): WireReader | null {
  for (let i = 0; i < MOST_FIELDS && reader.more; i++) {
    reader.varint();
    const field = reader.low >>> 3;
    if (reader.fault !== null || (reader.low & 7) !== BYTES || field < 1 || field > 7) return null;
    // The message may go on beyond the head.
    reader.varint();
    if (reader.fault !== null || reader.high !== 0) return null;
    const end = Math.min(reader.at + reader.low, reader.end);
    if (field === wanted) return new WireReader(reader.bytes, reader.at, end);
    reader.at = end;
  }
  return null;
}

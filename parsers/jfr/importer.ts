import type { Detection, Head, Importer } from '../importer.ts';
import { wholeFileReader } from '../whole-file.ts';
import { parseJfr } from './reader.ts';

/** Recordings of JDK Flight Recorder, written by the JVM (11 and later) or by async-profiler. */
export const jfrImporter: Importer = {
  id: 'jfr',
  title: 'JDK Flight Recorder recording',
  detect,
  open: (context) => wholeFileReader(context, parseJfr),
};

function detect({ bytes }: Head): Detection {
  const isJfr = bytes[0] === 0x46 && bytes[1] === 0x4c && bytes[2] === 0x52 && bytes[3] === 0;
  return isJfr
    ? { verdict: 'yes', because: 'it begins with "FLR" and a zero byte' }
    : { verdict: 'no', because: 'it does not begin with "FLR" and a zero byte' };
}

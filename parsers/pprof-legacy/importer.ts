import { wholeText } from '../bytes/whole-text.ts';
import type { Detection, Head, Importer } from '../importer.ts';
import { wholeFileReader } from '../whole-file.ts';
import { cpuFormat, readCpu } from './cpu.ts';
import { kindOf } from './kinds.ts';
import { buildLegacy } from './legacy.ts';
import { readText } from './text.ts';

export const pprofLegacyImporter: Importer = {
  id: 'pprof-legacy',
  title: 'profile of gperftools or old Go (before profile.proto)',
  detect,
  open: (context) =>
    wholeFileReader(context, (bytes) => {
      if (cpuFormat(bytes) !== null) {
        const cpu = readCpu(bytes);
        return cpu.ok ? buildLegacy(cpu.value, context) : cpu;
      }
      const text = wholeText(bytes);
      if (!text.ok) return text;
      const read = readText(text.value);
      return read.ok ? buildLegacy(read.value, context) : read;
    }),
};

function detect({ bytes, text }: Head): Detection {
  if (cpuFormat(bytes) !== null) {
    return { verdict: 'yes', because: 'it begins with the words 0, 3, version, period, 0 of a CPU profile' };
  }
  const first = text.split(/\r?\n/, 50).find((line) => line.trim() !== '' && !/^\s*#/.test(line)) ?? '';
  const kind = kindOf(first);
  return kind === null
    ? { verdict: 'no', because: 'it has no header of an old pprof format' }
    : { verdict: 'yes', because: `its first line is the header of a profile (${kind.generator})` };
}

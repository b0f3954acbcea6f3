import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Head } from './importer.ts';

interface Known {
  readonly what: string;
  readonly advice: string;
  readonly test: (head: Head) => boolean;
}

function startsWith(bytes: Uint8Array, ...magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

/** Files that people bring by mistake, and the way from them to a profile. */
const KNOWN: readonly Known[] = [
  {
    what: 'a binary perf.data file',
    advice: 'Run `perf script -i perf.data > out.perf` on the machine that recorded it and give out.perf.',
    test: ({ bytes }) => startsWith(bytes, 0x50, 0x45, 0x52, 0x46, 0x49, 0x4c, 0x45, 0x32),
  },
  {
    what: 'a method trace of Android (ART)',
    advice:
      'It traces calls and holds no samples. Record with `simpleperf record -g`, then `python3 stackcollapse.py -i perf.data > out.folded` (in the scripts of simpleperf), and give out.folded.',
    test: ({ bytes, text }) => startsWith(bytes, 0x53, 0x4c, 0x4f, 0x57) || /^\*version\r?\n\d+\r?\n/.test(text),
  },
  {
    what: 'a recording of simpleperf',
    advice:
      'Run `python3 stackcollapse.py -i perf.data > out.folded` (in the scripts of simpleperf) and give out.folded.',
    test: ({ text }) => text.startsWith('SIMPLEPERF'),
  },
  {
    what: 'the table of contents of an Instruments recording',
    advice:
      'Export the samples: xcrun xctrace export --input FILE.trace --xpath \'/trace-toc/run[@number="1"]/data/table[@schema="time-profile"]\' > samples.xml',
    test: ({ text }) => /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<trace-toc\b/.test(text),
  },
  {
    what: 'a bzip2 archive',
    advice: 'Unpack it with `bunzip2` first.',
    test: ({ bytes }) => startsWith(bytes, 0x42, 0x5a, 0x68),
  },
  {
    what: 'an xz archive',
    advice: 'Unpack it with `xz -d` first.',
    test: ({ bytes }) => startsWith(bytes, 0xfd, 0x37, 0x7a, 0x58, 0x5a),
  },
  {
    what: 'a zstd archive',
    advice: 'Unpack it with `zstd -d` first.',
    test: ({ bytes }) => startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd),
  },
  {
    what: 'a PNG picture',
    advice: 'A picture of pixels holds no names or counts. Look for the flame graph as SVG, or for the folded stacks.',
    test: ({ bytes }) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47),
  },
  {
    what: 'a JPEG picture',
    advice: 'A picture of pixels holds no names or counts. Look for the flame graph as SVG, or for the folded stacks.',
    test: ({ bytes }) => startsWith(bytes, 0xff, 0xd8, 0xff),
  },
  {
    what: 'a PDF document',
    advice: 'Look for the flame graph as SVG, or for the folded stacks.',
    test: ({ bytes }) => startsWith(bytes, 0x25, 0x50, 0x44, 0x46),
  },
  {
    what: 'an executable (ELF)',
    advice: 'Give the recording of the program, not the program.',
    test: ({ bytes }) => startsWith(bytes, 0x7f, 0x45, 0x4c, 0x46),
  },
];

/** The fault for a file that no importer takes. */
export function recogniseUnreadable(head: Head): Fault {
  if (head.bytes.length === 0 || (head.complete && head.text.trim() === '')) return fault('file-empty');
  const known = KNOWN.find(({ test }) => test(head));
  if (known !== undefined)
    return fault('format-known-unreadable', { byte: 0, facts: { what: known.what, advice: known.advice } });
  const binary = head.text.includes('\0');
  const firstLine = head.text.trimStart().split(/\r?\n/, 1)[0] ?? '';
  return fault('format-unknown', {
    line: binary ? null : 1,
    byte: binary ? 0 : null,
    seen: binary ? null : firstLine,
    expected: 'a profile, such as folded stacks or a flame graph SVG',
    facts: { looksLike: binary ? 'binary data' : kindOfText(head.text) },
  });
}

function kindOfText(text: string): string {
  const start = text.trimStart().slice(0, 512).toLowerCase();
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'an HTML page that holds no flame graph';
  if (start.startsWith('<?xml') || start.startsWith('<')) return 'XML that is no flame graph';
  if (start.startsWith('{') || start.startsWith('[')) return 'JSON';
  return 'text';
}

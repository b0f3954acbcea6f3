import type { Detection, Head, Importer } from '../importer.ts';
import { readFrame } from './frame.ts';
import { readHeader } from './header.ts';
import { perfScriptReader } from './reader.ts';

export const perfScriptImporter: Importer = {
  id: 'perf-script',
  title: 'perf script text',
  detect: detectPerfScript,
  open: perfScriptReader,
};

const LINES_LOOKED_AT = 400;

/** What perf prints before an address. */
const INDENTED = /^\t\s*[0-9a-f]+\s/;

/**
 * A header line with frames under it, or header lines that carry their only frame. A line over a frame with its module
 * may be a header with few fields, if no format is sure of the file.
 */
function detectPerfScript(head: Head): Detection {
  if (head.text.includes('\0')) return { verdict: 'no', because: 'it holds binary data' };
  const lines = head.text.split(/\r?\n/, LINES_LOOKED_AT);
  let header = 0;
  let bare = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const found = readHeader(line);
    if (found !== null && (found.event !== null || found.time !== null)) {
      if (found.time !== null && found.event !== null) {
        return { verdict: 'yes', because: `line ${index + 1} is a sample of the event ${found.event}` };
      }
      header = index + 1;
    } else if ((header > 0 || (bare === 0 && INDENTED.test(line))) && readFrame(line)?.module != null) {
      if (header > 0) {
        return {
          verdict: 'yes',
          because: `line ${header} names a thread and line ${index + 1} is a frame with its module`,
        };
      }
      bare = index + 1;
    }
  }
  if (bare > 0) return { verdict: 'unsure', because: `line ${bare} is a frame with its module, as perf prints it` };
  return { verdict: 'no', because: 'no line names a thread, its id and an event' };
}

import { importersOf, isNoProfile } from '../formats.ts';
import { hasImporter } from '../product.ts';
import type { Reading } from '../product.ts';
import type { Recorder } from '../record.ts';

/**
 * Whether the facts of a file can be checked: it must have been read as what it is. A format without an importer is "not
 * yet", and must be refused until it has one; files that are no profile must be refused for good.
 */
export function checkFormat(record: Recorder, format: string, reading: Reading): 'check its facts' | 'done' {
  if (isNoProfile(format)) {
    record.that('refused', !reading.ok, () => misread(reading));
    return 'done';
  }
  if (!hasImporter(importersOf(format))) {
    record.that('refused while unsupported', !reading.ok, () => misread(reading));
    record.notYet('format', `no importer for ${format}`);
    return 'done';
  }
  if (reading.ok && !importersOf(format).includes(reading.format)) {
    record.fail('format', misread(reading));
    return 'done';
  }
  return 'check its facts';
}

function misread(reading: Reading): string {
  return reading.ok ? `read as ${reading.format}, because ${reading.because}` : `refused as ${reading.code}`;
}

import type { Detection, Head } from '../importer.ts';
import { MetricCollector } from './collector.ts';
import type { MetricsImporter } from './metrics-importer.ts';

/** `SHOW ENGINE INNODB STATUS`: the numbers that explain a slow server. Several outputs in a file are repeats. */
export const innodbStatusImporter: MetricsImporter = {
  id: 'innodb-status',
  title: 'SHOW ENGINE INNODB STATUS',
  detect: detectStatus,
  parse,
};

const MONITOR = 'INNODB MONITOR OUTPUT';

function detectStatus({ text }: Head): Detection {
  const at = text.indexOf(MONITOR);
  if (at < 0) return { verdict: 'no', because: 'no output of the InnoDB monitor' };
  return {
    verdict: 'yes',
    because: `line ${text.slice(0, at).split('\n').length} begins the output of the InnoDB monitor`,
  };
}

const NUMBERS: readonly (readonly [pattern: RegExp, names: readonly string[], unit: string])[] = [
  [/^History list length (\d+)/, ['history_list_length'], 'count'],
  [/^Trx id counter (\d+)/, ['trx_id_counter'], 'count'],
  [/^Log sequence number\s+(\d+)/, ['log_sequence_number'], 'bytes'],
  [/^Last checkpoint at\s+(\d+)/, ['last_checkpoint'], 'bytes'],
  [/^Free buffers\s+(\d+)/, ['free_buffers'], 'pages'],
  [/^Modified db pages\s+(\d+)/, ['modified_pages'], 'pages'],
  [/^Buffer pool hit rate (\d+) \/ 1000/, ['buffer_pool_hits_per_1000'], 'count'],
  [
    /^([\d.]+) reads\/s, ([\d.]+) creates\/s, ([\d.]+) writes\/s/,
    ['page_reads', 'page_creates', 'page_writes'],
    'per second',
  ],
  [
    /^([\d.]+) inserts\/s, ([\d.]+) updates\/s, ([\d.]+) deletes\/s, ([\d.]+) reads\/s/,
    ['row_inserts', 'row_updates', 'row_deletes', 'row_reads'],
    'per second',
  ],
  [/^RW-shared spins \d+, rounds \d+, OS waits (\d+)/, ['rw_shared_os_waits'], 'count'],
  [/^RW-excl spins \d+, rounds \d+, OS waits (\d+)/, ['rw_excl_os_waits'], 'count'],
  [/^RW-sx spins \d+, rounds \d+, OS waits (\d+)/, ['rw_sx_os_waits'], 'count'],
];

function parse(text: string) {
  const collector = new MetricCollector();
  // In `--batch` output the whole status is one line with its line feeds written as \n.
  const lines = (text.includes('\\n') ? text.replaceAll('\\n', '\n') : text).split(/\r?\n/);
  let isSystem = false;
  for (const [index, line] of lines.entries()) {
    // Rates of the server's own tables stand a second time under rows that begin so.
    if (/\(system\)/.test(line)) isSystem = true;
    for (const [pattern, names, unit] of NUMBERS) {
      const found = pattern.exec(line);
      if (found === null) continue;
      if (!isSystem || !names.includes('row_inserts')) {
        for (const [i, name] of names.entries()) collector.addText(name, unit, found[i + 1], index + 1);
      }
      isSystem = false;
      break;
    }
  }
  return collector.finish(null);
}

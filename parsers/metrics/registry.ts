import type { Head } from '../importer.ts';
import { analyzeJsonImporter } from './analyze-json.ts';
import { globalStatusImporter } from './global-status.ts';
import { innodbStatusImporter } from './innodb-status.ts';
import type { MetricsImporter } from './metrics-importer.ts';
import { jsonNumbersImporter, keyValueImporter } from './plain.ts';
import { seriesImporter } from './series.ts';
import { sysbenchImporter } from './sysbench.ts';

/** Every form of metrics that can be read, the more particular first. */
const METRICS_IMPORTERS: readonly MetricsImporter[] = [
  sysbenchImporter,
  innodbStatusImporter,
  globalStatusImporter,
  analyzeJsonImporter,
  seriesImporter,
  jsonNumbersImporter,
  keyValueImporter,
];

export interface RecognisedMetrics {
  readonly importer: MetricsImporter;
  readonly verdict: 'yes' | 'unsure';
  readonly because: string;
}

/** The first importer that is sure, else the first that is not; null when it is no form of metrics. */
export function recogniseMetrics(head: Head): RecognisedMetrics | null {
  if (head.text.includes('\0')) return null;
  let unsure: RecognisedMetrics | null = null;
  for (const importer of METRICS_IMPORTERS) {
    const { verdict, because } = importer.detect(head);
    if (verdict === 'yes') return { importer, verdict, because };
    if (verdict === 'unsure') unsure ??= { importer, verdict, because };
  }
  return unsure;
}

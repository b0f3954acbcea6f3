/** A comparison as a file, written in the browser: what a server writes, but for pictures in pixels. */
import type { Comparison } from '../../core/diff/comparison.ts';
import { comparisonToFolded } from '../../render/folded.ts';
import { comparisonToHtml } from '../../render/html.ts';
import { comparisonJira } from '../../render/jira.ts';
import { comparisonJsonChunks } from '../../render/json.ts';
import { comparisonMail } from '../../render/mail.ts';
import { comparisonMarkdown } from '../../render/markdown.ts';
import { comparisonToPprof } from '../../render/pprof.ts';
import { comparisonToSvg } from '../../render/svg.ts';
import { comparisonTextile } from '../../render/textile.ts';

export const WRITTEN_HERE = ['html', 'svg', 'json', 'md', 'jira', 'textile', 'txt', 'folded', 'pb.gz'] as const;
export type WrittenHere = (typeof WRITTEN_HERE)[number];

type Chunks = Iterable<string | Uint8Array>;

/** `page` is the page that an HTML report is (`dist/report/page.html`). Without a server there is no permalink. */
export function writeReport(comparison: Comparison, format: WrittenHere, page: string): Blob {
  return new Blob(
    [...chunksOf(comparison, format, page)].map((chunk) =>
      typeof chunk === 'string' ? chunk : Uint8Array.from(chunk),
    ),
  );
}

function chunksOf(comparison: Comparison, format: WrittenHere, page: string): Chunks {
  switch (format) {
    case 'html':
      return comparisonToHtml(comparison, { page, permalink: null });
    case 'svg':
      return comparisonToSvg(comparison);
    case 'json':
      return comparisonJsonChunks(comparison, { nodes: false });
    case 'md':
      return [comparisonMarkdown(comparison)];
    case 'jira':
      return [comparisonJira(comparison)];
    case 'textile':
      return [comparisonTextile(comparison)];
    case 'txt':
      return [comparisonMail(comparison)];
    case 'folded':
      return comparisonToFolded(comparison).chunks;
    case 'pb.gz':
      return [comparisonToPprof(comparison).bytes];
  }
}

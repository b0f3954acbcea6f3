import type { Comparison } from '../../core/diff/comparison.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { gzip } from '../../pipeline/node-host.ts';
import { pngOf } from '../../pipeline/node-png.ts';
import { reportPage } from '../../pipeline/node-report-page.ts';
import { comparisonAdf } from '../../render/adf.ts';
import { comparisonToFlamebearer } from '../../render/flamebearer.ts';
import { comparisonToFolded } from '../../render/folded.ts';
import { comparisonToHtml } from '../../render/html.ts';
import { comparisonJira } from '../../render/jira.ts';
import { comparisonJsonChunks } from '../../render/json.ts';
import { comparisonMail } from '../../render/mail.ts';
import { comparisonMarkdown } from '../../render/markdown.ts';
import { comparisonToPprof } from '../../render/pprof.ts';
import { comparisonToSvg } from '../../render/svg.ts';
import { comparisonTextile } from '../../render/textile.ts';
import type { ReportTask } from '../ports.ts';

type Chunks = Iterable<string | Uint8Array>;
type Options = Required<Pick<ReportTask, 'permalink' | 'scale'>>;
type Writer = (comparison: Comparison, options: Options) => Chunks | Promise<Result<Chunks, Fault>>;

/** A comparison in each form that the server gives out. Faults `png-too-large`, `report-page-missing`. */
const WRITERS: Readonly<Record<ReportTask['format'], Writer>> = {
  json: (comparison) => comparisonJsonChunks(comparison, { nodes: false }),
  svg: (comparison) => comparisonToSvg(comparison),
  png: async (comparison, { scale }) => {
    const png = await pngOf([...comparisonToSvg(comparison)].join(''), scale);
    return png.ok ? ok([png.value]) : png;
  },
  html: async (comparison, { permalink }) => {
    const page = reportPage();
    return page.ok ? ok(comparisonToHtml(comparison, { page: page.value, permalink })) : page;
  },
  folded: (comparison) => comparisonToFolded(comparison).chunks,
  'pb.gz': (comparison) => [comparisonToPprof(comparison, gzip).bytes],
  md: (comparison, { permalink }) => [comparisonMarkdown(comparison, { permalink })],
  'gitlab.md': (comparison, { permalink }) => [comparisonMarkdown(comparison, { permalink }, 'gitlab')],
  jira: (comparison, { permalink }) => [comparisonJira(comparison, { permalink })],
  'adf.json': (comparison, { permalink }) => [comparisonAdf(comparison, { permalink })],
  textile: (comparison, { permalink }) => [comparisonTextile(comparison, { permalink })],
  txt: (comparison, { permalink }) => [comparisonMail(comparison, { permalink })],
  flamebearer: comparisonToFlamebearer,
};

export async function reportBytes(
  comparison: Comparison,
  { format, permalink = null, scale = 1 }: Pick<ReportTask, 'format' | 'permalink' | 'scale'>,
): Promise<Result<Iterable<Uint8Array>, Fault>> {
  const written = await WRITERS[format](comparison, { permalink, scale });
  const chunks = 'ok' in written ? written : ok(written);
  return chunks.ok ? ok(encoded(chunks.value)) : chunks;
}

function* encoded(chunks: Chunks): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

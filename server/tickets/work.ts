import { createHash } from 'node:crypto';
import { readFile as readBytes } from 'node:fs/promises';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { decodeComparison } from '../../core/wire/comparison.ts';
import { DEFAULT_READ_LIMITS, isDifferential, readInput, runOfFile } from '../../pipeline/index.ts';
import type { InputResult } from '../../pipeline/index.ts';
import { fileChunks } from '../../pipeline/node-chunks.ts';
import { pngOf } from '../../pipeline/node-png.ts';
import { reportPage } from '../../pipeline/node-report-page.ts';
import { comparisonToHtml } from '../../render/html.ts';
import { comparisonToSvg, profileToSvg } from '../../render/svg.ts';
import type { InputFile, JobFault } from '../ports.ts';
import type { Markup } from '../trackers/tracker.ts';
import { CONTENT_TYPES, reportFileName } from './report.ts';
import type { ReportFile, ReportText } from './report.ts';
import { REPORT_TEXTS } from './report-text.ts';

/** What tickets need done in worker threads. Faults are returned, since an error that crosses threads loses its fields. */
export interface TicketWorkers {
  ticketFile(task: TicketFileTask): Promise<Result<TicketFileFacts, JobFault>>;
  ticketReport(task: TicketReportTask): Promise<Result<TicketReportMade, JobFault>>;
}

export interface TicketFileTask extends InputFile {
  readonly maxInflatedBytes: number;
  readonly thumbnail: boolean;
}

/** What a file on a ticket turned out to be. */
export interface TicketFileFacts {
  readonly kind: 'profile' | 'metrics' | 'comparison';
  readonly format: string;
  readonly title: string;
  /** Higher for formats that keep more of a recording than a drawing of it. */
  readonly detail: number;
  /** PNG, drawn by us from the numbers in the file. */
  readonly thumbnail: Uint8Array | null;
}

export interface TicketReportTask {
  /** Encoded comparison. */
  readonly path: string;
  readonly pair: string;
  readonly markup: Markup;
  /** Characters of the text. */
  readonly maxLength: number;
  readonly permalink: string | null;
}

export interface TicketReportMade {
  readonly text: ReportText;
  readonly files: readonly ReportFile[];
}

/** Pixels for each of our drawing's: 300 across. */
const THUMBNAIL_SCALE = 0.25;
/** Sharp on a screen of high density. */
const PICTURE_SCALE = 2;
const SMALLER_SCALE = 1;

export async function ticketFile(task: TicketFileTask): Promise<Result<TicketFileFacts, JobFault>> {
  const { path, fileName, maxInflatedBytes, thumbnail } = task;
  const limits = { ...DEFAULT_READ_LIMITS, maxBytes: maxInflatedBytes };
  const input = await readInput(fileChunks(path), { fileName, limits });
  if (!input.ok) return err({ fault: input.error, input: 0 });
  const { format, title } = input.value.read;
  if (input.value.kind === 'metrics') return ok({ kind: 'metrics', format, title, detail: 0, thumbnail: null });
  const drawn = thumbnail ? await thumbnailOf(input.value) : ok(null);
  return ok({
    kind: isDifferential(input.value.read.file) ? 'comparison' : 'profile',
    format,
    title,
    detail: /svg|html/.test(format) ? 1 : 2,
    thumbnail: drawn.ok ? drawn.value : null,
  });
}

async function thumbnailOf(input: Extract<InputResult, { kind: 'profile' }>): Promise<Result<Uint8Array, Fault>> {
  const { file } = input.read;
  const run = runOfFile(file, isDifferential(file) ? { side: 'head' } : {});
  if (!run.ok) return run;
  return pngOf([...profileToSvg(run.value, run.value.defaultValueType)].join(''), THUMBNAIL_SCALE);
}

export async function ticketReport(task: TicketReportTask): Promise<Result<TicketReportMade, JobFault>> {
  const decoded = decodeComparison(await readBytes(task.path));
  if (!decoded.ok) return err({ fault: decoded.error, input: null });
  const comparison = decoded.value;
  const page = reportPage();
  if (!page.ok) return err({ fault: page.error, input: null });
  const svg = [...comparisonToSvg(comparison)].join('');
  const sharp = await pngOf(svg, PICTURE_SCALE);
  const png = sharp.ok ? sharp : await pngOf(svg, SMALLER_SCALE);
  const html = [...comparisonToHtml(comparison, { page: page.value, permalink: task.permalink })].join('');
  const encoder = new TextEncoder();
  const file = (kind: ReportFile['kind'], bytes: Uint8Array): ReportFile => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { kind, fileName: reportFileName(task.pair, sha256, kind), contentType: CONTENT_TYPES[kind], sha256, bytes };
  };
  // A picture that is too large to draw is no reason to post nothing; the SVG shows the same.
  const picture = png.ok ? file('png', png.value) : null;
  const options = { permalink: task.permalink, budget: task.maxLength };
  const write = REPORT_TEXTS[task.markup];
  const shown = picture === null ? null : { fileName: picture.fileName, address: picture.fileName };
  return ok({
    text: { plain: write(comparison, options), withPicture: write(comparison, { ...options, picture: shown }) },
    files: [
      ...(picture === null ? [] : [picture]),
      file('svg', encoder.encode(svg)),
      file('html', encoder.encode(html)),
    ],
  });
}

import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { asyncProfilerHtmlImporter } from './async-profiler-html/importer.ts';
import { chromeTraceImporter } from './chrome-trace/importer.ts';
import { cpuProfileImporter } from './cpuprofile/importer.ts';
import { d3FlameGraphImporter } from './d3-flame-graph/importer.ts';
import { dhatImporter } from './dhat/importer.ts';
import { flamebearerImporter } from './flamebearer/importer.ts';
import { geckoImporter } from './gecko/importer.ts';
import { heapProfileImporter } from './heapprofile/importer.ts';
import { otlpProtoImporter } from './otlp-proto/importer.ts';
import { otlpImporter } from './otlp/importer.ts';
import { parcaImporter } from './parca/importer.ts';
import { safariTimelineImporter } from './safari-timeline/importer.ts';
import { speedscopeImporter } from './speedscope/importer.ts';
import { stackprofImporter } from './stackprof/importer.ts';
import { firebreakSvgImporter } from './firebreak-svg/importer.ts';
import { foldedImporter } from './folded/importer.ts';
import { gdbImporter } from './gdb/importer.ts';
import type { Head, Importer } from './importer.ts';
import { jfrImporter } from './jfr/importer.ts';
import { pageTreeImporter } from './page-tree/importer.ts';
import { performanceSchemaImporter } from './performance-schema/importer.ts';
import { perfScriptImporter } from './perf-script/importer.ts';
import { pprofImporter } from './pprof/importer.ts';
import { svgImporter } from './svg/importer.ts';
import { pprofLegacyImporter } from './pprof-legacy/importer.ts';
import { dtraceImporter } from './dtrace/importer.ts';
import { macosSampleImporter } from './macos-sample/importer.ts';
import { vtuneImporter } from './vtune/importer.ts';
import { vsprofImporter } from './vsprof/importer.ts';
import { ghcProfImporter } from './ghc-prof/importer.ts';
import { ghcProfJsonImporter } from './ghc-prof/json.ts';
import { instrumentsImporter } from './instruments/importer.ts';
import { xctraceImporter } from './xctrace/importer.ts';
import { callgrindImporter } from './callgrind/importer.ts';
import { pmcstatImporter } from './pmcstat/importer.ts';
import { v8LogImporter } from './v8-log/importer.ts';
import { v8LogJsonImporter } from './v8-log/json.ts';
import { perfReportImporter } from './perf-report/importer.ts';
import { papyrusImporter } from './papyrus/importer.ts';
import { recogniseUnreadable } from './unreadable.ts';

/** Every format that can be read, the more particular first: `folded` takes almost any text and stands last. */
export const IMPORTERS: readonly Importer[] = [
  jfrImporter,
  otlpProtoImporter,
  pprofImporter,
  perfReportImporter,
  perfScriptImporter,
  gdbImporter,
  performanceSchemaImporter,
  asyncProfilerHtmlImporter,
  firebreakSvgImporter,
  pageTreeImporter,
  svgImporter,
  speedscopeImporter,
  cpuProfileImporter,
  heapProfileImporter,
  chromeTraceImporter,
  geckoImporter,
  flamebearerImporter,
  stackprofImporter,
  dhatImporter,
  safariTimelineImporter,
  otlpImporter,
  parcaImporter,
  d3FlameGraphImporter,
  pprofLegacyImporter,
  dtraceImporter,
  macosSampleImporter,
  vtuneImporter,
  vsprofImporter,
  ghcProfImporter,
  ghcProfJsonImporter,
  instrumentsImporter,
  xctraceImporter,
  callgrindImporter,
  pmcstatImporter,
  v8LogImporter,
  v8LogJsonImporter,
  papyrusImporter,
  foldedImporter,
];

export interface Recognised {
  readonly importer: Importer;
  /** `unsure`: no importer said yes, and other kinds of input may know better. */
  readonly verdict: 'yes' | 'unsure';
  readonly because: string;
}

/**
 * Chooses the importer from the content alone; file names lie. The first "yes" decides; without one, the first
 * "unsure". What nobody takes is named as far as it can be, with what to do about it.
 */
export function recognise(head: Head): Result<Recognised, Fault> {
  let unsure: Recognised | null = null;
  for (const importer of IMPORTERS) {
    const { verdict, because } = importer.detect(head);
    if (verdict === 'yes') return ok({ importer, verdict, because });
    if (verdict === 'unsure') unsure ??= { importer, verdict, because };
  }
  return unsure === null ? err(recogniseUnreadable(head)) : ok(unsure);
}

/** The importer that the user named instead. */
export function importerNamed(id: string): Result<Recognised, Fault> {
  const importer = IMPORTERS.find((candidate) => candidate.id === id);
  if (importer !== undefined) return ok({ importer, verdict: 'yes', because: 'the format was given' });
  return err(fault('format-id-unknown', { facts: { format: id, known: IMPORTERS.map((candidate) => candidate.id) } }));
}

import type { Fault } from '../model/problem.ts';
import { COMMON_WORDS } from './faults-common.ts';
import { COMPARABILITY_WORDS } from './faults-comparability.ts';
import { CONFIG_WORDS } from './faults-config.ts';
import { FOLDED_WORDS } from './faults-folded.ts';
import { GDB_WORDS } from './faults-gdb.ts';
import { HTML_WORDS } from './faults-html.ts';
import { INGEST_WORDS } from './faults-ingest.ts';
import { JFR_WORDS } from './faults-jfr.ts';
import { JSON_WORDS } from './faults-json.ts';
import { METRICS_WORDS } from './faults-metrics.ts';
import { OTLP_WORDS } from './faults-otlp.ts';
import { PERF_SCRIPT_WORDS } from './faults-perf-script.ts';
import { PFS_WORDS } from './faults-performance-schema.ts';
import { PPROF_WORDS } from './faults-pprof.ts';
import { RENDER_WORDS } from './faults-render.ts';
import { RULES_WORDS } from './faults-rules.ts';
import { SERVER_WORDS } from './faults-server.ts';
import { SVG_WORDS } from './faults-svg.ts';
import { TEXT_WORDS } from './faults-text.ts';
import { TRACKER_WORDS } from './faults-trackers.ts';
import { GHC_WORDS } from './faults-ghc.ts';
import { PMCSTAT_WORDS } from './faults-pmcstat.ts';
import { XCTRACE_WORDS } from './faults-xctrace.ts';
import { CALLGRIND_WORDS } from './faults-callgrind.ts';
import { V8_WORDS } from './faults-v8.ts';
import { PPROF_LEGACY_WORDS } from './faults-pprof-legacy.ts';
import { PERF_REPORT_WORDS } from './faults-perf-report.ts';
import { PAPYRUS_WORDS } from './faults-papyrus.ts';
import type { Vocabulary, Words } from './vocabulary.ts';

const VOCABULARIES: readonly Vocabulary[] = [
  COMPARABILITY_WORDS,
  CONFIG_WORDS,
  COMMON_WORDS,
  FOLDED_WORDS,
  JSON_WORDS,
  GDB_WORDS,
  METRICS_WORDS,
  HTML_WORDS,
  INGEST_WORDS,
  JFR_WORDS,
  OTLP_WORDS,
  PERF_SCRIPT_WORDS,
  RENDER_WORDS,
  PFS_WORDS,
  PPROF_WORDS,
  RULES_WORDS,
  SERVER_WORDS,
  SVG_WORDS,
  TEXT_WORDS,
  TRACKER_WORDS,
  GHC_WORDS,
  PMCSTAT_WORDS,
  XCTRACE_WORDS,
  CALLGRIND_WORDS,
  V8_WORDS,
  PPROF_LEGACY_WORDS,
  PERF_REPORT_WORDS,
  PAPYRUS_WORDS,
];

/**
 * The words for a fault or a problem, in the page, the API and the CLI alike: "line 12: …". A code without words of its
 * own still gets its facts said; a test sees to it that there is none.
 */
export function wordsOf(fault: Fault): Words {
  const entry = VOCABULARIES.find((vocabulary) => Object.hasOwn(vocabulary, fault.code))?.[fault.code];
  const { sentence, advice } = entry?.(fault) ?? { sentence: `${fault.code}${plainFacts(fault)}` };
  return { sentence: `${positionOf(fault)}${sentence}`, advice: advice ?? null };
}

export function hasWords(code: string): boolean {
  return VOCABULARIES.some((vocabulary) => Object.hasOwn(vocabulary, code));
}

function positionOf({ position }: Fault): string {
  if (position === null) return '';
  if (position.line !== null) return `line ${position.line}: `;
  return position.byte === null ? '' : `byte ${position.byte}: `;
}

function plainFacts({ seen, expected, facts }: Fault): string {
  const parts = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
  if (seen !== null) parts.push(`saw ${seen}`);
  if (expected !== null) parts.push(`expected ${expected}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

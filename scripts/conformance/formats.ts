/**
 * Format names of the corpora to ids of importers. Name and id are the same unless said here. An empty list: files of this
 * kind are no profiles and must be refused, whatever else becomes readable.
 */
const IDS: Readonly<Record<string, readonly string[]>> = {
  'svg-flamegraph': ['svg'],
  'folded-diff': ['folded'],
  'async-profiler-html': ['async-profiler-html', 'html', 'flamegraph-html'],
  'html-other': ['html'],
  'perf-script-report-flamegraph-html': ['perf-report-html', 'html', 'flamegraph-html'],
  'd3-flame-graph-json': ['d3-flame-graph', 'd3-json', 'd3-flame-graph-json'],
  'speedscope-json': ['speedscope'],
  'flamebearer-json': ['flamebearer', 'pyroscope'],
  'gecko-json': ['gecko', 'firefox'],
  'dtrace-stacks': ['dtrace'],
  'chrome-trace': ['chrome-trace', 'chrome'],
  cpuprofile: ['cpuprofile', 'chrome'],
  'macos-sample': ['macos-sample', 'sample'],
  'vtune-csv': ['vtune'],
  'vsprof-csv': ['vsprof'],
  'stackprof-json': ['stackprof'],
  'safari-timeline-json': ['safari-timeline'],
  'dhat-json': ['dhat'],
  'xctrace-xml': ['xctrace', 'instruments'],
  'ghc-prof': ['ghc-prof', 'ghc-prof-json'],
  'v8-log': ['v8-log', 'v8-log-json'],
  invalid: [],
  'palette-map': [],
  nameattr: [],
  'pprof-golden-string': [],
  'svg-not-a-flamegraph': [],
  'perf.data-binary': [],
  'art-trace': [],
  'simpleperf-protobuf': [],
  'instruments-trace-zip': [],
  other: [],
};

export function importersOf(format: string): readonly string[] {
  return Object.hasOwn(IDS, format) ? (IDS[format] ?? []) : [format];
}

export function isNoProfile(format: string): boolean {
  return importersOf(format).length === 0;
}

import { symbolQuality } from '../core/normalize/quality.ts';
import { subsystemRows } from './subsystems.ts';
import { STATES } from '../core/diff/comparison.ts';
import type { Comparison, Explanation, RunSummary, SideSummary } from '../core/diff/comparison.ts';
import { functionBounds } from '../core/diff/function-bounds.ts';
import { deltaInterval, isProven } from '../core/diff/intervals.ts';
import type { ShareBounds } from '../core/diff/intervals.ts';
import type { PerScale } from '../core/diff/per.ts';
import { delta, ratio, share } from '../core/diff/shares.ts';
import { pathTo } from '../core/layout/flame-layout.ts';
import type { Problem } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { maxDepthOf, stackCountOf, totalOf } from '../core/model/totals.ts';
import { BASE, HEAD } from '../core/tree/union.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import type { ExplanationWords } from '../core/words/comparison.ts';
import { wordsOf } from '../core/words/faults.ts';
import { functionWords } from '../core/words/functions.ts';
import { inChunks } from './chunks.ts';
import { functionName } from './labels.ts';
import type {
  ComparisonJson,
  InspectionJson,
  JsonCount,
  JsonEvidenceLabel,
  JsonExplanation,
  JsonFunction,
  JsonFunctionSide,
  JsonNode,
  JsonProblem,
  JsonProfileFacts,
  JsonRun,
  JsonSide,
} from './json-types.ts';
import { nodeStates } from '../core/diff/node-states.ts';

/** Names in a path; a stack may be 100,000 deep, and a path for each of its nodes would be five billion names. */
const MAX_PATH = 1000;

/** What was read from one file, as the pipeline hands it over. */
export interface Inspection {
  readonly fileName: string | null;
  readonly format: string;
  readonly title: string;
  readonly because: string;
  readonly compression: readonly string[];
  readonly bytes: number;
  readonly profiles: readonly {
    readonly name: string | null;
    readonly side: 'single' | 'base' | 'head';
    readonly profile: Profile;
  }[];
}

/** The answer of `inspect --json`; shape in json-types.ts. */
export function inspectionJson(inspection: Inspection): InspectionJson {
  const { fileName, format, title, because, compression, bytes } = inspection;
  const profiles = inspection.profiles.map(profileFacts);
  const [first] = profiles;
  if (first === undefined) throw new Error('a file that was read holds a profile');
  const { name: _name, side: _side, ...shown } = profiles.find(({ side }) => side === 'head') ?? first;
  return {
    file: fileName,
    format,
    title,
    because,
    compression: compression.length === 0 ? null : compression.join(', '),
    bytes,
    differential: profiles.some(({ side }) => side !== 'single'),
    ...shown,
    profiles,
  };
}

function profileFacts({ name, side, profile }: Inspection['profiles'][number]): JsonProfileFacts {
  return {
    name,
    side,
    generator: profile.source.generator,
    event: profile.event,
    valueTypes: profile.valueTypes.map((type, t) => ({
      name: type.name,
      unit: type.unit,
      total: jsonCount(totalOf(profile, t)),
      samples: type.sampling?.records ?? null,
    })),
    total: jsonCount(totalOf(profile)),
    unit: profile.valueTypes[profile.defaultValueType]?.unit ?? '',
    stacks: stackCountOf(profile),
    nodes: profile.nodes.length - 1,
    maxDepth: maxDepthOf(profile.nodes.parent),
    symbols: symbolQuality(profile),
    pruned: profile.pruned,
    inverted: profile.drawing?.inverted ?? false,
    problems: profile.problems.map(problemJson),
  };
}

export interface JsonOptions {
  /** Every position of the call tree too. */
  readonly nodes: boolean;
  /** Absolute values of the functions too. */
  readonly per?: PerScale | null;
}

/** The answer of `diff --json` as one object; shape in json-types.ts. For large trees see `comparisonJsonChunks`. */
export function comparisonJson(comparison: Comparison, options: JsonOptions): ComparisonJson {
  return {
    ...comparisonHead(comparison, options.per ?? null),
    functions: [...functionRows(comparison, options.per ?? null)],
    ...(options.nodes ? { nodes: [...nodeRows(comparison)] } : {}),
  };
}

/** The same as text, a row a line, never held as a whole. */
export function comparisonJsonChunks(comparison: Comparison, options: JsonOptions): Iterable<string> {
  const per = options.per ?? null;
  function* pieces() {
    yield `${JSON.stringify(comparisonHead(comparison, per), null, 2).slice(0, -2)},\n  "functions": `;
    yield* arrayText(functionRows(comparison, per));
    if (options.nodes) {
      yield ',\n  "nodes": ';
      yield* arrayText(nodeRows(comparison));
    }
    yield '\n}\n';
  }
  return inChunks(pieces());
}

function* arrayText(rows: Iterable<unknown>): Generator<string> {
  let isFirst = true;
  for (const row of rows) {
    yield `${isFirst ? '[\n' : ',\n'}    ${JSON.stringify(row)}`;
    isFirst = false;
  }
  yield isFirst ? '[]' : '\n  ]';
}

function comparisonHead(comparison: Comparison, per: PerScale | null): Omit<ComparisonJson, 'functions' | 'nodes'> {
  const { normalization, evidence } = comparison;
  const words = comparisonWords(comparison);
  return {
    version: 1,
    valueType: { name: comparison.valueType.name, unit: comparison.valueType.unit },
    ...(per === null ? {} : { per }),
    words: {
      headline: words.headline,
      sides: words.sides,
      evidence: words.evidence,
      waiting: words.waiting,
      notes: words.notes,
    },
    base: sideJson(comparison.base),
    head: sideJson(comparison.head),
    normalization: {
      level: normalization.level,
      packs: normalization.packs.map(({ name, version, hash }) => ({ name, version, hash })),
      rewritten: normalization.rewritten,
      merged: normalization.merged.map(({ name, from, weight, moved }) => ({
        name,
        from: from.map((one) => one.name),
        weight,
        moved,
        sources: from.map((one) => ({ weight: one.weight, rules: one.rules })),
      })),
      reshaped: normalization.reshaped.map(({ rule, action, nodes, weight }) => ({ rule, action, nodes, weight })),
    },
    subsystems: subsystemRows(comparison),
    dilution: positiveZero(comparison.dilution),
    coverage: comparison.coverage,
    cpusBusy: comparison.cpusBusy,
    evidence: {
      level: evidence.level,
      baseRuns: evidence.baseRuns,
      headRuns: evidence.headRuns,
      tauBase: evidence.tauBase,
      tauHead: evidence.tauHead,
      tested: evidence.tested,
      detectable: evidence.detectable,
    },
    metrics: { ...comparison.metrics, sentences: words.metrics.sentences },
    explanations: comparison.explanations.map((one, index) =>
      explanationJson(comparison, one, index, words.explanations[index]),
    ),
    alignment: comparison.alignment.map(({ kind, base, head, score, joined }, index) => ({
      kind,
      base: functionName(comparison, base),
      head: functionName(comparison, head),
      score,
      joined,
      sentence: words.alignment[index] ?? '',
    })),
    problems: comparison.problems.map(problemJson),
  };
}

function sideJson({ runs, total, samples, pruned, unknownShare }: SideSummary): JsonSide {
  return {
    total: jsonCount(total),
    samples,
    pruned,
    unknownShare: positiveZero(unknownShare),
    runs: runs.map(runJson),
  };
}

function runJson(run: RunSummary): JsonRun {
  const { fileName, format, generator, sha256 } = run.source;
  return {
    file: fileName,
    format,
    generator,
    sha256,
    total: jsonCount(run.total),
    samples: run.samples,
    event: run.event,
    durationSeconds: run.durationSeconds,
    labels: Object.fromEntries(run.labels),
    metrics: run.metrics.map(({ name, unit, values }) => ({ name, unit, values })),
    symbols: run.symbols ?? null,
    problems: run.problems.map(problemJson),
  };
}

function explanationJson(
  comparison: Comparison,
  one: Explanation,
  index: number,
  words: ExplanationWords | undefined,
): JsonExplanation {
  const { tree } = comparison;
  const nameOf = (node: number) => functionName(comparison, tree.func[node] ?? -1);
  return {
    rank: index + 1,
    kind: one.kind,
    name: one.kind === 'N' ? nameOf(one.focus) : functionName(comparison, one.func),
    caller: one.kind === 'E' ? functionName(comparison, one.caller) : null,
    path: [...pathTo(tree.parent, one.node).slice(1), one.node].slice(-MAX_PATH).map(nameOf),
    entry: nameOf(one.entry),
    focus: nameOf(one.focus),
    base: positiveZero(one.baseShare),
    head: positiveZero(one.headShare),
    delta: inPoints(one.headShare - one.baseShare),
    ratio: numericRatio(one.baseShare, one.headShare),
    excess: positiveZero(one.excess),
    z: positiveZero(one.z),
    q: one.q,
    label: one.label,
    undrawn: one.undrawn === null ? null : { side: one.undrawn, most: one.undrawnMost },
    shiftWith: one.shiftWith === null ? null : one.shiftWith + 1,
    sentence: words === undefined ? '' : `${words.title} ${words.change}.`,
    chain: words?.chain ?? null,
    verdict: words?.verdict ?? '',
    shift: words?.shift ?? null,
  };
}

/** Functions of the table, by size of the change, then by name. */
export function functionRows(comparison: Comparison, per: PerScale | null = null): readonly JsonFunction[] {
  const { tree, functions } = comparison;
  const evidence = evidenceByFunction(comparison);
  const bounds = functionBounds(comparison);
  const [baseSum, headSum] = [tree.sides[BASE]?.sum ?? 0, tree.sides[HEAD]?.sum ?? 0];
  const rows = Array.from({ length: tree.functions.length }, (_, f): JsonFunction => {
    const base = functionSide(functions.baseSelf[f]!, functions.baseTotal[f]!, baseSum);
    const head = functionSide(functions.headSelf[f]!, functions.headTotal[f]!, headSum);
    return {
      name: tree.functions.names[f] ?? '',
      module: tree.functions.modules[f] ?? null,
      base,
      head,
      delta: pointsOf(base.share, head.share),
      deltaSelf: pointsOf(base.selfShare, head.selfShare),
      deltaCount: jsonCount(functions.headTotal[f]! - functions.baseTotal[f]!),
      ratio: numericRatio(base.share, head.share),
      state: STATES[functions.state[f]!] ?? 'undecided',
      evidence: evidence.get(f) ?? null,
      q: tested(functions.q, f),
      selfQ: tested(functions.selfQ, f),
      interval: tested(functions.low, f) === null ? null : [inPoints(functions.low[f]!), inPoints(functions.high[f]!)],
      ...boundsJson(bounds, f),
      sentence: functionWords(comparison, f, bounds?.(f) ?? null),
      ...(per === null ? {} : { absolute: absoluteOf(functions.baseTotal[f]!, functions.headTotal[f]!, per) }),
    };
  });
  const size = ({ delta, absolute }: JsonFunction) =>
    Math.abs(absolute === undefined ? (delta ?? 0) : absolute.head - absolute.base);
  return rows.sort((a, b) => size(b) - size(a) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Null where a function was not tested. */
function tested(column: Float64Array | undefined, func: number): number | null {
  const value = column?.[func] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

function absoluteOf(baseTotal: number, headTotal: number, per: PerScale): NonNullable<JsonFunction['absolute']> {
  const [base, head] = [baseTotal * per.base, headTotal * per.head];
  return { base, head, ratio: numericRatio(base, head) };
}

function boundsJson(
  bounds: ((func: number) => ShareBounds) | null,
  func: number,
): Pick<JsonFunction, 'bounds' | 'proven'> {
  if (bounds === null) return { bounds: null, proven: null };
  const { base, head } = bounds(func);
  const { lo, hi } = deltaInterval(base, head);
  return { bounds: [inPoints(lo), inPoints(hi)], proven: isProven(base, head) };
}

function functionSide(self: number, total: number, sum: number): JsonFunctionSide {
  return { self: jsonCount(self), total: jsonCount(total), share: share(total, sum), selfShare: share(self, sum) };
}

/** Explanations stand strongest first, so the first that names a function decides. */
function evidenceByFunction({ explanations, tree }: Comparison): ReadonlyMap<number, JsonEvidenceLabel> {
  const labels = new Map<number, JsonEvidenceLabel>();
  for (const { kind, func, focus, label } of explanations) {
    const named = kind === 'N' ? tree.func[focus]! : func;
    if (!labels.has(named)) labels.set(named, label);
  }
  return labels;
}

function* nodeRows(comparison: Comparison): Generator<JsonNode> {
  const { tree } = comparison;
  const [base, head] = [tree.sides[BASE], tree.sides[HEAD]];
  if (base === undefined || head === undefined) return;
  const stateOf = nodeStates(comparison);
  const path: string[] = [];
  for (let node = 1; node < tree.length; node++) {
    const depth = tree.depth[node]!;
    const name = functionName(comparison, tree.func[node]!);
    path.length = Math.min(depth - 1, MAX_PATH);
    if (depth <= MAX_PATH) path.push(name);
    yield {
      path: depth <= MAX_PATH ? [...path] : null,
      name,
      parent: tree.parent[node]! - 1,
      base: jsonCount(base.total[node]!),
      head: jsonCount(head.total[node]!),
      baseSelf: jsonCount(base.self[node]!),
      headSelf: jsonCount(head.self[node]!),
      delta: pointsOf(share(base.total[node]!, base.sum), share(head.total[node]!, head.sum)),
      state: stateOf(node),
    };
  }
}

/** A problem with its words. */
export function problemJson(problem: Problem): JsonProblem {
  const { sentence, advice } = wordsOf(problem);
  return {
    code: problem.code,
    severity: problem.severity,
    line: problem.position?.line ?? null,
    byte: problem.position?.byte ?? null,
    count: problem.count,
    text: problem.seen,
    message: sentence,
    advice,
  };
}

/** A number as JSON can hold it exactly: integers beyond 2^53 become strings of digits. */
export function jsonCount(value: number | bigint): JsonCount {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value).toString();
  return positiveZero(value);
}

function pointsOf(base: number | null, head: number | null): number | null {
  const difference = delta(base, head);
  return difference === null ? null : inPoints(difference);
}

function inPoints(difference: number): number {
  return positiveZero(difference * 100);
}

function numericRatio(base: number | null, head: number | null): number | null {
  const value = ratio(base, head);
  return typeof value === 'number' ? value : null;
}

/** -0 prints as "-0" in some places and as "0" in others; nothing here means it. */
function positiveZero(value: number): number {
  return value === 0 ? 0 : value;
}

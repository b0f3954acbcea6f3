import { ProfileBuilder } from '../../core/model/builder.ts';
import type { ProfileFacts } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault, ProblemLog } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { NodeIndex, Profile, Sampling } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedProfile, ReadContext } from '../importer.ts';
import type { Drawing } from './boxes.ts';
import { baseSideOf } from './differential.ts';
import { framesOf, notAFlameGraph } from './frames.ts';
import type { Frames } from './frames.ts';
import { generatorOf } from './generator.ts';
import { layoutOf, parentsOf } from './parents.ts';
import { pruningOf } from './pruning.ts';
import { isToolRootName, rowsOf } from './rows.ts';
import type { Rows } from './rows.ts';
import { stepOf } from './step.ts';
import { unitOf } from './units.ts';
import { weightsOf } from './weights.ts';
import type { Weights } from './weights.ts';

/** Everything that the two sides of one picture share. */
interface Tree {
  readonly frames: Frames;
  readonly rows: Rows;
  readonly parent: Int32Array;
  /** The box that the program drew below all stacks, or -1. It is no frame. */
  readonly toolRoot: number;
}

/** Share of boxes whose caller may be missing before the picture is something else; without titles nearly none. */
const MISPLACED_SHARE = { titles: 0.5, attributes: 0.5, widths: 0.05 };
const MOST_DECIMALS = 4;
/** One percent of the usual width of 1200 pixels. */
const PIXELS_PER_PERCENT = 12;
/** A divisor from here on is a sampling period and no accident (DIFF-SPEC 3.2a). */
const LEAST_PERIOD = 1000;
/** More samples than this are no recording: the counts are weights that were only called samples. */
const MOST_SAMPLES = 1e9;

/**
 * Reads one drawing back into a profile, or into the two of a differential picture: boxes, rows, parents, weights, what
 * was pruned. Each step is its own file.
 */
export function profilesOf(
  drawing: Drawing,
  context: ReadContext,
  log: ProblemLog,
): Result<readonly ParsedProfile[], Fault> {
  const found = framesOf(drawing, log);
  if (!found.ok) return found;
  const frames = found.value;
  const rows = rowsOf(frames);
  if (rows.count > context.limits.maxDepth) {
    return err(fault('stack-too-deep', { facts: { maximum: context.limits.maxDepth, depth: rows.count } }));
  }
  const layout = layoutOf(frames, rows, coordinateStep(drawing));
  const parent = parentsOf(frames, rows, layout, log);
  const weights = weightsOf(frames, rows, parent, layout, log);
  if (!isFlameGraph(drawing, frames, rows, log)) return err(notAFlameGraph(drawing, frames.length));
  const base = rows.order[0] ?? 0;
  const toolRoot = rows.first[1] === 1 && isToolRootName(frames.name[base] ?? '') ? base : -1;
  const tree = { frames, rows, parent, toolRoot };
  const total = rows.order.subarray(0, rows.first[1]).reduce((sum, frame) => sum + (weights.total[frame] ?? 0), 0);

  if (drawing.marks.zoomedBoxes > 0) log.add('note', 'svg-zoomed', { count: drawing.marks.zoomedBoxes });
  if (frames.countSource === 'widths') log.add('warning', 'svg-counts-from-widths', { count: frames.length });
  if (frames.countSource === 'attributes') log.add('note', 'svg-counts-from-attributes', { count: frames.length });
  const rest = toolRoot < 0 ? 0 : (weights.self[toolRoot] ?? 0) * weights.scale;
  const pruning = pruningOf(frames, rows, parent, weights);
  if (rest > 0) log.add('note', 'svg-root-rest', { facts: { rest, total: total * weights.scale, unit: frames.unit } });
  if (pruning !== null) {
    const { pruned, places, hidden } = pruning;
    const weight = pruned.weight;
    log.add('warning', 'svg-pruned', {
      facts: { weight, share: weight / (total * weights.scale), unit: frames.unit, places, hidden },
    });
  }
  const unit = unitOf(frames.unit);
  const facts = {
    source: { fileName: context.fileName, format: 'svg', generator: generatorOf(drawing.marks, frames), sha256: null },
    drawing: { title: drawing.marks.title, inverted: rows.inverted, frames: frames.length },
    pruned: pruning?.pruned ?? null,
  };
  const valueType = { name: frames.unit, unit };
  const sampling =
    unit === 'samples' && weights.whole && frames.countSource !== 'widths'
      ? samplingOf(weights.total, total, log)
      : null;

  if (frames.delta === null) {
    const single = sideOf(tree, weights, context, log, { ...facts, valueTypes: [{ ...valueType, sampling }] });
    return single.ok ? ok([{ name: null, side: 'single', profile: single.value }]) : single;
  }
  const baseSide = baseSideOf(frames, frames.delta, weights, total, log);
  log.add('warning', 'svg-base-vanished', { facts: { total: total * weights.scale, unit: frames.unit } });
  log.add('note', 'svg-negate-unknown');
  const head = sideOf(tree, weights, context, log, { ...facts, valueTypes: [{ ...valueType, sampling }] });
  if (!head.ok) return head;
  const baseTotal = baseSide.self.reduce((sum, value) => sum + value, 0);
  const older = sideOf(tree, { self: baseSide.self, exactSelf: null, scale: weights.scale }, context, null, {
    ...facts,
    valueTypes: [
      {
        ...valueType,
        sampling: baseSide.isExact && sampling !== null ? scaledSampling(sampling, total, baseTotal) : null,
      },
    ],
    problems: log.list(),
  });
  if (!older.ok) return older;
  return ok([
    { name: null, side: 'base', profile: older.value },
    { name: null, side: 'head', profile: head.value },
  ]);
}

/** Pixels by which printed coordinates differ at least. Unrounded ones (d3) still differ in their last binary digits. */
function coordinateStep({ marks }: Drawing): number {
  return 10 ** -Math.min(marks.decimals, MOST_DECIMALS) * (marks.hasPercent ? PIXELS_PER_PERCENT : 1);
}

/** Boxes with titles and counts are believed unless most hang in the air; without them the geometry has to be perfect. */
function isFlameGraph({ marks }: Drawing, frames: Frames, rows: Rows, log: ProblemLog): boolean {
  const allowed = frames.length * MISPLACED_SHARE[frames.countSource];
  const adrift = log.countOf('svg-frames-without-parent');
  if (frames.countSource !== 'widths') return adrift <= allowed;
  const overdrawn = log.countOf('svg-children-exceed-parent');
  return adrift + overdrawn <= allowed && rows.count >= 2 && (rows.first[1] === 1 || marks.hasFramesGroup);
}

/** Builds the profile of one side. With a log, repeated siblings are noted in it and its list goes into the profile. */
function sideOf(
  { frames, rows, parent, toolRoot }: Tree,
  weights: Pick<Weights, 'self' | 'exactSelf' | 'scale'>,
  context: ReadContext,
  log: ProblemLog | null,
  facts: ProfileFacts,
): Result<Profile, Fault> {
  const builder = new ProfileBuilder(1, context.limits);
  const isNeeded = log === null ? neededFrames(rows, parent, weights.self) : null;
  const node = new Int32Array(frames.length);
  const taken: boolean[] = [];
  for (const frame of rows.order) {
    if (isNeeded !== null && isNeeded[frame] === 0) continue;
    const above = parent[frame] ?? -1;
    const at =
      frame === toolRoot
        ? ROOT
        : builder.child((above < 0 ? ROOT : (node[above] ?? 0)) as NodeIndex, builder.frame(frames.name[frame] ?? ''));
    if (taken[at] === true)
      log?.add('note', 'svg-siblings-merged', { line: frames.line[frame] ?? null, seen: frames.name[frame] ?? null });
    taken[at] = true;
    node[frame] = at;
    const exact = weights.exactSelf?.[frame];
    if (exact !== undefined) builder.addSelfExact(at, exact);
    else builder.addSelf(at, (weights.self[frame] ?? 0) * weights.scale);
  }
  return builder.finish(log === null ? facts : { ...facts, problems: log.list() });
}

/** Frames that the older side had: some value at or above them. */
function neededFrames(rows: Rows, parent: Int32Array, self: Float64Array): Uint8Array {
  const needed = new Uint8Array(self.length);
  for (let at = rows.order.length - 1; at >= 0; at--) {
    const frame = rows.order[at] ?? 0;
    if ((self[frame] ?? 0) > 0) needed[frame] = 1;
    const above = parent[frame] ?? -1;
    if (above >= 0 && needed[frame] === 1) needed[above] = 1;
  }
  return needed;
}

/** Counts called samples are samples, unless a common divisor shows the period that they were weighted with. */
function samplingOf(counts: Float64Array, total: number, log: ProblemLog): Sampling | null {
  const period = stepOf(counts);
  if (period >= LEAST_PERIOD) {
    log.add('note', 'svg-period-inferred', { facts: { period, samples: total / period } });
    return { records: total / period, sumOfSquares: total * period };
  }
  if (total > MOST_SAMPLES) {
    log.add('note', 'svg-weights-not-samples', { facts: { total } });
    return null;
  }
  return { records: total, sumOfSquares: total };
}

function scaledSampling(sampling: Sampling, total: number, other: number): Sampling {
  const period = total / sampling.records;
  return { records: other / period, sumOfSquares: other * period };
}

import { fault } from '../../core/model/problem.ts';
import type { Fault, ProblemLog } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { Boxes, Drawing } from './boxes.ts';
import { decodeText } from './decode.ts';
import { readTitle } from './title.ts';
import type { TitleFacts } from './title.ts';

/** How the counts are known: from titles, from inferno's `fg:w`, or only from the widths. */
type CountSource = 'titles' | 'attributes' | 'widths';

/** The boxes that are frames, as columns; names and counts as the file gives them. */
export interface Frames {
  readonly length: number;
  readonly name: readonly string[];
  /** Inclusive count; NaN where the title has none and the width must tell. */
  readonly count: Float64Array;
  /** Counts past 2^53, by frame; null when there are none. */
  readonly exactCount: ReadonlyMap<number, bigint> | null;
  readonly countSource: CountSource;
  /** Change of the self value in percent of the total, NaN where not said; null when no title has one. */
  readonly delta: Float64Array | null;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: Float64Array;
  /** Exact start and width in samples; null unless every frame has them. */
  readonly exact: { readonly start: Float64Array; readonly width: Float64Array } | null;
  readonly line: Int32Array;
  /** Height of a box, by which rows are told apart. */
  readonly height: number;
  readonly unit: string;
}

const MAX_TEXTS_SHOWN = 3;
/** Shorter strings are copied by every engine. */
const LEAST_SLICE = 13;

/** Chooses the boxes that are frames and reads their titles; a fault when the picture is no flame graph. */
export function framesOf({ boxes, marks }: Drawing, problems: ProblemLog): Result<Frames, Fault> {
  const onUnknown = (entity: string) => problems.add('note', 'svg-unknown-entity', { seen: entity });
  const titles: (TitleFacts | null)[] = [];
  let counted = 0;
  for (let box = 0; box < boxes.length; box++) {
    const raw = boxes.title[box] ?? null;
    const facts = raw === null ? null : readTitle(decodeText(raw, onUnknown));
    titles.push(facts);
    if (facts !== null) counted++;
  }
  const height = usualHeight(boxes, counted > 0 ? titles : null);
  const exactBoxes = boxes.exactWidth.subarray(0, boxes.length).filter((width) => !Number.isNaN(width)).length;
  const countSource: CountSource = counted > 0 ? 'titles' : exactBoxes > 0 ? 'attributes' : 'widths';
  const chosen: number[] = [];
  let ignored = 0;
  for (let box = 0; box < boxes.length; box++) {
    if (titles[box] !== null) chosen.push(box);
    else if (isBackground(boxes, box)) continue;
    else if (
      countSource === 'titles' ? isNamedFrame(boxes, box, height) : isUntitledFrame(boxes, box, height, countSource)
    )
      chosen.push(box);
    else ignored++;
  }
  if (chosen.length === 0) return err(notAFlameGraph({ boxes, marks }, ignored));
  // One stray box (a legend, a frame around the picture) is normal in titled pictures.
  if (countSource === 'widths' && ignored > chosen.length / 4) return err(notAFlameGraph({ boxes, marks }, ignored));
  if (ignored > 0) problems.add('note', 'svg-boxes-ignored', { count: ignored });
  return ok(columnsOf(boxes, chosen, titles, countSource, height, problems, onUnknown));
}

function columnsOf(
  boxes: Boxes,
  chosen: readonly number[],
  titles: readonly (TitleFacts | null)[],
  countSource: CountSource,
  height: number,
  problems: ProblemLog,
  onUnknown: (entity: string) => void,
): Frames {
  const length = chosen.length;
  const pick = (column: Float64Array) => picked(column, chosen, new Float64Array(length));
  const name: string[] = [];
  const own = nameOwner(problems);
  const count = new Float64Array(length);
  const exactCount = new Map<number, bigint>();
  const delta = new Float64Array(length).fill(Number.NaN);
  const units = new Map<string, number>();
  let deltas = 0;
  for (const [frame, box] of chosen.entries()) {
    const facts = titles[box] ?? null;
    if (facts === null) {
      name.push(labelOf(boxes, box, problems, onUnknown));
      count[frame] = countSource === 'attributes' ? (boxes.exactWidth[box] ?? Number.NaN) : Number.NaN;
      continue;
    }
    if (facts.name.trim() === '') problems.add('warning', 'svg-blank-name', { line: boxes.line[box] ?? null });
    name.push(facts.name.trim() === '' ? UNKNOWN : own(facts.name));
    count[frame] = Number(facts.count);
    if (typeof facts.count === 'bigint') exactCount.set(frame, facts.count);
    units.set(facts.unit, (units.get(facts.unit) ?? 0) + 1);
    if (facts.deltaPercent !== null) {
      delta[frame] = facts.deltaPercent;
      deltas++;
    }
    if (facts.deltaWeight !== null)
      problems.add('warning', 'svg-delta-weight', { line: boxes.line[box] ?? null, seen: boxes.title[box] ?? null });
  }
  const isDifferential = deltas > 0 && deltas * 2 >= length;
  if (deltas > 0 && !isDifferential)
    problems.add('warning', 'svg-delta-ignored', { count: deltas, facts: { frames: length } });
  const start = pick(boxes.exactStart);
  const width = pick(boxes.exactWidth);
  const hasExact = !width.some((value, frame) => Number.isNaN(value) || Number.isNaN(start[frame]));
  return {
    length,
    name,
    count,
    exactCount: exactCount.size === 0 ? null : exactCount,
    countSource,
    delta: isDifferential ? delta : null,
    x: pick(boxes.x),
    y: pick(boxes.y),
    width: pick(boxes.width),
    exact: hasExact ? { start, width } : null,
    line: picked(boxes.line, chosen, new Int32Array(length)),
    height,
    unit: commonUnit(units, countSource, problems),
  };
}

/** A loop: `from` calls a function for each element and takes twenty times as long. */
function picked<T extends Float64Array | Int32Array>(column: T, chosen: readonly number[], into: T): T {
  for (let frame = 0; frame < chosen.length; frame++) into[frame] = column[chosen[frame]!]!;
  return into;
}

function commonUnit(units: ReadonlyMap<string, number>, countSource: CountSource, problems: ProblemLog): string {
  if (units.size === 0) return countSource === 'attributes' ? 'samples' : 'percent';
  const [first, ...others] = [...units].sort((a, b) => b[1] - a[1]);
  if (others.length > 0) {
    problems.add('warning', 'svg-units-mixed', {
      count: others.reduce((sum, [, places]) => sum + places, 0),
      facts: { units: [...units.keys()].slice(0, 5) },
    });
  }
  return first?.[0] ?? 'samples';
}

/**
 * One copy of each name that does not hold on to the text of the file (engines make slices of it), and a count of those
 * with characters that could not be decoded.
 */
function nameOwner(problems: ProblemLog): (name: string) => string {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const copy = name.length < LEAST_SLICE ? name : decoder.decode(encoder.encode(name));
    if (copy.includes('\ufffd')) problems.add('warning', 'svg-undecodable-name', { seen: copy });
    known.set(copy, copy);
    return copy;
  };
}

/** The visible text, where no title names the frame: it may be cut, and said so. */
function labelOf(boxes: Boxes, box: number, problems: ProblemLog, onUnknown: (entity: string) => void): string {
  const label = decodeText((boxes.label[box] ?? '').replace(/<\/?tspan\b[^>]*>/g, ''), onUnknown).trim();
  const line = boxes.line[box] ?? null;
  if (label === '') {
    problems.add('warning', 'svg-names-missing', { line });
    return UNNAMED;
  }
  if (/^\.\.|\.\.$|…$/.test(label)) problems.add('warning', 'svg-names-cut', { line, seen: label });
  return label;
}

/** Name of a frame whose title has only a count: its symbol was not found, as folded stacks have it (`a; ;b`). */
const UNKNOWN = '[unknown]';
/** Name of a box that shows none. */
const UNNAMED = '[unnamed]';

/** Height of most frames. Titled boxes decide where there are any. */
function usualHeight(boxes: Boxes, titles: readonly (TitleFacts | null)[] | null): number {
  const places = new Map<number, number>();
  for (let box = 0; box < boxes.length; box++) {
    const height = boxes.height[box] ?? 0;
    if (titles !== null && titles[box] === null) continue;
    if (height > 0 && Number.isFinite(height)) places.set(height, (places.get(height) ?? 0) + 1);
  }
  let usual = 0;
  let most = 0;
  for (const [height, count] of places) {
    if (count > most) {
      usual = height;
      most = count;
    }
  }
  return usual;
}

function isBackground(boxes: Boxes, box: number): boolean {
  const height = boxes.height[box] ?? 0;
  return (
    !Number.isFinite(height) || ((boxes.y[box] ?? 0) === 0 && height > 3 * 16 && (boxes.title[box] ?? null) === null)
  );
}

/** `--nameattr` gives a frame a title of the user's own, without a count. */
function isNamedFrame(boxes: Boxes, box: number, height: number): boolean {
  return (boxes.title[box] ?? null) !== null && boxes.height[box] === height;
}

function isUntitledFrame(boxes: Boxes, box: number, height: number, countSource: CountSource): boolean {
  return countSource === 'attributes'
    ? !Number.isNaN(boxes.exactWidth[box] ?? Number.NaN)
    : boxes.height[box] === height;
}

/** Says what was seen instead: how many boxes of how many heights, and the first words. */
export function notAFlameGraph({ boxes, marks }: Drawing, ignored: number): Fault {
  const texts = marks.texts.slice(0, MAX_TEXTS_SHOWN);
  const message = marks.texts.find((text) => /no valid input|no stack counts/i.test(text));
  if (message !== undefined)
    return fault('svg-no-frames', { line: marks.line, seen: message, facts: { boxes: boxes.length } });
  const heights = new Set(boxes.height.subarray(0, boxes.length)).size;
  return fault('svg-not-a-flame-graph', {
    line: marks.line,
    seen: texts.length === 0 ? null : texts.join(', '),
    expected: 'boxes in rows with titles such as "main (12 samples, 3.45%)"',
    facts: { boxes: boxes.length, heights, elements: marks.elements, unexplained: ignored },
  });
}

import type { Frames } from './frames.ts';

/** The frames sorted into rows, row 0 nearest the root. */
export interface Rows {
  readonly count: number;
  /** Row of each frame. */
  readonly of: Int32Array;
  /** Frames by row, from left to right within one; row r is `order[first[r]]` to `order[first[r + 1] - 1]`. */
  readonly order: Int32Array;
  readonly first: Int32Array;
  /** The root is on top: an icicle graph. */
  readonly inverted: boolean;
}

/** Sorts frames into rows by y. Which side the root is on shows in the widths: the row of the root is the widest. */
export function rowsOf(frames: Frames): Rows {
  const { levels, rowOfLevel } = levelsOf(frames);
  const levelOf = Int32Array.from({ length: frames.length }, (_, frame) => nearest(levels, frames.y[frame] ?? 0));
  const last = rowOfLevel.at(-1) ?? 0;
  const inverted = isInverted(frames, levelOf, levels.length - 1);
  const of = levelOf.map((level) => (inverted ? (rowOfLevel[level] ?? 0) : last - (rowOfLevel[level] ?? 0)));
  const count = frames.length === 0 ? 0 : last + 1;
  return { count, of, inverted, ...sorted(frames, of, count) };
}

/** Distinct heights at which boxes lie, from the top. A gap of two rows counts as two, so that orphans show. */
function levelsOf(frames: Frames): { readonly levels: Float64Array; readonly rowOfLevel: Int32Array } {
  const all = Float64Array.from(frames.y).sort();
  const apart = Math.max(frames.height / 2, 0.5);
  const levels: number[] = [];
  for (const y of all) if (levels.length === 0 || y - (levels.at(-1) ?? 0) > apart) levels.push(y);
  const gaps = Float64Array.from(
    { length: Math.max(levels.length - 1, 0) },
    (_, i) => (levels[i + 1] ?? 0) - (levels[i] ?? 0),
  ).sort();
  const pitch = gaps[gaps.length >> 1] ?? 1;
  const rowOfLevel = new Int32Array(levels.length);
  for (let i = 1; i < levels.length; i++) {
    const rows = Math.max(1, Math.round(((levels[i] ?? 0) - (levels[i - 1] ?? 0)) / pitch));
    // A box far off is not worth thousands of empty rows.
    rowOfLevel[i] = (rowOfLevel[i - 1] ?? 0) + Math.min(rows, 3);
  }
  return { levels: Float64Array.from(levels), rowOfLevel };
}

function nearest(levels: Float64Array, y: number): number {
  let low = 0;
  let high = levels.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((levels[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isInverted(frames: Frames, levelOf: Int32Array, last: number): boolean {
  if (last <= 0) return false;
  const top = { width: 0, boxes: 0, isRoot: false };
  const bottom = { width: 0, boxes: 0, isRoot: false };
  for (let frame = 0; frame < frames.length; frame++) {
    const level = levelOf[frame];
    const edge = level === 0 ? top : level === last ? bottom : null;
    if (edge === null) continue;
    edge.width += frames.exact?.width[frame] ?? frames.width[frame] ?? 0;
    edge.boxes++;
    edge.isRoot = isToolRootName(frames.name[frame] ?? '');
  }
  const slack = 1e-4 * Math.max(top.width, bottom.width);
  if (Math.abs(top.width - bottom.width) > slack) return top.width > bottom.width;
  // One stack only: every box is as wide as the root, so its name has to tell.
  return top.boxes === 1 && top.isRoot && !(bottom.boxes === 1 && bottom.isRoot);
}

/** Names that the programs give to the box they draw below all stacks. */
export function isToolRootName(name: string): boolean {
  return /^(?:all|all samples|root|)$/i.test(name.trim());
}

function sorted(frames: Frames, of: Int32Array, count: number): Pick<Rows, 'order' | 'first'> {
  const first = new Int32Array(count + 1);
  for (const row of of) first[row + 1] = (first[row + 1] ?? 0) + 1;
  for (let row = 0; row < count; row++) first[row + 1] = (first[row + 1] ?? 0) + (first[row] ?? 0);
  const next = first.slice();
  const order = new Int32Array(frames.length);
  for (let frame = 0; frame < frames.length; frame++) {
    const row = of[frame] ?? 0;
    const at = next[row] ?? 0;
    next[row] = at + 1;
    order[at] = frame;
  }
  const start = frames.exact?.start ?? frames.x;
  for (let row = 0; row < count; row++) {
    order.subarray(first[row], first[row + 1]).sort((a, b) => (start[a] ?? 0) - (start[b] ?? 0) || a - b);
  }
  return { order, first };
}

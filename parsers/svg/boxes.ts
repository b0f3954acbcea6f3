/**
 * The boxes of one drawing in document order, as columns: what the file says, not yet what it means. Lengths are in
 * pixels; a position in percent has been multiplied by the width of the `svg` it lies in.
 */
export class Boxes {
  length = 0;
  x = new Float64Array(256);
  y = new Float64Array(256);
  width = new Float64Array(256);
  height = new Float64Array(256);
  /** Exact start and width in samples where inferno wrote them (`fg:x`, `fg:w`), else NaN. */
  exactStart = new Float64Array(256);
  exactWidth = new Float64Array(256);
  line = new Int32Array(256);
  /** Raw text of the title, or of the call that shows it when the mouse is over the box. */
  readonly title: (string | null)[] = [];
  /** Raw text drawn on the box: often cut to fit. */
  readonly label: (string | null)[] = [];

  add(x: number, y: number, width: number, height: number, line: number): number {
    const box = this.length++;
    if (box === this.x.length) this.#grow();
    this.x[box] = x;
    this.y[box] = y;
    this.width[box] = width;
    this.height[box] = height;
    this.exactStart[box] = Number.NaN;
    this.exactWidth[box] = Number.NaN;
    this.line[box] = line;
    this.title.push(null);
    this.label.push(null);
    return box;
  }

  #grow(): void {
    this.x = doubled(this.x);
    this.y = doubled(this.y);
    this.width = doubled(this.width);
    this.height = doubled(this.height);
    this.exactStart = doubled(this.exactStart);
    this.exactWidth = doubled(this.exactWidth);
    const lines = new Int32Array(this.line.length * 2);
    lines.set(this.line);
    this.line = lines;
  }
}

/** What one outermost `svg` element held. */
export interface Drawing {
  readonly boxes: Boxes;
  readonly marks: DrawingMarks;
}

/** Facts beside the boxes: they tell the generator and the kind of picture. */
export interface DrawingMarks {
  title: string | null;
  /** First words of the texts outside boxes, to say what was seen in a picture that is no flame graph. */
  texts: string[];
  elements: number;
  /** `class="func_g"` groups: flamegraph.pl 2013 to 2018 and what copied it. */
  hasFuncGroups: boolean;
  hasFramesGroup: boolean;
  hasInfernoNamespace: boolean;
  /** Boxes whose text came from an `onmouseover` of the box itself: flamegraph.pl 2012. */
  mouseBoxes: number;
  /** Positions were restored from `_orig_x`: the picture had been zoomed when it was saved. */
  zoomedBoxes: number;
  /** Most digits behind the point in x or width. */
  decimals: number;
  hasPercent: boolean;
  hexColours: number;
  line: number;
}

function doubled(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const bigger = new Float64Array(column.length * 2);
  bigger.set(column);
  return bigger;
}

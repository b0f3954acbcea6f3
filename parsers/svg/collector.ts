import { Boxes } from './boxes.ts';
import type { Drawing, DrawingMarks } from './boxes.ts';
import { decodeText } from './decode.ts';
import type { MarkupHandler } from './scanner.ts';
import type { Tag } from './tag.ts';

/** An open element that can hold boxes. */
interface Group {
  readonly name: string;
  /** Shift by `transform="translate(x, y)"` of this element and those around it. */
  readonly dx: number;
  readonly dy: number;
  /** Width that percentages refer to. */
  readonly width: number;
  /** Title that came before its box. */
  title: string | null;
  /** Last box of this group, waiting for a title or a label behind it. */
  box: number;
}

const DEFAULT_WIDTH = 1200;
/** Taller boxes are backgrounds or bars of a chart. */
const MAX_FRAME_HEIGHT = 200;
/** Texts kept to say what was seen. */
const KEPT_TEXTS = 5;

/**
 * Gathers the boxes of every outermost `svg` with the title and the label that belong to each. A title stands inside the
 * `rect`, beside it in the same group (before or after it), or in an `onmouseover` of the box or its group.
 */
export class BoxCollector implements MarkupHandler {
  readonly drawings: Drawing[] = [];
  malformedCount = 0;
  malformedFirst: { readonly line: number; readonly seen: string } | null = null;
  /** Elements seen outside any svg: an HTML page has them. */
  outside = 0;
  firstElement: string | null = null;
  readonly #lineNow: () => number;
  #groups: Group[] = [];
  #svgDepth = 0;
  #boxes = new Boxes();
  #marks = noMarks(0);
  #openRect = -1;
  #text: { readonly x: number; readonly y: number } | null = null;

  constructor(lineNow: () => number) {
    this.#lineNow = lineNow;
  }

  /** True between the start tag of an outermost `svg` and its end tag. */
  get isInside(): boolean {
    return this.#svgDepth > 0;
  }

  get boxCount(): number {
    return this.#boxes.length;
  }

  open(tag: Tag, selfClosing: boolean): void {
    this.firstElement ??= tag.name;
    if (tag.name === 'svg') return this.#openSvg(tag, selfClosing);
    if (this.#svgDepth === 0) {
      this.outside++;
      return;
    }
    this.#marks.elements++;
    if (tag.name === 'rect') this.#openBox(tag, selfClosing);
    else if (tag.name === 'g' || tag.name === 'a') this.#openGroup(tag, selfClosing);
    else if (tag.name === 'text') this.#openText(tag);
  }

  close(name: string): void {
    if (this.#svgDepth === 0) return;
    if (name === 'rect') this.#openRect = -1;
    if (name !== 'g' && name !== 'a' && name !== 'svg') return;
    // Tolerates end tags that were lost or doubled: closes the nearest open element of that name, if there is one.
    let at = this.#groups.length - 1;
    while (at >= 0 && this.#groups[at]?.name !== name) at--;
    if (at < 0) return;
    this.#groups.length = at;
    if (name !== 'svg' || --this.#svgDepth > 0) return;
    this.drawings.push({ boxes: this.#boxes, marks: this.#marks });
  }

  content(name: 'title' | 'text', raw: string): void {
    const group = this.#groups.at(-1);
    if (group === undefined) return;
    if (name === 'title') this.#addTitle(group, raw);
    else this.#addText(group, raw);
  }

  malformed(line: number, seen: string): void {
    if (this.#svgDepth === 0) return;
    this.malformedCount++;
    this.malformedFirst ??= { line, seen };
  }

  #openSvg(tag: Tag, selfClosing: boolean): void {
    const outer = this.#groups.at(-1);
    const declared = Number.parseFloat(tag.get('width') ?? '');
    const isPercent = tag.get('width')?.endsWith('%') === true;
    const width = declared > 0 && !isPercent ? declared : (viewBoxWidth(tag) ?? outer?.width ?? DEFAULT_WIDTH);
    const group: Group = { name: 'svg', dx: outer?.dx ?? 0, dy: outer?.dy ?? 0, width, title: null, box: -1 };
    if (this.#svgDepth === 0) {
      this.#boxes = new Boxes();
      this.#marks = noMarks(this.#lineNow());
      this.#groups = [];
    }
    if (tag.get('id') === 'frames') this.#marks.hasFramesGroup = true;
    if (tag.get('xmlns:fg') !== null || tag.get('total_samples') !== null) this.#marks.hasInfernoNamespace = true;
    if (selfClosing) {
      if (this.#svgDepth === 0) this.drawings.push({ boxes: this.#boxes, marks: this.#marks });
      return;
    }
    this.#svgDepth++;
    this.#groups.push(group);
  }

  #openGroup(tag: Tag, selfClosing: boolean): void {
    if (selfClosing) return;
    const outer = this.#groups.at(-1);
    if (outer === undefined) return;
    if (tag.get('class') === 'func_g') this.#marks.hasFuncGroups = true;
    if (tag.get('id') === 'frames') this.#marks.hasFramesGroup = true;
    const shift = tag.count === 0 ? null : translation(tag.get('transform'));
    this.#groups.push({
      name: tag.name,
      dx: outer.dx + (shift?.dx ?? 0),
      dy: outer.dy + (shift?.dy ?? 0),
      width: outer.width,
      title: tag.count === 0 ? null : mouseText(tag.get('onmouseover')),
      box: -1,
    });
  }

  #openBox(tag: Tag, selfClosing: boolean): void {
    const group = this.#groups.at(-1);
    if (group === undefined) return;
    const marks = this.#marks;
    const width = tag.get('width');
    const height = tag.get('height');
    if (width === null || height === null) return;
    const originalX = tag.get('_orig_x');
    const originalWidth = tag.get('_orig_width');
    const exactStart = tag.get('fg:x');
    const exactWidth = tag.get('fg:w');
    const mouse = tag.get('onmouseover');
    if (tag.get('fill')?.startsWith('#') === true) marks.hexColours++;
    if (originalX !== null || originalWidth !== null) marks.zoomedBoxes++;
    const drawnX = originalX ?? tag.get('x') ?? '0';
    const drawnWidth = originalWidth ?? width;
    const box = this.#boxes.add(
      this.#length(drawnX, group) + group.dx,
      Number.parseFloat(tag.get('y') ?? '0') + group.dy,
      this.#length(drawnWidth, group),
      height.endsWith('%') ? Number.POSITIVE_INFINITY : Number.parseFloat(height),
      this.#lineNow(),
    );
    if (exactStart !== null && exactWidth !== null) {
      this.#boxes.exactStart[box] = Number.parseFloat(exactStart);
      this.#boxes.exactWidth[box] = Number.parseFloat(exactWidth);
    }
    const spoken = mouseText(mouse);
    if (spoken !== null) marks.mouseBoxes++;
    this.#boxes.title[box] = spoken ?? group.title;
    group.title = null;
    group.box = box;
    if (!selfClosing) this.#openRect = box;
  }

  #length(value: string, group: Group): number {
    const number = Number.parseFloat(value);
    if (!value.endsWith('%')) {
      this.#countDecimals(value, value.length);
      return number;
    }
    // A background of 100 % says nothing about how the frames are placed.
    if (value.includes('.')) this.#marks.hasPercent = true;
    this.#countDecimals(value, value.length - 1);
    return (number / 100) * group.width;
  }

  #countDecimals(value: string, end: number): void {
    const point = value.indexOf('.');
    if (point >= 0 && end - point - 1 > this.#marks.decimals) this.#marks.decimals = end - point - 1;
  }

  #openText(tag: Tag): void {
    const group = this.#groups.at(-1);
    if (group === undefined) return;
    // A box with a counted title needs no label: most texts of most files are skipped here.
    if (group.box >= 0 && this.#boxes.title[group.box]?.endsWith('%)') === true) return;
    const x = tag.get('x') ?? '0';
    const number = Number.parseFloat(x);
    this.#text = {
      x: (x.endsWith('%') ? (number / 100) * group.width : number) + group.dx,
      y: Number.parseFloat(tag.get('y') ?? '0') + group.dy,
    };
  }

  #addTitle(group: Group, raw: string): void {
    const { title } = this.#boxes;
    if (this.#openRect >= 0) {
      title[this.#openRect] = raw;
      return;
    }
    // `s('…')` of the group and its title say the same: the title is spelled better. Behind an untitled box of the same
    // group it is that box's title, else the next one's.
    if (group.box >= 0 && title[group.box] === null && this.#isFrameLike(group.box)) title[group.box] = raw;
    else group.title = raw;
  }

  /** A background lies in the drawing itself and begins at its top; it has neither title nor label of its own. */
  #isFrameLike(box: number): boolean {
    const height = this.#boxes.height[box] ?? 0;
    return height < MAX_FRAME_HEIGHT && (this.#groups.length > 1 || (this.#boxes.y[box] ?? 0) > 0);
  }

  #addText(group: Group, raw: string): void {
    const at = this.#text;
    this.#text = null;
    if (at === null) return;
    const { boxes } = this;
    const box = group.box;
    if (box >= 0 && boxes.label[box] === null && this.#isFrameLike(box) && this.#covers(box, at.x, at.y)) {
      boxes.label[box] = raw;
      return;
    }
    const words = decodeText(raw.replace(/<[^>]*>/g, ''), () => {}).trim();
    if (words === '') return;
    this.#marks.title ??= words;
    if (this.#marks.texts.length < KEPT_TEXTS) this.#marks.texts.push(words.slice(0, 40));
  }

  #covers(box: number, x: number, y: number): boolean {
    const { boxes } = this;
    const top = boxes.y[box] ?? 0;
    const left = boxes.x[box] ?? 0;
    const height = boxes.height[box] ?? 0;
    return y >= top && y <= top + height && x >= left - 1 && x <= left + Math.max(boxes.width[box] ?? 0, 8) + 1;
  }

  get boxes(): Boxes {
    return this.#boxes;
  }
}

/** `s('NAME (N samples, P%)')`, with the quotes that JavaScript escapes, or null for any other call. */
function mouseText(call: string | null): string | null {
  if (call === null || !call.startsWith("s('")) return null;
  const end = call.lastIndexOf("')");
  if (end < 3) return null;
  const inner = call.slice(3, end);
  const second = inner.lastIndexOf("','");
  return (second < 0 ? inner : inner.slice(0, second)).replace(/\\(['\\])/g, '$1');
}

function translation(transform: string | null): { readonly dx: number; readonly dy: number } | null {
  if (transform === null) return null;
  const found = /^\s*translate\(\s*(-?[\d.]+)(?:px)?(?:[\s,]+(-?[\d.]+)(?:px)?)?\s*\)/.exec(transform);
  return found === null ? null : { dx: Number(found[1]), dy: Number(found[2] ?? 0) };
}

function viewBoxWidth(tag: Tag): number | null {
  const width = Number.parseFloat((tag.get('viewBox') ?? '').trim().split(/[\s,]+/)[2] ?? '');
  return width > 0 ? width : null;
}

function noMarks(line: number): DrawingMarks {
  return {
    title: null,
    texts: [],
    elements: 0,
    hasFuncGroups: false,
    hasFramesGroup: false,
    hasInfernoNamespace: false,
    mouseBoxes: 0,
    zoomedBoxes: 0,
    decimals: 0,
    hasPercent: false,
    hexColours: 0,
    line,
  };
}

import { inkOn } from '../core/colour/colour.ts';
import type { Outline } from '../core/colour/colour.ts';
import { columnsOf, fitMiddle } from '../core/text/visible.ts';
import { inChunks } from './chunks.ts';
import { SVG_SCRIPT } from './svg-script.ts';
import { xmlAttribute, xmlText } from './xml.ts';

/**
 * Draws rows of frames with a header and a legend as an SVG of one fixed size. What the frames mean is decided by
 * `svg.ts`; here are only pixels, labels and escaping. Numbers have fixed decimals and there is no clock in it, so the
 * same picture is the same bytes.
 *
 * The file is complete as a picture: no style sheet, no font, no script is needed to read it. When it is opened on its
 * own the script adds zoom, search and details.
 */
export interface Picture {
  /** Attributes of the `svg` element, besides size. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** The sentence on top, then further lines. Plain text, safe to show. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly legend: readonly LegendEntry[];
  /** Rows of frames, the root's included. */
  readonly rows: number;
  readonly frames: Iterable<DrawnFrame>;
  /** Said below the frames, such as what was left out. */
  readonly footnote: string | null;
}

/** A box with a caption. */
export interface LegendEntry {
  readonly fill: string;
  readonly outline: Outline | null;
  readonly caption: string;
  /** Begins a new line of the legend. */
  readonly isFirst?: boolean;
}

export interface DrawnFrame {
  readonly row: number;
  /** Left edge and width as fractions of the whole. */
  readonly x: number;
  readonly width: number;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Name as it is shown. */
  readonly name: string;
  /** Shown behind the name where there is room. */
  readonly detail: string;
  /** Lines of the tooltip below the name; the first begins with `detail` and " of ". */
  readonly facts: readonly string[];
  readonly fill: string;
  readonly outline: Outline | null;
}

/** Between a name and its shares; plain spaces would be drawn as one. */
const GAP = '\u00a0\u00a0';
const WIDTH = 1200;
const MARGIN = 10;
const INNER = WIDTH - 2 * MARGIN;
const ROW = 17;
const LINE = 18;
/** Advance of one column of the label font, in pixels; the widest of the fonts named in `MONOSPACE` at this size. */
const COLUMN = 6.65;
const FONT_SIZE = 11;
const MONOSPACE = 'ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace';
const SANS = 'system-ui, Segoe UI, Helvetica, Arial, DejaVu Sans, sans-serif';
/** A name cut to less than this says nothing. */
const MIN_COLUMNS = 5;
/** Columns of header text that surely fit, at the mean advance of a sans-serif letter. */
const TITLE_COLUMNS = 135;
const TEXT_COLUMNS = 170;
/** A frame narrower than this has no white edge, which would hide it, and below OUTLINE_FROM no outline of its state. */
const EDGE_FROM = 2;
const OUTLINE_FROM = 6;

export function pictureSvg(picture: Picture): Iterable<string> {
  return inChunks(pieces(picture));
}

function* pieces(picture: Picture): Generator<string> {
  const title = wrapped(picture.title, TITLE_COLUMNS);
  const lines = picture.lines.flatMap((line) => wrapped(line, TEXT_COLUMNS));
  const legendTop = 14 + title.length * 21 + lines.length * LINE;
  const legend = legendText(picture.legend, legendTop);
  const barTop = legend.bottom + 6;
  const top = barTop + 48;
  const footnotes = picture.footnote === null ? [] : wrapped(picture.footnote, TEXT_COLUMNS);
  const height = top + picture.rows * ROW + footnotes.length * LINE + 10;

  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  for (const [name, value] of picture.attributes) yield ` ${name}="${xmlAttribute(value)}"`;
  yield ` font-family="${SANS}" font-size="13">\n`;
  yield `<title>${xmlText(picture.title)}</title>\n`;
  yield `<desc>${xmlText(picture.lines.join(' '))}</desc>\n`;
  yield `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>\n`;
  for (const [index, line] of title.entries()) {
    yield `<text x="${MARGIN}" y="${26 + index * 21}" font-size="16" font-weight="bold">${xmlText(line)}</text>\n`;
  }
  for (const [index, line] of lines.entries()) {
    yield `<text x="${MARGIN}" y="${26 + title.length * 21 + index * LINE}" fill="#333333">${xmlText(line)}</text>\n`;
  }
  yield legend.text;
  yield `<g id="fb-bar" font-size="12" data-y="${barTop}">\n`;
  yield `<text id="fb-hint" x="${MARGIN + 232}" y="${barTop + 14}" fill="#333333"></text>\n</g>\n`;
  yield `<text id="fb-details" x="${MARGIN}" y="${barTop + 38}" font-size="12" fill="#000000"></text>\n`;
  yield `<g id="fb-frames" font-family="${MONOSPACE}" font-size="${FONT_SIZE}" stroke-width="0.5" xml:space="preserve"`;
  yield ` data-left="${MARGIN}" data-width="${INNER}" data-column="${COLUMN}">\n`;
  for (const frame of picture.frames) yield frameText(frame, top);
  yield '</g>\n';
  for (const [index, line] of footnotes.entries()) {
    yield `<text x="${MARGIN}" y="${top + picture.rows * ROW + 15 + index * LINE}" fill="#333333">${xmlText(line)}</text>\n`;
  }
  yield `<script><![CDATA[${SVG_SCRIPT}]]></script>\n</svg>\n`;
}

function frameText(frame: DrawnFrame, top: number): string {
  const x = MARGIN + frame.x * INNER;
  const y = top + frame.row * ROW;
  const width = frame.width * INNER;
  const ink = inkOn(frame.fill);
  const label = labelOf(frame, (width - 6) / COLUMN);
  let text = '<g';
  for (const [name, value] of frame.attributes) text += ` ${name}="${xmlAttribute(value)}"`;
  if (ink !== '#000000') text += ` data-ink="${ink}"`;
  if (frame.outline !== null) text += ` data-outline="${frame.outline.stroke}"`;
  if (frame.outline?.dash != null) text += ` data-dash="${frame.outline.dash}"`;
  text += `><title>${xmlText([frame.name, ...frame.facts].join('\n'))}</title>`;
  text += `<rect x="${x.toFixed(4)}" y="${y}" width="${width.toFixed(4)}" height="${ROW - 1}" fill="${frame.fill}"`;
  if (frame.outline !== null && width >= OUTLINE_FROM) text += outlineText(frame.outline);
  else if (width >= EDGE_FROM) text += ' stroke="#ffffff"';
  text += '/>';
  if (label !== '') {
    const colour = ink === '#000000' ? '' : ` fill="${ink}"`;
    text += `<text x="${(x + 3).toFixed(2)}" y="${y + 12}"${colour}>${xmlText(label)}</text>`;
  }
  return `${text}</g>\n`;
}

function outlineText({ stroke, dash }: Outline): string {
  return ` stroke="${stroke}" stroke-width="1"${dash === null ? '' : ` stroke-dasharray="${dash}"`}`;
}

function labelOf({ name, detail }: DrawnFrame, width: number): string {
  const room = Math.floor(width);
  // Apart: a space that does not break would send every label the slow way through graphemes.
  const columns = columnsOf(name);
  if (detail !== '' && columns + GAP.length + columnsOf(detail) <= room) return `${name}${GAP}${detail}`;
  return room >= MIN_COLUMNS || columns <= room ? fitMiddle(name, room) : '';
}

/** Boxes with captions in as many lines as they need. */
function legendText(entries: readonly LegendEntry[], top: number): { text: string; bottom: number } {
  let text = '<g font-size="12">\n';
  let x = MARGIN;
  let y = top;
  for (const { fill, outline, caption, isFirst } of entries) {
    const width = 23 + columnsOf(caption) * 6.3 + 12;
    if (x > MARGIN && (isFirst === true || x + width > WIDTH - MARGIN)) {
      x = MARGIN;
      y += LINE;
    }
    const stroke = outline === null ? ' stroke="#999999" stroke-width="0.5"' : outlineText(outline);
    text += `<rect x="${x.toFixed(1)}" y="${y + 3}" width="18" height="12" fill="${fill}"${stroke}/>`;
    text += `<text x="${(x + 23).toFixed(1)}" y="${y + 13}" fill="#333333">${xmlText(caption)}</text>\n`;
    x += width;
  }
  return { text: `${text}</g>\n`, bottom: y + LINE };
}

/** Lines of at most `columns`, broken at spaces; a longer word is cut in the middle. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = fitMiddle(word, columns);
  }
  return [...lines, line];
}

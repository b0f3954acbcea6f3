import { deltaColour, legendStops, nameColour, stateOutline } from '../core/colour/colour.ts';
import type { Palette } from '../core/colour/colour.ts';
import type { Comparison } from '../core/diff/comparison.ts';
import { delta, share } from '../core/diff/shares.ts';
import { layoutWeights, visibleFrames } from '../core/layout/flame-layout.ts';
import type { LayoutMode, VisibleFrames } from '../core/layout/flame-layout.ts';
import { frameName } from '../core/model/profile.ts';
import type { Profile } from '../core/model/profile.ts';
import { maxDepthOf, totalOf, totalsOf } from '../core/model/totals.ts';
import { visible } from '../core/text/visible.ts';
import { preorderOf } from '../core/tree/preorder.ts';
import { BASE, HEAD } from '../core/tree/union.ts';
import { LEGEND, comparisonWords } from '../core/words/comparison.ts';
import { grouped, percent, plural } from '../core/words/numbers.ts';
import { plainDecimal } from './decimal.ts';
import { functionName, pointsInWords, ratioInWords, shareInWords, sideInWords } from './labels.ts';
import { nodeStates } from '../core/diff/node-states.ts';
import { pictureSvg } from './svg-draw.ts';
import type { DrawnFrame, LegendEntry } from './svg-draw.ts';

/**
 * Our flame graph SVG, and what makes it readable by programs. Every frame is a `<g>` with these attributes, in preorder:
 *
 *   data-fb-depth   0 for the root, which is no frame; the parent is the last `<g>` before with a depth one smaller
 *   data-fb-name    the raw name (control characters as their pictures, since XML cannot hold them); not on the root
 *   data-fb-base, data-fb-head    inclusive counts of a differential graph, exact decimals
 *   data-fb-value                 inclusive count of a graph of one profile, exact decimal
 *
 * Self counts are inclusive counts less those of the children. The `<svg>` element carries:
 *
 *   data-fb-format        "1"
 *   data-fb-value-type, data-fb-unit    what was counted
 *   data-fb-hidden        number of positions of the call tree that are not drawn because they are narrow
 *   data-fb-too-deep      number of those that are not drawn because they stand too deep; their counts seem to be self
 *                         counts of the last row
 *   data-fb-min-share     frames narrower than this fraction of the root were left out
 *   data-fb-layout        union, base or head; only on a differential graph
 */
const SVG_FORMAT = '1';

export interface SvgOptions {
  readonly palette?: Palette;
}

export interface ComparisonSvgOptions extends SvgOptions {
  /** Whose widths the picture has; `union` unless said otherwise. */
  readonly layout?: LayoutMode;
}

/** A picture of a tree up to this size leaves nothing out, so it can be read back exactly. */
const COMPLETE_UP_TO = 20_000;
/** In larger ones frames under a hundredth of a percent are left out (0.12 of a pixel), and rows nobody scrolls to. */
const MIN_SHARE = 0.0001;
const MAX_FRAMES = 50_000;
/** 34,000 pixels: viewers fail on pictures much higher. */
const MAX_ROWS = 2000;

/** The differential flame graph of a comparison, as text in pieces. */
export function comparisonToSvg(comparison: Comparison, options: ComparisonSvgOptions = {}): Iterable<string> {
  const { tree, valueType } = comparison;
  const { layout = 'union', palette = 'safe' } = options;
  const frames = framesToDraw(tree, layoutWeights(tree, layout));
  const words = comparisonWords(comparison);
  return pictureSvg({
    attributes: [...headAttributes(valueType, frames), ['data-fb-layout', layout]],
    title: words.headline,
    lines: [
      sideInWords('base', comparison.base, valueType.unit),
      sideInWords('head', comparison.head, valueType.unit),
      words.sides,
      words.evidence,
      `${WIDTH_WORDS[layout]} Colour: change of the share, in points. On each frame: share in base → share in head.`,
    ],
    legend: differentialLegend(comparison, palette),
    rows: rowsOf(frames),
    frames: comparisonFrames(comparison, frames, palette),
    footnote: hiddenInWords(frames),
  });
}

const WIDTH_WORDS: Readonly<Record<LayoutMode, string>> = {
  union: 'Width: the larger of the two shares.',
  base: 'Width: share in base (good).',
  head: 'Width: share in head (bad).',
};

function* comparisonFrames(comparison: Comparison, frames: VisibleFrames, palette: Palette): Generator<DrawnFrame> {
  const { tree, valueType } = comparison;
  const [base, head] = [tree.sides[BASE], tree.sides[HEAD]];
  if (base === undefined || head === undefined) return;
  const unit = visible(valueType.unit);
  const stateOf = nodeStates(comparison);
  for (let i = 0; i < frames.length; i++) {
    const node = frames.node[i]!;
    const isRoot = node === 0;
    const [b, h] = [base.total[node]!, head.total[node]!];
    const [B, H] = [share(b, base.sum), share(h, head.sum)];
    const change = delta(B, H);
    const state = isRoot ? 'same' : stateOf(node);
    const name = isRoot ? '' : functionName(comparison, tree.func[node]!);
    const detail = `${shareInWords(B)} → ${shareInWords(H)}`;
    const verdict = STATE_WORDS[state] ?? ratioInWords(B, H);
    yield {
      row: frames.depth[i]!,
      x: frames.x[i]!,
      width: frames.width[i]!,
      attributes: [
        ['data-fb-depth', String(frames.depth[i]!)],
        ...(isRoot ? [] : [['data-fb-name', name] as const]),
        ['data-fb-base', plainDecimal(isRoot ? exactly(base.exactSum, b) : b)],
        ['data-fb-head', plainDecimal(isRoot ? exactly(head.exactSum, h) : h)],
      ],
      name: isRoot ? 'all' : visible(name),
      detail: isRoot ? '' : detail,
      facts: [
        `${detail} of ${unit}, ${pointsInWords(change)}, ${verdict}`,
        `base ${grouped(b)}, head ${grouped(h)} ${unit}`,
      ],
      // What moved only because the rest did is as grey as what did not move: the colours are for what changed.
      fill: deltaColour(state === 'diluted' ? 0 : (change ?? 0) * 100, palette),
      outline: stateOutline(state),
    };
  }
}

const STATE_WORDS: Readonly<Partial<Record<string, string>>> = {
  new: 'new in head',
  gone: 'gone from head',
  unseen: 'seen on one side only, too rarely to say more',
  undecided: 'undecided: a drawing left too much out',
};

function differentialLegend(comparison: Comparison, palette: Palette): readonly LegendEntry[] {
  const stops = legendStops(palette);
  const stop = (points: number, caption: string): LegendEntry[] => {
    const found = stops.find((one) => one.points === points);
    return found === undefined ? [] : [{ fill: found.colour, outline: null, caption }];
  };
  const isPruned = comparison.base.pruned !== null || comparison.head.pruned !== null;
  const marked = (state: string, points: number, caption: string): LegendEntry => ({
    fill: deltaColour(points, palette),
    outline: stateOutline(state),
    caption,
  });
  return [
    ...stop(50, '50'),
    ...stop(10, '10'),
    ...stop(2, '2'),
    ...stop(0.5, `0.5 points ${LEGEND.grew}`),
    ...stop(0, LEGEND.same),
    ...stop(-0.5, '0.5'),
    ...stop(-2, '2'),
    ...stop(-10, '10'),
    ...stop(-50, `50 points ${LEGEND.shrank}`),
    { ...marked('new', 10, LEGEND.new), isFirst: true },
    marked('gone', -10, LEGEND.gone),
    ...(isPruned ? [marked('undecided', 0, 'undecided: may be hidden in a drawing')] : []),
  ];
}

/** The flame graph of one column of a profile, as text in pieces. */
export function profileToSvg(profile: Profile, valueType = profile.defaultValueType): Iterable<string> {
  const { nodes, frames: table } = profile;
  const type = profile.valueTypes[valueType] ?? { name: '', unit: '' };
  const names = Array.from({ length: table.length }, (_, frame) => frameName(profile, frame));
  const { order, end, parent, depth } = preorderOf(nodes.parent, nodes.frame, names);
  const total = inclusive(profile, valueType);
  const whole = totalOf(profile, valueType);
  const weights = Float64Array.from(order, (node) => (Number(whole) > 0 ? Number(total[node]!) / Number(whole) : 0));
  const frames = framesToDraw({ length: nodes.length, parent, end, depth }, weights);
  const unit = visible(type.unit);
  function* drawn(): Generator<DrawnFrame> {
    for (let i = 0; i < frames.length; i++) {
      const node = order[frames.node[i]!]!;
      const isRoot = node === 0;
      const name = isRoot ? '' : (names[nodes.frame[node]!] ?? '');
      const value = total[node]!;
      const detail = percent(weights[frames.node[i]!]!);
      yield {
        row: frames.depth[i]!,
        x: frames.x[i]!,
        width: frames.width[i]!,
        attributes: [
          ['data-fb-depth', String(frames.depth[i]!)],
          ...(isRoot ? [] : [['data-fb-name', name] as const]),
          ['data-fb-value', plainDecimal(value)],
        ],
        name: isRoot ? 'all' : visible(name),
        detail: isRoot ? '' : detail,
        facts: [`${detail} of ${unit}`, `${grouped(value)} ${unit}`],
        fill: isRoot ? deltaColour(0) : nameColour(name),
        outline: null,
      };
    }
  }
  const { fileName } = profile.source;
  return pictureSvg({
    attributes: headAttributes(type, frames),
    title: fileName === null ? 'Flame graph' : visible(fileName),
    lines: [
      `${grouped(whole)} ${unit}. Width: share of ${unit}, also said on each frame. Colours only tell frames apart.`,
    ],
    legend: [],
    rows: rowsOf(frames),
    frames: drawn(),
    footnote: hiddenInWords(frames),
  });
}

/** Inclusive values; integers of any size where the column has them. */
function inclusive(profile: Profile, valueType: number): Float64Array | BigInt64Array {
  const exact = profile.exactValues[valueType];
  const { parent, length } = profile.nodes;
  if (!exact) return totalsOf(parent, profile.values[valueType] ?? new Float64Array(length));
  const total = BigInt64Array.from(exact);
  for (let node = length - 1; node > 0; node--) total[parent[node]!] = total[parent[node]!]! + total[node]!;
  return total;
}

/** The frames of a picture, and how many are left out only because they stand too deep. */
interface PictureFrames extends VisibleFrames {
  readonly tooDeep: number;
}

function framesToDraw(tree: Parameters<typeof visibleFrames>[0], weights: Float64Array): PictureFrames {
  const isSmall = tree.length <= COMPLETE_UP_TO;
  const found = visibleFrames(tree, weights, {
    focus: 0,
    minShare: isSmall ? 0 : MIN_SHARE,
    maxFrames: isSmall ? COMPLETE_UP_TO : MAX_FRAMES,
    maxDepth: Math.min(maxDepthOf(tree.parent), MAX_ROWS),
  });
  let tooDeep = 0;
  for (let i = 0; i < found.length; i++) {
    if (found.deeper[i] === 1) tooDeep += tree.end[found.node[i]!]! - found.node[i]! - 1;
  }
  return { ...found, tooDeep };
}

function rowsOf(frames: VisibleFrames): number {
  let deepest = 0;
  for (const depth of frames.depth) if (depth > deepest) deepest = depth;
  return deepest + 1;
}

function headAttributes(type: { readonly name: string; readonly unit: string }, frames: PictureFrames) {
  return [
    ['data-fb-format', SVG_FORMAT],
    ['data-fb-value-type', type.name],
    ['data-fb-unit', type.unit],
    ['data-fb-hidden', String(frames.hiddenNodes)],
    ['data-fb-too-deep', String(frames.tooDeep)],
    ['data-fb-min-share', plainDecimal(frames.minShare)],
  ] as const;
}

function hiddenInWords({ hiddenNodes, minShare, tooDeep }: PictureFrames): string | null {
  const parts: string[] = [];
  if (hiddenNodes > 0 && minShare > 0) {
    parts.push(`${plural(hiddenNodes, 'frame')} narrower than ${percent(minShare)} of the width are not drawn.`);
  }
  if (tooDeep > 0) parts.push(`${plural(tooDeep, 'frame')} below row ${grouped(MAX_ROWS)} are not drawn.`);
  return parts.length === 0 ? null : parts.join(' ');
}

function exactly(exact: number | bigint, nearest: number): number | bigint {
  return typeof exact === 'bigint' ? exact : nearest;
}

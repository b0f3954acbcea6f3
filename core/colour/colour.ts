/**
 * Colours of a differential flame graph. One scale for every face: the SVG, the page and the legend must agree.
 *
 * A frame is coloured by its delta in percentage points (head share minus base share, DIFF-SPEC 1), never by its ratio:
 * a frame that goes from one sample to three must not outshine one that grew by ten points. The scale is logarithmic,
 * symmetric and grey where the delta would print as 0.0, so that noise does not look like a finding.
 */

/** `safe`: orange and blue, told apart with every common colour vision. `classic`: the red and blue people know. */
export const PALETTES = ['safe', 'classic', 'contrast'] as const;
export type Palette = (typeof PALETTES)[number];

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A delta smaller than this, in points, prints as 0.0 and is grey. */
export const GREY_BELOW_POINTS = 0.05;
/** A delta of this size or more, in points, has the deepest colour. */
const DEEPEST_AT_POINTS = 50;
/** Where the logarithmic scale bends: below it the scale is nearly linear, above it nearly logarithmic. */
const BEND_POINTS = 0.25;

type Rgb = readonly [red: number, green: number, blue: number];

/** From pale to deep, equal steps of the scale. */
interface Ramp {
  readonly grey: Rgb;
  readonly growth: readonly Rgb[];
  readonly shrinkage: readonly Rgb[];
}

const RAMPS: Readonly<Record<Palette, Readonly<Record<Theme, Ramp>>>> = {
  safe: {
    light: ramp('#e4e2de', ['#fde3c8', '#fbbf86', '#f2933f', '#d5640f'], ['#d3e3f3', '#9dc3e6', '#5b9ad5', '#2368ad']),
    dark: ramp('#3b3e45', ['#5e4632', '#8f5a25', '#c9741c', '#ff9a3c'], ['#34495e', '#33638f', '#3d87c9', '#6db9ff']),
  },
  classic: {
    light: ramp('#e6e6e6', ['#ffdcd6', '#ffaa9e', '#fb6a5a', '#dc2a1e'], ['#dbe0ff', '#b0bcff', '#7287fa', '#3b50e0']),
    dark: ramp('#3c3c40', ['#633a37', '#94403a', '#cc463c', '#ff6a5c'], ['#3a4066', '#4653a0', '#5c6fdc', '#8c9cff']),
  },
  contrast: {
    light: ramp('#ffffff', ['#ffd08a', '#ff9a1f', '#b85400', '#6b2e00'], ['#a8d4ff', '#4ba3f5', '#0058b0', '#002a66']),
    dark: ramp('#000000', ['#5c2a00', '#b35900', '#ff9a1f', '#ffd9a0'], ['#002e66', '#0060c0', '#4ba3f5', '#bfe0ff']),
  },
};

/** Fill of a frame whose share changed by `points` percentage points, as `#rrggbb`. */
export function deltaColour(points: number, palette: Palette = 'safe', theme: Theme = 'light'): string {
  const size = Math.abs(points);
  if (!(size >= GREY_BELOW_POINTS)) return rampColour(null, palette, theme);
  const depth = Math.log1p(size / BEND_POINTS) / Math.log1p(DEEPEST_AT_POINTS / BEND_POINTS);
  return rampColour(points > 0 ? depth : -depth, palette, theme);
}

/** Colour at a depth of the ramp: 1 is the deepest growth, -1 the deepest shrinkage; null is the neutral colour. */
export function rampColour(signedDepth: number | null, palette: Palette, theme: Theme): string {
  const { grey, growth, shrinkage } = RAMPS[palette][theme];
  if (signedDepth === null) return hex(grey);
  const depth = Math.min(1, Math.abs(signedDepth));
  const steps = signedDepth > 0 ? growth : shrinkage;
  // The first step is already a colour: a change that prints as a number must not look grey.
  const at = depth * (steps.length - 1);
  const low = Math.min(Math.floor(at), steps.length - 2);
  return hex(mix(steps[low] ?? grey, steps[low + 1] ?? grey, at - low));
}

export interface LegendStop {
  /** Delta in percentage points. */
  readonly points: number;
  readonly colour: string;
}

const LEGEND_POINTS = [-50, -10, -2, -0.5, 0, 0.5, 2, 10, 50];

/** The scale in nine steps, from the largest shrinkage to the largest growth, for a legend. */
export function legendStops(palette: Palette = 'safe', theme: Theme = 'light'): readonly LegendStop[] {
  return LEGEND_POINTS.map((points) => ({ points, colour: deltaColour(points, palette, theme) }));
}

/** What marks a frame beside its fill, so that no meaning hangs on colour alone. */
export interface Outline {
  readonly stroke: string;
  /** Value for `stroke-dasharray`; null for a solid line. */
  readonly dash: string | null;
}

/**
 * Outline of frames that only one side has, or that a drawing cannot decide: solid for new, dashed for gone, dotted for
 * undecided. Every other state has none. The parameter is a `State` of core/diff; other strings have no outline.
 */
export function stateOutline(state: string, theme: Theme = 'light'): Outline | null {
  const stroke = theme === 'light' ? '#1a1a1a' : '#f5f5f5';
  if (state === 'new') return { stroke, dash: null };
  if (state === 'gone') return { stroke, dash: '5 3' };
  if (state === 'undecided') return { stroke, dash: '1 3' };
  return null;
}

/** A ratio of this or more (or its inverse) has the deepest colour; within the second it is grey. */
const DEEPEST_AT_RATIO = 10;
const GREY_WITHIN_RATIO = 1.02;

/** Fill by ratio head / base on a logarithmic scale: twice and half are equally deep. Infinity is new, 0 is gone. */
export function ratioColour(ratio: number, palette: Palette = 'safe', theme: Theme = 'light'): string {
  const size = Math.abs(Math.log(ratio));
  if (!(size >= Math.log(GREY_WITHIN_RATIO))) return rampColour(null, palette, theme);
  const depth = size / Math.log(DEEPEST_AT_RATIO);
  return rampColour(ratio > 1 ? depth : -depth, palette, theme);
}

const HUES = 360;

/** Fill of a frame by the group that it belongs to (a module, a subsystem): a hue that depends on the group's name alone. */
export function groupColour(group: string, theme: Theme = 'light'): string {
  const hue = (hashOf(group) % HUES) / HUES;
  return theme === 'light' ? fromHsl(hue, 0.55, 0.76) : fromHsl(hue, 0.38, 0.34);
}

/** Fill of a frame in the picture of a single profile: a warm colour that depends on the name alone. */
export function nameColour(name: string, theme: Theme = 'light'): string {
  const warmth = (hashOf(name) % 997) / 996;
  return theme === 'light'
    ? hex(mix([0xfb, 0xdf, 0xa3], [0xf4, 0x9a, 0x5d], warmth))
    : hex(mix([0x6b, 0x4d, 0x2a], [0x94, 0x5a, 0x2c], warmth));
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue * 12) % 12;
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return hex([channel(0), channel(8), channel(4)]);
}

/** Black or white, whichever is easier to read on `fill` (`#rrggbb`): the larger contrast ratio of WCAG 2. */
export function inkOn(fill: string): string {
  const luminance = luminanceOf(parse(fill));
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff';
}

/** Contrast ratio of two colours by WCAG 2, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminanceOf(parse(a)), luminanceOf(parse(b))].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ramp(grey: string, growth: readonly string[], shrinkage: readonly string[]): Ramp {
  return { grey: parse(grey), growth: growth.map(parse), shrinkage: shrinkage.map(parse) };
}

function parse(colour: string): Rgb {
  const number = Number.parseInt(colour.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function mix(a: Rgb, b: Rgb, part: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * part);
  return [between(a[0], b[0]), between(a[1], b[1]), between(a[2], b[2])];
}

function hex([red, green, blue]: Rgb): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}

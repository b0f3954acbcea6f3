import { describe, expect, it } from 'vitest';
import {
  GREY_BELOW_POINTS,
  PALETTES,
  THEMES,
  contrast,
  deltaColour,
  groupColour,
  inkOn,
  legendStops,
  nameColour,
  ratioColour,
  stateOutline,
} from './colour.ts';

const SCALES = PALETTES.flatMap((palette) => THEMES.map((theme) => [palette, theme] as const));

describe('deltaColour', () => {
  it.each(SCALES)('%s, %s: grey at zero and below what prints as 0.0, a colour from there on', (palette, theme) => {
    const grey = deltaColour(0, palette, theme);
    expect(deltaColour(GREY_BELOW_POINTS / 2, palette, theme)).toBe(grey);
    expect(deltaColour(-GREY_BELOW_POINTS / 2, palette, theme)).toBe(grey);
    expect(deltaColour(Number.NaN, palette, theme)).toBe(grey);
    expect(deltaColour(GREY_BELOW_POINTS, palette, theme)).not.toBe(grey);
    expect(deltaColour(-GREY_BELOW_POINTS, palette, theme)).not.toBe(deltaColour(GREY_BELOW_POINTS, palette, theme));
  });

  it.each(SCALES)('%s, %s: larger changes stand out more from grey, and the ends are reached', (palette, theme) => {
    const grey = deltaColour(0, palette, theme);
    for (const sign of [1, -1]) {
      const steps = [0.1, 0.5, 2, 10, 50].map((points) => contrast(grey, deltaColour(sign * points, palette, theme)));
      expect(steps).toEqual([...steps].sort((a, b) => a - b));
      expect(deltaColour(sign * 50, palette, theme)).toBe(deltaColour(sign * 100, palette, theme));
    }
  });

  it.each(SCALES)('%s, %s: text on every step reaches the contrast of WCAG AA', (palette, theme) => {
    for (const { colour } of legendStops(palette, theme)) expect(contrast(colour, inkOn(colour))).toBeGreaterThan(4.5);
  });
});

describe('safe palette', () => {
  /** Blue-yellow axis alone, which red-green colour blindness leaves: growth must be on the yellow side. */
  it('tells growth from shrinkage without red and green', () => {
    const yellowness = (colour: string) =>
      Number.parseInt(colour.slice(1, 3), 16) +
      Number.parseInt(colour.slice(3, 5), 16) -
      2 * Number.parseInt(colour.slice(5), 16);
    for (const points of [0.1, 1, 10, 50]) {
      expect(yellowness(deltaColour(points))).toBeGreaterThan(20);
      expect(yellowness(deltaColour(-points))).toBeLessThan(-20);
    }
  });
});

describe('other colours', () => {
  it('marks new, gone and undecided by their outline', () => {
    const dashes = ['new', 'gone', 'undecided'].map((state) => stateOutline(state)?.dash);
    expect(new Set(dashes).size).toBe(3);
    expect(stateOutline('same')).toBeNull();
    expect(stateOutline('grew')).toBeNull();
  });

  it('is as deep for twice as for half, grey around one, deepest for new and gone', () => {
    for (const [palette, theme] of SCALES) {
      const grey = deltaColour(0, palette, theme);
      expect(ratioColour(1, palette, theme)).toBe(grey);
      expect(ratioColour(1.01, palette, theme)).toBe(grey);
      expect(ratioColour(Number.NaN, palette, theme)).toBe(grey);
      expect(ratioColour(Number.POSITIVE_INFINITY, palette, theme)).toBe(deltaColour(100, palette, theme));
      expect(ratioColour(0, palette, theme)).toBe(deltaColour(-100, palette, theme));
      expect(ratioColour(10, palette, theme)).toBe(ratioColour(1000, palette, theme));
    }
  });

  it('gives one group one colour, readable', () => {
    for (const theme of THEMES) {
      expect(groupColour('libc', theme)).toBe(groupColour('libc', theme));
      for (let i = 0; i < 100; i++) {
        const colour = groupColour(`module ${i}`, theme);
        expect(colour).toMatch(/^#[0-9a-f]{6}$/);
        expect(contrast(colour, inkOn(colour))).toBeGreaterThan(4.5);
      }
    }
  });

  it('gives one name one colour, readable', () => {
    expect(nameColour('main')).toBe(nameColour('main'));
    expect(nameColour('main')).not.toBe(nameColour('render'));
    for (const theme of THEMES) {
      for (const name of ['', 'main', '🔥', '__proto__']) {
        const colour = nameColour(name, theme);
        expect(contrast(colour, inkOn(colour))).toBeGreaterThan(4.5);
      }
    }
  });
});

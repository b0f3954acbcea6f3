import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SVG_WORDS } from '../../core/words/faults-svg.ts';
import { svgImporter } from './importer.ts';
import { faultOf, problemCodes, profileIn, readSvg, stacksOf } from './svg.testkit.ts';

const VALID = new URL('../../fixtures/valid/', import.meta.url);
const BROKEN = new URL('../../fixtures/broken/', import.meta.url);

function fixture(name: string, folder = VALID): Uint8Array {
  return readFileSync(new URL(name, folder));
}

function detect(bytes: Uint8Array) {
  return svgImporter.detect({ bytes, text: new TextDecoder().decode(bytes), complete: true });
}

/** What every fixture draws. */
const STACKS = {
  main: 10,
  'main;parse<int>': 20,
  'main;parse<int>;lex': 5,
  'main;run (fast)': 64,
  "main;run (fast);it's": 1,
};

describe('one tree as each generator draws it', () => {
  it.each([
    ['svg-flamegraph-pl-2012.svg', 'flamegraph.pl 2012', 'samples'],
    ['svg-flamegraph-pl-2013.svg', 'flamegraph.pl 2013-2018', 'samples'],
    ['svg-flamegraph-pl-2024.svg', 'flamegraph.pl', 'samples'],
    ['svg-g-onmouseover.svg', 'flamegraph.pl 2013-2018', 'samples'],
    ['svg-icicle.svg', 'flamegraph.pl', 'samples'],
    ['svg-inferno.svg', 'inferno', 'samples'],
    ['svg-py-spy-integer.svg', 'inferno before 0.9', 'samples'],
    ['svg-async-profiler-1x.svg', 'async-profiler', 'samples'],
    ['svg-bcc-offcpu-us.svg', 'flamegraph.pl', 'microseconds'],
    ['svg-bytes.svg', 'flamegraph.pl', 'bytes'],
    ['svg-titles-inside.svg', 'flamegraph.pl', 'samples'],
    ['svg-saved-zoomed.svg', 'flamegraph.pl', 'samples'],
    ['svg-page.html', 'flamegraph.pl 2013-2018', 'samples'],
  ])('%s', (name, generator, unit) => {
    const bytes = fixture(name);
    expect(detect(bytes).verdict).toBe('yes');
    const profile = profileIn(bytes);
    expect(stacksOf(profile)).toEqual(STACKS);
    expect(profile.source.generator).toBe(generator);
    expect(profile.valueTypes[0]).toMatchObject({
      unit,
      sampling: unit === 'samples' ? { records: 100, sumOfSquares: 100 } : null,
    });
    expect(profile.drawing).toEqual({ title: 'Flame Graph', inverted: /icicle|py-spy/.test(name), frames: 6 });
    expect(profile.pruned).toBeNull();
  });

  it('an SVG made smaller with its titles kept', () => {
    expect(stacksOf(profileIn(fixture('svg-svgo-keeptitle.svg')))).toEqual(STACKS);
  });

  it('the same in chunks of one byte', () => {
    expect(stacksOf(profileIn(fixture('svg-flamegraph-pl-2024.svg'), 1))).toEqual(STACKS);
    expect(stacksOf(profileIn(fixture('svg-page.html'), 1))).toEqual(STACKS);
  });

  it('restores places from before a zoom and says so', () => {
    expect(problemCodes(profileIn(fixture('svg-saved-zoomed.svg')))).toContain('svg-zoomed');
  });
});

describe('pictures of d3-flame-graph, saved from a page', () => {
  it('are placed by the translation of their groups, with unrounded widths', () => {
    const width = 960 / 7;
    const frame = (name: string, start: number, count: number, row: number) =>
      `<g class="frame" transform="translate(${start * width},${90 - row * 18})" width="${count * width}"><rect height="18" width="${count * width}" fill="rgb(1,2,3)"></rect><title>${name} (${((count / 7) * 100).toFixed(3)}%, ${count} samples)</title><foreignObject><div class="d3-flame-graph-label">${name}</div></foreignObject></g>`;
    const frames = [
      frame('root', 0, 7, 0),
      frame('a', 0, 3, 1),
      frame('b', 3, 4, 1),
      frame('c', 3, 1, 2),
      frame('c', 0, 3, 2),
    ];
    const profile = profileIn(
      `<svg width="960" height="120" class="partition d3-flame-graph">${frames.join('')}</svg>`,
    );
    expect(stacksOf(profile)).toEqual({ 'a;c': 3, b: 3, 'b;c': 1 });
  });
});

describe('names', () => {
  it('come through ISO-8859-1 and UTF-16', () => {
    expect(stacksOf(profileIn(fixture('svg-latin1.svg')))).toMatchObject({ 'main;parse<int>;léx': 5 });
    expect(stacksOf(profileIn(fixture('svg-utf16.svg')))).toMatchObject({ 'main;parse<int>;lλx': 5 });
    expect(stacksOf(profileIn(fixture('svg-utf16.svg'), 1))).toMatchObject({ 'main;parse<int>;lλx': 5 });
  });

  it('survive unescaped templates and entities that XML does not know', () => {
    const profile = profileIn(fixture('svg-unescaped-template.svg'));
    expect(stacksOf(profile)).toMatchObject({ 'main;parse<int>': 20, 'main;parse<int>;lex\u00a0&unknown;': 5 });
    expect(problemCodes(profile)).toContain('svg-unknown-entity');
  });

  it('that are empty or blank become [unknown], with a warning', () => {
    const box = (title: string, x: number, y: number, width: number) =>
      `<g><title>${title}</title><rect x="${x}" y="${y}" width="${width}" height="15" /></g>`;
    const drawing = [
      box('all (10 samples, 100%)', 10, 100, 1000),
      box(' (6 samples, 60.00%)', 10, 84, 600),
      box('  (4 samples, 40.00%)', 610, 84, 400),
      box('b (4 samples, 40.00%)', 610, 68, 400),
    ];
    const profile = profileIn(`<svg width="1020" height="200">${drawing.join('')}</svg>`);
    expect(stacksOf(profile)).toEqual({ '[unknown]': 6, '[unknown];b': 4 });
    expect(problemCodes(profile)).toContain('svg-blank-name');
  });

  it('come from the text where --nameattr replaced the title, with the exact count', () => {
    expect(stacksOf(profileIn(fixture('svg-nameattr.svg')))).toEqual(STACKS);
  });
});

describe('pictures without counts', () => {
  it('give shares from widths and say what is missing', () => {
    const profile = profileIn(fixture('svg-svgo-default.svg'));
    expect(profile.valueTypes).toEqual([{ name: 'percent', unit: 'percent', sampling: null }]);
    expect(problemCodes(profile)).toEqual(expect.arrayContaining(['svg-counts-from-widths', 'svg-names-cut']));
    const total = profile.values[0]?.reduce((sum, value) => sum + value, 0);
    expect(total).toBeCloseTo(100, 6);
  });
});

describe('differential pictures', () => {
  it('give both sides; the printed change is one of the self value', () => {
    const result = readSvg(fixture('svg-differential.svg'));
    if (!result.ok) throw new Error(result.error.code);
    const [base, head] = result.value.profiles;
    expect([base?.side, head?.side]).toEqual(['base', 'head']);
    if (base === undefined || head === undefined) return;
    expect(stacksOf(head.profile)).toEqual(STACKS);
    expect(stacksOf(base.profile)).toEqual({
      main: 10,
      'main;parse<int>': 30,
      'main;run (fast)': 40,
      "main;run (fast);it's": 1,
    });
    expect(problemCodes(base.profile)).toEqual(expect.arrayContaining(['svg-base-vanished', 'svg-negate-unknown']));
  });
});

describe('files that are refused', () => {
  it.each(readdirSync(BROKEN).filter((name) => /^svg-.*\.svg$/.test(name)))('%s', (name) => {
    const found = faultOf(fixture(name, BROKEN));
    expect(name.startsWith(found.code)).toBe(true);
    expect(SVG_WORDS[found.code]?.(found).sentence).toBeTruthy();
  });

  it('says the line', () => {
    expect(faultOf(fixture('svg-entity-declaration.svg', BROKEN)).position?.line).toBe(2);
    expect(faultOf(fixture('svg-malformed.svg', BROKEN)).position?.line).toBe(9);
  });

  it('refuses what is no SVG, and nothing at all', () => {
    expect(faultOf('<html><body><p>404</p></body></html>').code).toBe('svg-not-a-flame-graph');
    expect(faultOf('main;a 1\n').code).toBe('svg-not-a-flame-graph');
    expect(faultOf('').code).toBe('file-empty');
  });
});

describe('detect', () => {
  it.each([
    ['main;a 12\n', 'no'],
    ['<html><body></body></html>', 'no'],
    ['<!DOCTYPE html><html><svg><rect/></svg></html>', 'no'],
    ['<?xml version="1.0"?><note/>', 'no'],
    ['<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x">', 'unsure'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><circle/></svg>', 'unsure'],
  ])('%j: %s', (text, verdict) => {
    const detection = detect(new TextEncoder().encode(text));
    expect(detection.verdict).toBe(verdict);
    expect(detection.because).not.toBe('');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BUILD_LIMITS } from '../../core/model/builder.ts';
import { IMPORTERS } from '../registry.ts';
import { firebreakSvgImporter } from './importer.ts';

const limits = { ...DEFAULT_BUILD_LIMITS, maxDepth: 1000, maxBytes: 1 << 20 };

const svg = (frames: string, more = '') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" data-fb-format="1" data-fb-value-type="cpu" data-fb-unit="samples"${more}><g>${frames}</g></svg>`;

const frame = (depth: number, name: string | null, counts: string) =>
  `<g data-fb-depth="${depth}"${name === null ? '' : ` data-fb-name="${name}"`} ${counts}><title>x</title><rect/></g>`;

const DIFFERENTIAL = svg(
  [
    frame(0, null, 'data-fb-base="10" data-fb-head="25"'),
    frame(1, 'a &lt;b&gt;', 'data-fb-base="10" data-fb-head="20"'),
    frame(2, 'gone', 'data-fb-base="4" data-fb-head="0"'),
    frame(1, 'new', 'data-fb-base="0" data-fb-head="5"'),
  ].join('\n'),
);

function read(text: string, chunkBytes = 7) {
  const reader = firebreakSvgImporter.open({ fileName: 'x.svg', limits });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const fault = reader.feed(bytes.subarray(at, at + chunkBytes));
    if (fault !== null) return fault.code;
  }
  const result = reader.finish();
  if (!result.ok) return result.error.code;
  return result.value.profiles.map(({ side, profile }) => {
    const { parent, frame: frames } = profile.nodes;
    const stacks = Array.from(profile.values[0] ?? [], (value, node) => {
      const path: string[] = [];
      for (let at = node; at > 0; at = parent[at]!) path.unshift(profile.strings[profile.frames.name[frames[at]!]!]!);
      return [path.join(';'), profile.exactValues[0]?.[node] ?? value] as const;
    });
    return [side, Object.fromEntries(stacks.filter(([, value]) => Number(value) !== 0)), profile.pruned] as const;
  });
}

describe('our own SVG', () => {
  it('gives both sides with the exact self counts, whatever the chunks', () => {
    const expected = [
      ['base', { 'a <b>': 6, 'a <b>;gone': 4 }, null],
      ['head', { 'a <b>': 20, new: 5 }, null],
    ];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (chunk) => {
        expect(read(DIFFERENTIAL, chunk)).toEqual(expected);
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  it('keeps integers beyond 2^53 and leaves no rounding of fractions behind', () => {
    const big = svg(
      frame(0, null, 'data-fb-value="9007199254740994"') + frame(1, 'a', 'data-fb-value="9007199254740993"'),
    );
    expect(read(big)).toEqual([['single', { '': 1n, a: 9_007_199_254_740_993n }, null]]);
    const fractions = svg(
      frame(0, null, 'data-fb-value="0.30000000000000004"') +
        frame(1, 'a', 'data-fb-value="0.1"') +
        frame(1, 'b', 'data-fb-value="0.2"'),
    );
    expect(read(fractions)).toEqual([['single', { a: 0.1, b: 0.2 }, null]]);
  });

  it('says what was left out of the drawing', () => {
    const pruned = svg(frame(0, null, 'data-fb-value="1000"'), ' data-fb-hidden="7" data-fb-min-share="0.01"');
    expect(read(pruned)).toEqual([['single', { '': 1000 }, { weight: 10, estimated: false }]]);
    const reader = firebreakSvgImporter.open({ fileName: null, limits });
    reader.feed(new TextEncoder().encode(svg(frame(0, null, 'data-fb-value="9"'), ' data-fb-too-deep="3"')));
    const result = reader.finish();
    expect(result.ok && result.value.profiles[0]?.profile.problems[0]).toMatchObject({
      code: 'svg-too-deep',
      count: 3,
    });
  });

  it('is recognised before other SVGs', () => {
    const head = { bytes: new Uint8Array(), text: DIFFERENTIAL, complete: true };
    expect(IMPORTERS.find((importer) => importer.detect(head).verdict === 'yes')?.id).toBe('firebreak-svg');
    expect(firebreakSvgImporter.detect({ ...head, text: '<svg></svg>' }).verdict).toBe('no');
  });

  it('is refused when it is cut short, at any byte', () => {
    for (let end = DIFFERENTIAL.length - 1; end > DIFFERENTIAL.length - 300; end--) {
      expect(read(DIFFERENTIAL.slice(0, end))).toBe('svg-truncated');
    }
  });

  it.each([
    ['a count that is none', frame(0, null, 'data-fb-value="many"'), 'svg-malformed'],
    [
      'a depth without a caller',
      frame(0, null, 'data-fb-value="1"') + frame(2, 'a', 'data-fb-value="1"'),
      'svg-malformed',
    ],
    ['a second root', frame(0, null, 'data-fb-value="1"').repeat(2), 'svg-malformed'],
    ['no counts at all', frame(0, null, ''), 'svg-malformed'],
    ['no frames', '', 'svg-no-frames'],
    ['an entity bomb', '', 'svg-entity-declaration'],
  ])('refuses %s', (what, frames, code) => {
    const text = what === 'an entity bomb' ? `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg(frames)}` : svg(frames);
    expect(read(text)).toBe(code);
  });
});

import { createReadStream } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { frameName } from '../core/model/profile.ts';
import type { Profile } from '../core/model/profile.ts';
import { totalsOf } from '../core/model/totals.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import { compareRuns, readFile } from './index.ts';

/** The example pair in both forms: the drawings of a ticket and the folded files that they were drawn from. */
const EXAMPLE = new URL('../fixtures/examples/mariadb/', import.meta.url);

async function profileOf(file: string): Promise<Profile> {
  const read = await readFile(createReadStream(new URL(file, EXAMPLE)), { fileName: file });
  const profile = read.ok ? read.value.file.profiles[0]?.profile : undefined;
  if (profile === undefined) throw new Error(file);
  return profile;
}

/** Inclusive value of every path. */
function totalsByPath(profile: Profile): Map<string, number> {
  const { nodes } = profile;
  const totals = totalsOf(nodes.parent, profile.values[0] ?? new Float64Array(0));
  const paths = [''];
  const byPath = new Map([['', totals[0] ?? 0]]);
  for (let node = 1; node < nodes.length; node++) {
    const path = `${paths[nodes.parent[node] ?? 0] ?? ''};${frameName(profile, nodes.frame[node] ?? 0)}`;
    paths[node] = path;
    byPath.set(path, totals[node] ?? 0);
  }
  return byPath;
}

/** Share of the stacks that hold a frame like `pattern`: what the record of the recording calls purge, foreground… */
function shareOf(profile: Profile, pattern: RegExp): number {
  const { nodes } = profile;
  const values = profile.values[0] ?? new Float64Array(0);
  const holds = new Uint8Array(nodes.length);
  let [inside, all] = [0, 0];
  for (let node = 0; node < nodes.length; node++) {
    const own = node > 0 && pattern.test(frameName(profile, nodes.frame[node] ?? 0));
    holds[node] = own || holds[nodes.parent[node] ?? 0] === 1 ? 1 : 0;
    all += values[node] ?? 0;
    if (holds[node] === 1) inside += values[node] ?? 0;
  }
  return inside / all;
}

const PURGE = /purge_coordinator|purge_worker|purge_truncation|row_purge|trx_purge|srv_purge/;

describe('the MariaDB pair', () => {
  it.each(['good', 'bad'])('has the same total on every path that the drawing of %s shows', async (side) => {
    const [drawn, folded] = await Promise.all([profileOf(`${side}.svg`), profileOf(`${side}.folded`)]);
    const [fromDrawing, fromFolded] = [totalsByPath(drawn), totalsByPath(folded)];
    expect(fromDrawing.size).toBeGreaterThan(300);
    for (const [path, total] of fromDrawing) expect([path, total]).toEqual([path, fromFolded.get(path)]);
    // What the drawing lacks is below its limit, and nothing else is missing.
    for (const [path, total] of fromFolded)
      if (!fromDrawing.has(path)) expect(total).toBeLessThan(drawn.pruned?.weight ?? 0);
  });

  it('has the shares of purge that were written down when it was recorded', async () => {
    const [good, bad] = await Promise.all([profileOf('good.folded'), profileOf('bad.folded')]);
    expect((shareOf(good, PURGE) * 100).toFixed(1)).toBe('11.3');
    expect((shareOf(bad, PURGE) * 100).toFixed(1)).toBe('93.5');
  });

  it.each(['svg', 'folded'])('names purge as what changed, from %s', async (form) => {
    const [good, bad] = await Promise.all([profileOf(`good.${form}`), profileOf(`bad.${form}`)]);
    const made = await compareRuns([good], [bad]);
    if (!made.ok) throw new Error(made.error.code);
    const [first] = made.value.explanations;
    expect(first?.label).toBe('confirmed');
    expect(comparisonWords(made.value).headline).toMatch(
      /^row_purge_is_unsafe grew from 2\.5 % to 92\.9 % of (samples|nanoseconds) \(\+90\.5 points, 37\.9 times\)/,
    );
    expect(made.value.head.total).toBe(12_368_737_376);
  });
});

// Every fixture, cut at every byte: an error, or a profile that holds no more than the whole one.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { totalOf } from '../core/model/totals.ts';
import { readFile } from './index.ts';
import type { ReadResult } from './index.ts';

const folder = fileURLToPath(new URL('../fixtures/valid/', import.meta.url));

/** Metrics of a run are no profile. */
const names = readdirSync(folder)
  .filter((name) => !name.startsWith('metrics-'))
  .toSorted();

/** Sums over all recordings, by the name of the value type. */
function totalsOf({ file }: ReadResult): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { profile } of file.profiles) {
    for (const [at, { name }] of profile.valueTypes.entries()) {
      totals.set(name, (totals.get(name) ?? 0) + Number(totalOf(profile, at)));
    }
  }
  return totals;
}

it.each(names)('%s', async (name) => {
  const bytes = new Uint8Array(readFileSync(join(folder, name)));
  const read = await readFile([bytes], { fileName: name });
  if (!read.ok) throw new Error(`${name}: ${read.error.code}`);
  const whole = totalsOf(read.value);
  // A number too large to be read may be a good one when it is cut.
  const leavesOut = read.value.file.profiles.some(({ profile }) =>
    profile.problems.some(({ code }) => code === 'pfs-value-odd'),
  );
  for (let end = 0; end < bytes.length; end++) {
    const cut = await readFile([bytes.subarray(0, end)], { fileName: name });
    if (!cut.ok || cut.value.format !== read.value.format) continue;
    for (const [type, total] of totalsOf(cut.value)) {
      const most = whole.get(type);
      if (most !== undefined && !leavesOut) expect(total, `${type}, cut at ${end}`).toBeLessThanOrEqual(most);
    }
  }
});

// Every fixture through one ring: recognised under a false name, parsed, validated, drawn, exported, read again, equal.
// The drawings in fixtures/golden are rewritten by `npx vitest run pipeline/ring.test.ts -u`.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { profileToFolded } from '../render/folded.ts';
import { profileToPprof } from '../render/pprof.ts';
import { profileToSpeedscope } from '../render/speedscope.ts';
import { drawnFile, readText, readUnderFalseName, scaledColumns, valuesByPath } from './ring.testkit.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
/** Metrics of a run are no profile: they are read beside one. */
const names = readdirSync(join(fixtures, 'valid'))
  .filter((name) => !name.startsWith('metrics-'))
  .toSorted();
const bytesOf = (name: string) => readFileSync(join(fixtures, 'valid', name));

/** As folded stacks spell a name: no semicolon, no end of line. */
const folded = (name: string) => name.replaceAll(';', ':').replace(/\r\n|[\r\n]/g, ' ');

const asDoubles = (values: ReadonlyMap<string, string>) =>
  new Map([...values].map(([path, value]) => [path, Number(value)]));

describe.each(names)('%s', (name) => {
  it('is read as it is drawn in fixtures/golden', async () => {
    const read = await readUnderFalseName(bytesOf(name));
    await expect(drawnFile(read)).toMatchFileSnapshot(join(fixtures, 'golden', `${name}.txt`));
  });

  it('is the same after an export and back', async () => {
    const { file } = await readUnderFalseName(bytesOf(name));
    for (const { profile } of file.profiles) {
      const { valueTypes } = profile;
      const pprof = profileToPprof(profile);
      const scales = valueTypes.map(({ name: type }) => {
        const found = pprof.problems.find(({ code, facts }) => code === 'pprof-scaled' && facts['valueType'] === type);
        return Number(found?.facts['scale'] ?? 1);
      });
      const [back] = (await readUnderFalseName(pprof.bytes)).file.profiles;
      expect(back && scaledColumns(back.profile, [])).toEqual(scaledColumns(profile, scales));

      const views = await readText(profileToSpeedscope(profile).chunks);
      expect(views).toHaveLength(valueTypes.length);
      for (const [t] of valueTypes.entries()) {
        const view = views[t]?.profile;
        // JSON readers hold 53 bits; the export says so (speedscope-large-values).
        expect(view && asDoubles(valuesByPath(view, 0))).toEqual(asDoubles(valuesByPath(profile, t)));
        const expected = valuesByPath(profile, t, folded, '[no stack]');
        if (expected.size === 0) continue;
        const [lines] = await readText(profileToFolded(profile, t).chunks);
        expect(lines && valuesByPath(lines.profile, 0)).toEqual(expected);
      }
    }
  });
});

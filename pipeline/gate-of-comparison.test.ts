import { createReadStream } from 'node:fs';
import { expect, it } from 'vitest';
import { gateOfComparison } from '../core/gate/of-comparison.ts';
import { profileOf } from '../core/model/profile-of.ts';
import type { Profile } from '../core/model/profile.ts';
import { gateWords } from '../core/words/gate.ts';
import { DEFAULT_GATE_SETTINGS, compareRuns, gateRuns, readFile } from './index.ts';

async function drawn(name: string): Promise<Profile> {
  const file = new URL(`../fixtures/examples/mariadb/${name}`, import.meta.url);
  const read = await readFile(createReadStream(file), { fileName: name });
  const profile = read.ok ? read.value.file.profiles[0]?.profile : undefined;
  if (profile === undefined) throw new Error(name);
  return profile;
}

const runs = (lock: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    profileOf(`main;work ${9000 + 40 * i} / main;lock ${lock + 5 * i} / main;lock;main ${10 + i} / idle 3`),
  );

it.each([
  ['pass', runs(500, 3), runs(502, 3)],
  ['regression', runs(500, 3), runs(1500, 4)],
  ['suspected with one run a side', runs(500, 1), runs(800, 1)],
  ['the same', runs(500, 1), runs(500, 1)],
  ['too few samples', [profileOf('main;a 3')], [profileOf('main;a 5 / main;b 9')]],
])('judges a comparison as the gate judges its files: %s', async (_, base, head) => {
  const compared = await compareRuns(base, head);
  const judged = await gateRuns(base, head, DEFAULT_GATE_SETTINGS, { today: '2026-12-01' });
  if (!compared.ok || !judged.ok) throw new Error('not compared');
  const fromComparison = gateOfComparison(compared.value);
  expect(fromComparison.verdict).toEqual(judged.value.verdict);
  expect(gateWords(fromComparison, false)).toEqual(gateWords(judged.value, false));
});

it('judges drawings, which leave narrow frames out, alike', async () => {
  const [base, head] = [[await drawn('good.svg')], [await drawn('bad.svg')]];
  const compared = await compareRuns(base, head);
  const judged = await gateRuns(base, head, DEFAULT_GATE_SETTINGS, { today: '2026-12-01' });
  if (!compared.ok || !judged.ok) throw new Error('not compared');
  expect(judged.value.verdict.outcome).toBe('regression');
  expect(gateOfComparison(compared.value).verdict).toEqual(judged.value.verdict);
});

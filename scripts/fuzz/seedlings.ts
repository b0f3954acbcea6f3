import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_INPUT_BYTES } from './mutate.ts';
import type { Seedling } from './mutate.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** The fixtures of all formats, sound and broken, in the order of their names. */
export function readSeedlings(): readonly Seedling[] {
  return ['valid', 'broken'].flatMap((folder) =>
    readdirSync(join(fixtures, folder))
      .toSorted()
      .map((name) => ({ name: `${folder}/${name}`, bytes: new Uint8Array(readFileSync(join(fixtures, folder, name))) }))
      .filter(({ bytes }) => bytes.length <= MAX_INPUT_BYTES),
  );
}

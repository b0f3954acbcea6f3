import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineFactor } from './measure.ts';

export interface Inputs {
  /** Path of a generated input: `S.base.folded` (1 MB), `M.…` (20 MB), `L.…` (200 MB), `perf20.txt`, `perf200.txt`. */
  readonly path: (name: string) => string;
  /** The command of the product, built. */
  readonly cli: string;
  /** Factor for recorded figures of peers. */
  readonly machine: number;
}

/** Makes the inputs once a machine; the generator is seeded, so they are the same everywhere. */
export function prepareInputs(directory = join(tmpdir(), 'firebreak-bench')): Inputs {
  mkdirSync(directory, { recursive: true });
  const generator = fileURLToPath(new URL('generate.mjs', import.meta.url));
  const missing = [
    ['S', 'S.head.folded'],
    ['M', 'M.head.folded'],
    ['L', 'L.head.folded'],
    ['perf20', 'perf20.txt'],
    ['perf200', 'perf200.txt'],
  ].filter(([, file]) => !existsSync(join(directory, file ?? '')));
  if (missing.length > 0) {
    const groups = missing.map(([group]) => group).join(',');
    execFileSync(process.execPath, ['--max-old-space-size=12000', generator, directory, '20240611', groups], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return {
    path: (name) => join(directory, name),
    cli: fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)),
    machine: machineFactor(),
  };
}

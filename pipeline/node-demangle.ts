import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Demangle } from '../core/normalize/functions.ts';
import { demanglerOf } from './demangle.ts';

let loaded: Demangle | null = null;

/** The demangler on Node, made at the first call (about 100 ms). The same one every time: it holds no state. */
export function nodeDemangler(): Demangle {
  if (loaded === null) {
    const path = createRequire(import.meta.url).resolve('gecko-profiler-demangle/index_bg.wasm');
    loaded = demanglerOf(readFileSync(path));
  }
  return loaded;
}

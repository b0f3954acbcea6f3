import type { Head } from '../importer.ts';
import { plainText, walkJson } from './walk.ts';
import type { JsonPath } from './walk.ts';

/**
 * What the head of a JSON file shows of its shape: the paths that occur, elements of arrays as `[]`
 * (`nodes[].callFrame`), and the first number or text at each.
 */
export class Sketch {
  readonly #paths: ReadonlyMap<string, string>;

  constructor(paths: ReadonlyMap<string, string>) {
    this.#paths = paths;
  }

  /** True when all of `paths` occur. */
  has(...paths: readonly string[]): boolean {
    return paths.every((path) => this.#paths.has(path));
  }

  /** The first text or number at `path`; empty when there is none. */
  textAt(path: string): string {
    return this.#paths.get(path) ?? '';
  }
}

const MAX_DEPTH = 4;
const MAX_PATHS = 4096;

const known = new WeakMap<Head, Sketch | null>();

/** Null when the head is not the beginning of a JSON object or array. Made once a head, for all importers. */
export function sketchOf(head: Head): Sketch | null {
  const made = known.get(head);
  if (made !== undefined) return made;
  const sketch = madeFrom(head);
  known.set(head, sketch);
  return sketch;
}

function madeFrom({ text }: Head): Sketch | null {
  const start = text.trimStart();
  if (!start.startsWith('{') && !start.startsWith('[')) return null;
  const paths = new Map<string, string>();
  // Where the head is cut or broken the walk ends; what was seen until then is what there is to go by.
  walkJson(text, (path, _, __, source) => {
    if (path.length > MAX_DEPTH) return true;
    const name = nameOf(path);
    if (!paths.has(name)) paths.set(name, source.startsWith('"') ? plainText(source) : source);
    return paths.size < MAX_PATHS;
  });
  return new Sketch(paths);
}

function nameOf(path: JsonPath): string {
  let name = '';
  for (const key of path) {
    if (typeof key === 'number') name += '[]';
    else name += name === '' ? key : `.${key}`;
  }
  return name;
}

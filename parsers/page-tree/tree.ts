import type { BuildLimits } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { LiteralHandler, Scalar } from './literal.ts';

const NAME = new Set(['name', 'n']);
const VALUE = new Set(['value', 'v', 'svTotal']);
const CHILDREN = new Set(['children', 'c']);
/** Children as an object: the key of each is its name. */
const NAMED_CHILDREN = 'svChildren';
const LIBRARY = new Set(['l', 'libtype']);
const DELTA = new Set(['delta', 'd']);

/** What an open bracket of the literal is: a frame, a list of frames, frames by name, or something else. */
type Place = number | 'list' | 'named' | 'other';

/** Collects the frames of a literal into columns: parents before children, names and values as they come. */
export class TreeCollector implements LiteralHandler {
  readonly parent: number[] = [];
  readonly name: (string | null)[] = [];
  readonly value: (number | null)[] = [];
  readonly library: (string | null)[] = [];
  deltas = 0;
  fault: Fault | null = null;
  readonly #limits: BuildLimits & { readonly maxDepth: number };
  readonly #places: Place[] = [];
  #depth = 0;

  constructor(limits: BuildLimits & { readonly maxDepth: number }) {
    this.#limits = limits;
  }

  get length(): number {
    return this.parent.length;
  }

  open(kind: 'object' | 'array', key: string | null): void {
    const place = this.#placeOf(kind, key);
    this.#places.push(place);
    if (typeof place === 'number') this.#depth++;
    if (this.#depth > this.#limits.maxDepth)
      this.fault ??= fault('stack-too-deep', { facts: { maximum: this.#limits.maxDepth } });
  }

  close(): void {
    if (typeof this.#places.pop() === 'number') this.#depth--;
  }

  scalar(key: string | null, value: Scalar): void {
    const node = this.#places.at(-1);
    if (typeof node !== 'number' || key === null) return;
    if (NAME.has(key) && typeof value === 'string') this.name[node] = value;
    else if (VALUE.has(key) && typeof value === 'number') this.value[node] = value;
    else if (LIBRARY.has(key) && typeof value === 'string') this.library[node] = value;
    else if (DELTA.has(key) && typeof value === 'number') this.deltas++;
  }

  #placeOf(kind: 'object' | 'array', key: string | null): Place {
    const outer = this.#places.at(-1);
    if (outer === undefined) return kind === 'array' ? 'list' : this.#rootPlace();
    if (outer === 'list') return kind === 'object' ? this.#node(null) : 'other';
    if (outer === 'named') return kind === 'object' ? this.#node(key) : 'other';
    if (outer === 'other' || key === null) return 'other';
    if (kind === 'array' && CHILDREN.has(key)) return 'list';
    return kind === 'object' && key === NAMED_CHILDREN ? 'named' : 'other';
  }

  /** The outermost object: a frame, unless the caller said that its keys are names. */
  #rootPlace(): Place {
    return this.rootIsNamed ? 'named' : this.#node(null);
  }

  rootIsNamed = false;

  #node(name: string | null): number {
    let at = this.#places.length - 1;
    while (at >= 0 && typeof this.#places[at] !== 'number') at--;
    const parent = this.#places[at];
    if (this.length >= this.#limits.maxNodes) {
      this.fault ??= fault('limit-exceeded', { facts: { limit: 'maxNodes', maximum: this.#limits.maxNodes } });
    }
    this.parent.push(typeof parent === 'number' ? parent : -1);
    this.name.push(name);
    this.value.push(null);
    this.library.push(null);
    return this.length - 1;
  }
}

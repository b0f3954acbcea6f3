import type { Library } from '../library.ts';
import type { Ports } from '../ports.ts';

/** What handlers work with. */
export interface Context {
  readonly ports: Ports;
  readonly library: Library;
}

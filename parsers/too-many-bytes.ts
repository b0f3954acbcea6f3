import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';

/** A file of more than `maximum` bytes, after inflating. */
export function tooManyBytes(maximum: number): Fault {
  return fault('limit-exceeded', { byte: maximum, facts: { limit: 'maxBytes', maximum } });
}

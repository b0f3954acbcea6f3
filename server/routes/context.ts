import type { Access } from '../auth/access.ts';
import type { Library } from '../library.ts';
import type { Ports } from '../ports.ts';
import type { Jobs } from '../work/jobs.ts';

/** What handlers work with. */
export interface Context {
  readonly ports: Ports;
  readonly library: Library;
  readonly access: Access;
  readonly jobs: Jobs;
}

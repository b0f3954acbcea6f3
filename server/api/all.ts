import { ARCHIVE } from './archive.ts';
import { COMPARISONS } from './comparisons.ts';
import type { Calls, Declarations } from './declare.ts';
import { JOBS } from './jobs.ts';
import { PROFILES } from './profiles.ts';
import { RULES } from './rules.ts';
import { SERVER } from './server.ts';
import { TICKETS } from './tickets.ts';
import { SESSION, TOKENS } from './tokens.ts';
import { PROJECTS, VERDICTS } from './verdicts.ts';

/** All calls of the API, in the order of the reference. */
export const API: readonly Calls<Declarations>[] = [
  PROFILES,
  COMPARISONS,
  JOBS,
  VERDICTS,
  PROJECTS,
  RULES,
  TICKETS,
  TOKENS,
  SESSION,
  ARCHIVE,
  SERVER,
];

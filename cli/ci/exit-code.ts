import type { CiVerdictKind } from '../../render/ci-verdict.ts';
import { BAD, DONE } from '../ports.ts';

const REGRESSION = 1;
const INCONCLUSIVE = 3;
/** The server was not reached, or refused the token. */
export const UNDELIVERED = 4;

/**
 * Exit code of `firebreak ci`. A build breaks on a regression and on what cannot be read or judged; `strict` breaks it on an
 * open verdict too. A missing baseline breaks none: the first build of a project must not be red.
 */
export function ciExitCode(verdict: CiVerdictKind, strict: boolean): number {
  switch (verdict) {
    case 'regression':
      return REGRESSION;
    case 'error':
      return BAD;
    case 'inconclusive':
      return strict ? INCONCLUSIVE : DONE;
    default:
      return DONE;
  }
}

import type { Fault } from '../core/model/problem.ts';
import type { UserPack } from '../core/normalize/compile.ts';
import type { Result } from '../core/result.ts';
import { sha256Of } from './node-host.ts';
import { userRulesOf } from './user-rules.ts';

/** Rules that a user wrote, on Node. Faults as `parseRules`. */
export function readRules(text: string): Result<UserPack, Fault> {
  return userRulesOf(text, sha256Of(text));
}

import type { Fault } from '../core/model/problem.ts';
import type { UserPack } from '../core/normalize/compile.ts';
import { parseRules } from '../core/normalize/parse-rules.ts';
import { ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';

/** A rule file as `normalizerOf` takes it; `hash` is the SHA-256 of the text. Faults as `parseRules`. */
export function userRulesOf(text: string, hash: string): Result<UserPack, Fault> {
  const parsed = parseRules(text);
  return parsed.ok ? ok({ ...parsed.value, hash }) : parsed;
}

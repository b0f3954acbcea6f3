import { createHash } from 'node:crypto';
import { fault } from '../../core/model/problem.ts';
import { BUILT_IN_PACKS } from '../../core/normalize/packs.generated.ts';
import { parseRules } from '../../core/normalize/parse-rules.ts';
import { implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { RULES } from '../api/rules.ts';
import { mustBeForAll } from '../auth/guard.ts';
import { Refusal } from '../http/problem.ts';
import type { RuleText } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';
import type { Context } from './context.ts';

const PACKS = BUILT_IN_PACKS.map(({ pack, version, summary }) => ({ name: pack, version, summary }));

/** `/rules`: the rules of the project, and what others would change. */
export function ruleRoutes({ ports, library, access }: Context): readonly Route[] {
  const { profiles, limits } = ports;
  return implement(RULES, {
    getRules: async () => answer(await profiles.projectRules()),

    putRules: async ({ body: { text }, principal, request }) => {
      mustBeForAll(principal);
      mustParse(text);
      const hash = createHash('sha256').update(text).digest('hex');
      const expected = expectedHash(request.headers['if-match'], request.headers['if-none-match']);
      if ((await profiles.setProjectRules({ hash, text }, expected)) === 'changed') {
        throw new Refusal(fault('rules-changed'));
      }
      return answer({ hash, text });
    },

    previewRules: async ({ body: { rules, triedWithout, ...inputs }, principal }) => {
      await access.mustSeeProfiles([...inputs.base, ...inputs.head], principal);
      if (inputs.base.length + inputs.head.length > limits.maxRuns) {
        throw new Refusal(fault('request-too-large', { facts: { what: 'profiles' } }));
      }
      mustParse(rules);
      const now = { ...inputs, rulesHash: await projectRulesHash(ports) };
      return { status: 200, json: await library.preview(now, rules, triedWithout) };
    },
  });
}

function answer(rules: RuleText | null) {
  return {
    status: 200 as const,
    headers: rules === null ? {} : { ETag: `"${rules.hash}"` },
    json: { text: rules?.text ?? '', hash: rules?.hash ?? null, packs: PACKS },
  };
}

/** An empty text is no rules. */
function mustParse(text: string): void {
  if (text.trim() === '') return;
  const parsed = parseRules(text);
  if (!parsed.ok) throw new Refusal(parsed.error);
}

/** `If-Match: "hash"`: those rules must be there; `If-None-Match: *`: none may be there; neither: whatever is there. */
function expectedHash(match: string | undefined, noneMatch: string | undefined): string | null | undefined {
  if (match !== undefined) return /^"([0-9a-f]{64})"$/.exec(match)?.[1] ?? '';
  return noneMatch === '*' ? null : undefined;
}

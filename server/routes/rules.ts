import { createHash } from 'node:crypto';
import { Router, json } from 'express';
import type { RequestHandler, Response } from 'express';
import { fault } from '../../core/model/problem.ts';
import { BUILT_IN_PACKS } from '../../core/normalize/packs.generated.ts';
import { parseRules } from '../../core/normalize/parse-rules.ts';
import { previewBody, rulesBody } from '../contract.ts';
import type { RulesAnswer } from '../contract.ts';
import { checked } from '../http/checked.ts';
import { Refusal } from '../http/problem.ts';
import type { Library } from '../library.ts';
import type { Ports, RuleText } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';
import { onlyMethods } from './send.ts';

const PACKS = BUILT_IN_PACKS.map(({ pack, version, summary }) => ({ name: pack, version, summary }));

/** `/rules`: the rules of the project, and what others would change. */
export function ruleRoutes(ports: Ports, library: Library, limitRate: RequestHandler): Router {
  const { profiles, limits } = ports;
  const body = json({ limit: limits.maxJsonBytes });
  const router = Router();

  router
    .route('/')
    .get(async (_request, response) => answer(response, await profiles.projectRules()))
    .put(body, async (request, response) => {
      const { text } = checked(rulesBody, request.body);
      mustParse(text);
      const hash = createHash('sha256').update(text).digest('hex');
      const expected = expectedHash(request.headers['if-match'], request.headers['if-none-match']);
      if ((await profiles.setProjectRules({ hash, text }, expected)) === 'changed') {
        throw new Refusal(fault('rules-changed'));
      }
      answer(response, { hash, text });
    })
    .all(onlyMethods('GET', 'PUT'));

  router
    .route('/preview')
    .post(limitRate, body, async (request, response) => {
      const { rules, triedWithout, ...inputs } = checked(previewBody, request.body);
      if (inputs.base.length + inputs.head.length > limits.maxRuns) {
        throw new Refusal(fault('request-too-large', { facts: { what: 'profiles' } }));
      }
      mustParse(rules);
      const now = { ...inputs, rulesHash: await projectRulesHash(ports) };
      response.json(await library.preview(now, rules, triedWithout));
    })
    .all(onlyMethods('POST'));

  return router;
}

function answer(response: Response, rules: RuleText | null): void {
  const body: RulesAnswer = { text: rules?.text ?? '', hash: rules?.hash ?? null, packs: PACKS };
  if (rules !== null) response.setHeader('ETag', `"${rules.hash}"`);
  response.json(body);
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

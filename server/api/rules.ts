import { previewAnswer, previewBody, rulesAnswer, rulesBody } from '../contract.ts';
import { calls } from './declare.ts';

/** `/rules`: the rules of the project, and what others would change. */
const etag = { ETag: 'The hash in quotes; left out when there are no rules' };

export const RULES = calls('Rules', {
  getRules: {
    method: 'get',
    path: '/rules',
    summary: 'The rules of the project, and the built-in packs',
    needs: ['read'],
    answers: { 200: { description: 'The rules', json: rulesAnswer, headers: etag } },
    problems: [],
  },
  putRules: {
    method: 'put',
    path: '/rules',
    summary: 'Replace the rules of the project',
    needs: ['admin'],
    headers: {
      'if-match': 'The hash of the rules that must still be there, in quotes',
      'if-none-match': '*: there must be none',
    },
    body: { json: rulesBody },
    answers: { 200: { description: 'The rules as they are now', json: rulesAnswer, headers: etag } },
    problems: ['rules-changed', 'content'],
  },
  previewRules: {
    method: 'post',
    path: '/rules/preview',
    summary: 'What other rules would change in a comparison; stores nothing',
    needs: ['read'],
    body: { json: previewBody },
    answers: { 200: { description: 'Before and after', json: previewAnswer } },
    problems: ['request-too-large', 'profile-unknown', 'bytes-lost', 'content'],
    heavy: true,
  },
});

import { z } from 'zod';
import { comparisonAnswer, healthAnswer } from '../contract.ts';
import { calls } from './declare.ts';

/** What is about the server itself. */
export const SERVER = calls('Server', {
  getHealth: {
    method: 'get',
    path: '/healthz',
    summary: 'Is the server up and its database readable',
    needs: 'nobody',
    answers: {
      200: { description: 'It is', json: healthAnswer },
      503: { description: 'It is not', json: healthAnswer },
    },
    problems: [],
  },
  getOpenApi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    needs: 'nobody',
    answers: { 200: { description: 'OpenAPI 3.1', json: z.looseObject({ openapi: z.string() }) } },
    problems: [],
  },
  getReference: {
    method: 'get',
    path: '/reference',
    summary: 'This document as a page for people, which needs nothing from elsewhere',
    needs: 'nobody',
    answers: { 200: { description: 'The page', bytes: ['text/html'] } },
    problems: [],
  },
  getExample: {
    method: 'get',
    path: '/example',
    summary: 'The comparison of the example pair, made on first use',
    needs: ['read'],
    answers: { 200: { description: 'The comparison', json: comparisonAnswer } },
    problems: ['not-found', 'content'],
  },
});

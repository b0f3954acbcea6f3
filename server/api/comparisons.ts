import {
  compareBody,
  compareFields,
  comparisonAnswer,
  comparisonList,
  comparisonQuery,
  idParams,
} from '../contract.ts';
import { reportParams, reportQuery } from '../contract.ts';
import { comparisonEdit, comparisonListQuery } from '../catalogue/contract.ts';
import { calls } from './declare.ts';
import { jobAnswer } from './jobs.ts';
import { FORM_PROBLEMS } from './problems.ts';

const location = { Location: 'The comparison' };

/** `/comparisons`: compare, list, result, reports, delete. */
export const COMPARISONS = calls('Comparisons', {
  compare: {
    method: 'post',
    path: '/comparisons',
    summary: 'Compare stored profiles, or files in the same call',
    description:
      'Profiles by id or by selector; or files, and then profiles and comparison are stored together, or nothing (the scope upload is needed too). The same inputs under the same rules are one comparison. Without Prefer the answer comes when it is done.',
    needs: ['read'],
    headers: {
      prefer: 'respond-async: answer with a job at once; wait=SECONDS: when it is not done by then (RFC 7240)',
    },
    body: { json: compareBody, form: { files: ['base', 'head'], fields: compareFields } },
    answers: {
      200: { description: 'It was there already', json: comparisonAnswer, headers: location },
      201: { description: 'Compared', json: comparisonAnswer, headers: location },
      202: {
        description: 'Not done yet',
        json: jobAnswer,
        headers: { Location: 'The job', 'Preference-Applied': 'What of Prefer was applied' },
      },
    },
    problems: [...FORM_PROBLEMS, 'not-found', 'profile-unknown', 'selection-empty', 'bytes-lost', 'content'],
    heavy: true,
  },
  listComparisons: {
    method: 'get',
    path: '/comparisons',
    summary: 'List comparisons, newest first',
    needs: ['read'],
    query: comparisonListQuery,
    answers: { 200: { description: 'A page of the list', json: comparisonList } },
    problems: [],
  },
  getComparison: {
    method: 'get',
    path: '/comparisons/:id',
    summary: 'Inputs and result of a comparison',
    needs: ['read'],
    params: idParams,
    query: comparisonQuery,
    answers: { 200: { description: 'The comparison', json: comparisonAnswer } },
    problems: ['not-found', 'content'],
  },
  deleteComparison: {
    method: 'delete',
    path: '/comparisons/:id',
    summary: 'Delete a comparison; its profiles stay',
    description: 'It is gone at once and can be restored for seven days.',
    needs: ['admin'],
    params: idParams,
    answers: { 204: { description: 'Deleted' } },
    problems: ['not-found'],
  },
  nameComparison: {
    method: 'patch',
    path: '/comparisons/:id',
    summary: 'Give a comparison a name',
    needs: ['admin'],
    params: idParams,
    body: { json: comparisonEdit },
    answers: { 200: { description: 'The comparison as it is now', json: comparisonAnswer } },
    problems: ['not-found'],
  },
  restoreComparison: {
    method: 'post',
    path: '/comparisons/:id/restore',
    summary: 'Take back that a comparison was deleted; its profiles come back with it',
    needs: ['admin'],
    params: idParams,
    answers: { 200: { description: 'The comparison', json: comparisonAnswer } },
    problems: ['not-found'],
  },
  getComparisonData: {
    method: 'get',
    path: '/comparisons/:id/data',
    summary: 'The whole result, binary',
    description: 'As `core/wire/comparison.ts` writes it. Other programs take a report.',
    needs: ['read'],
    params: idParams,
    answers: { 200: { description: 'The result', bytes: ['application/octet-stream'] } },
    problems: ['not-found', 'content'],
  },
  getReport: {
    method: 'get',
    path: '/comparisons/:id/report.:format',
    summary: 'A report of a comparison, as a download',
    needs: ['read'],
    params: reportParams,
    query: reportQuery,
    answers: { 200: { description: 'The report', bytes: ['application/octet-stream'] } },
    problems: ['not-found', 'content'],
  },
});

import {
  compareBody,
  compareFields,
  comparisonAnswer,
  comparisonList,
  comparisonQuery,
  idParams,
} from '../contract.ts';
import { reportParams } from '../contract.ts';
import { comparisonEdit, comparisonListQuery } from '../catalogue/contract.ts';
import { calls } from './declare.ts';
import { FORM_PROBLEMS } from './problems.ts';

const location = { Location: 'The comparison' };

/** `/comparisons`: compare, list, result, reports, delete. */
export const COMPARISONS = calls('Comparisons', {
  compare: {
    method: 'post',
    path: '/comparisons',
    summary: 'Compare stored profiles, or files in the same call',
    description:
      'Of files, profiles and comparison are stored together, or nothing. The same inputs under the same rules are one comparison.',
    needs: ['read', 'upload'],
    body: { json: compareBody, form: { files: ['base', 'head'], fields: compareFields } },
    answers: {
      200: { description: 'It was there already', json: comparisonAnswer, headers: location },
      201: { description: 'Compared', json: comparisonAnswer, headers: location },
    },
    problems: [...FORM_PROBLEMS, 'content-type-unsupported', 'profile-unknown', 'content'],
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
    answers: { 200: { description: 'The report', bytes: ['application/octet-stream'] } },
    problems: ['not-found', 'content'],
  },
});

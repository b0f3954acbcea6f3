import { z } from 'zod';
import {
  exportParams,
  exportQuery,
  fileQuery,
  idParams,
  profileAnswer,
  profileList,
  uploadAnswer,
} from '../contract.ts';
import { labelList, labelsQuery, listQuery, profileEdit } from '../catalogue/contract.ts';
import { ancestryFields } from '../baselines/contract.ts';
import { calls } from './declare.ts';
import { FORM_PROBLEMS } from './problems.ts';

const location = { Location: 'The profile, when there is one only' };

/** `/profiles`: upload, list, facts, bytes, delete. */
export const PROFILES = calls('Profiles', {
  uploadProfiles: {
    method: 'post',
    path: '/profiles',
    summary: 'Upload one or several files',
    description:
      'Parts named `profile`, and benchmark output of the runs in `metrics`; or the bytes of one file as the body. All files are stored or none. The same content with the same labels is one profile: sent again, it gives the old id.',
    needs: ['upload'],
    query: z.strictObject({ ...fileQuery.shape, ...ancestryFields.shape }),
    body: {
      form: { files: ['profile', 'metrics'], fields: z.strictObject(ancestryFields.shape) },
      bytes: true,
      labels: true,
    },
    answers: {
      200: { description: 'All were there already', json: uploadAnswer, headers: location },
      201: { description: 'Stored', json: uploadAnswer, headers: location },
    },
    problems: [...FORM_PROBLEMS, 'content'],
    heavy: true,
  },
  listProfiles: {
    method: 'get',
    path: '/profiles',
    summary: 'List profiles, newest first',
    needs: ['read'],
    query: listQuery,
    answers: { 200: { description: 'A page of the list', json: profileList } },
    problems: [],
  },
  getProfile: {
    method: 'get',
    path: '/profiles/:id',
    summary: 'Facts of a profile',
    needs: ['read'],
    params: idParams,
    answers: { 200: { description: 'The profile', json: profileAnswer } },
    problems: ['not-found'],
  },
  deleteProfile: {
    method: 'delete',
    path: '/profiles/:id',
    summary: 'Delete a profile',
    description:
      'It leaves all lists at once and can be restored for seven days; then its bytes go too. Comparisons of it keep working: as long as there is one, the bytes stay.',
    needs: ['admin'],
    params: idParams,
    answers: { 204: { description: 'Deleted' } },
    problems: ['not-found'],
  },
  editProfile: {
    method: 'patch',
    path: '/profiles/:id',
    summary: 'Give a profile another name or other labels',
    description:
      'The id stays what it is: the same file sent again with the labels that it first had finds this profile.',
    needs: ['admin'],
    params: idParams,
    body: { json: profileEdit },
    answers: { 200: { description: 'The profile as it is now', json: profileAnswer } },
    problems: ['not-found'],
  },
  restoreProfile: {
    method: 'post',
    path: '/profiles/:id/restore',
    summary: 'Take back that a profile was deleted',
    needs: ['admin'],
    params: idParams,
    answers: { 200: { description: 'The profile', json: profileAnswer } },
    problems: ['not-found'],
  },
  listLabels: {
    method: 'get',
    path: '/labels',
    summary: 'Labels that profiles have, with their values',
    needs: ['read'],
    query: labelsQuery,
    answers: { 200: { description: 'The labels', json: labelList } },
    problems: [],
  },
  addMetrics: {
    method: 'post',
    path: '/profiles/:id/metrics',
    summary: 'Add benchmark output of the run',
    needs: ['upload'],
    params: idParams,
    query: fileQuery,
    body: { form: { files: ['metrics'], fields: z.strictObject({}) }, bytes: true },
    answers: { 200: { description: 'The profile with all its metrics', json: profileAnswer } },
    problems: ['not-found', ...FORM_PROBLEMS, 'content'],
    heavy: true,
  },
  getRawProfile: {
    method: 'get',
    path: '/profiles/:id/raw',
    summary: 'The bytes as they came, as a download',
    needs: ['read'],
    params: idParams,
    answers: { 200: { description: 'The bytes', bytes: ['application/octet-stream'] } },
    problems: ['not-found', 'bytes-lost'],
  },
  exportProfile: {
    method: 'get',
    path: '/profiles/:id/profile.:format',
    summary: 'The profile in a form that other tools read, as a download',
    description: 'Of a file with several recordings the first. `pprof -diff_base=URL URL` takes two of `pb.gz`.',
    needs: ['read'],
    params: exportParams,
    query: exportQuery,
    answers: { 200: { description: 'The profile', bytes: ['application/octet-stream'] } },
    problems: ['not-found', 'bytes-lost', 'content'],
  },
});

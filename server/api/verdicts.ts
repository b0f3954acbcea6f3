import { z } from 'zod';
import {
  VERDICT_REPORTS,
  baselineAnswer,
  baselineQuery,
  branchList,
  projectList,
  settingsAnswer,
  settingsBody,
  trendAnswer,
  trendQuery,
  verdictAnswer,
  verdictBody,
  verdictList,
  verdictListQuery,
} from '../baselines/contract.ts';
import { projectName } from '../auth/contract.ts';
import { idParams } from '../contract.ts';
import { calls } from './declare.ts';

/** Judging against a baseline that the server finds (docs/api.md, "Baselines and verdicts"). */
export const VERDICTS = calls('Verdicts', {
  createVerdict: {
    method: 'post',
    path: '/verdicts',
    summary: 'Find a baseline, compare, judge',
    needs: ['read', 'upload'],
    body: { json: verdictBody },
    heavy: true,
    answers: {
      201: { description: 'Judged', json: verdictAnswer, headers: { Location: 'of the verdict' } },
      200: { description: 'The same was judged before', json: verdictAnswer, headers: { Location: 'of the verdict' } },
    },
    problems: ['content', 'profile-unknown', 'heads-differ', 'config-yaml', 'config-invalid', 'bytes-lost'],
  },
  listVerdicts: {
    method: 'get',
    path: '/verdicts',
    summary: 'Verdicts, newest first',
    needs: ['read'],
    query: verdictListQuery,
    answers: { 200: { description: 'A page of verdicts without their gates', json: verdictList } },
    problems: ['not-found'],
  },
  readVerdict: {
    method: 'get',
    path: '/verdicts/:id',
    summary: 'One verdict with its gate',
    needs: ['read', 'upload'],
    params: idParams,
    answers: { 200: { description: 'The verdict', json: verdictAnswer } },
    problems: ['not-found'],
  },
  readVerdictReport: {
    method: 'get',
    path: '/verdicts/:id/report.:format',
    summary: 'A verdict in one of the formats of CI',
    needs: ['read', 'upload'],
    params: idParams.extend({ format: z.enum(VERDICT_REPORTS) }),
    answers: { 200: { description: 'A download', bytes: ['application/octet-stream'] } },
    problems: ['not-found'],
  },
});

const projectParams = z.object({ project: projectName });

export const PROJECTS = calls('Projects', {
  listProjects: {
    method: 'get',
    path: '/projects',
    summary: 'Projects that have profiles',
    needs: ['read'],
    answers: { 200: { description: 'By name', json: projectList } },
    problems: [],
  },
  listBranches: {
    method: 'get',
    path: '/projects/:project/branches',
    summary: 'Branches of a project, newest first',
    needs: ['read'],
    params: projectParams,
    answers: { 200: { description: 'The branches', json: branchList } },
    problems: ['not-found'],
  },
  findBaseline: {
    method: 'get',
    path: '/projects/:project/baseline',
    summary: 'What a verdict about a profile would be judged against',
    needs: ['read'],
    params: projectParams,
    query: baselineQuery,
    answers: { 200: { description: 'The baseline and why it is that', json: baselineAnswer } },
    problems: ['not-found', 'profile-unknown'],
  },
  readSettings: {
    method: 'get',
    path: '/projects/:project/settings',
    summary: 'Settings of a project',
    needs: ['read'],
    params: projectParams,
    answers: { 200: { description: 'The settings, or the defaults', json: settingsAnswer } },
    problems: ['not-found'],
  },
  replaceSettings: {
    method: 'put',
    path: '/projects/:project/settings',
    summary: 'Replace the settings of a project',
    needs: ['admin'],
    params: projectParams,
    body: { json: settingsBody },
    answers: { 200: { description: 'The settings', json: settingsAnswer } },
    problems: ['not-found', 'config-yaml', 'config-invalid'],
  },
  readTrend: {
    method: 'get',
    path: '/projects/:project/trend',
    summary: 'A series over the commits of a branch',
    needs: ['read'],
    params: projectParams,
    query: trendQuery,
    heavy: true,
    answers: { 200: { description: 'Points, oldest first, and where they changed', json: trendAnswer } },
    problems: ['content', 'not-found', 'profile-unknown', 'bytes-lost'],
  },
});

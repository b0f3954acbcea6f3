import { z } from 'zod';
import { importAnswer } from '../archive/records.ts';
import { projectName } from '../auth/contract.ts';
import { calls } from './declare.ts';

/** Everything out, everything in (docs/storage.md, "Export and import"). */
export const ARCHIVE = calls('Export and import', {
  exportAll: {
    method: 'get',
    path: '/export',
    summary: 'Everything that is stored, or one project, as a tar archive',
    needs: ['admin'],
    query: z.strictObject({ project: projectName.optional() }),
    answers: { 200: { description: 'The archive, as a stream', bytes: ['application/x-tar'] } },
    problems: ['not-found'],
  },
  importAll: {
    method: 'post',
    path: '/import',
    summary: 'Read an archive; what is there already stays as it is',
    needs: ['admin'],
    query: z.strictObject({}),
    body: { bytes: true },
    answers: { 200: { description: 'What was added', json: importAnswer } },
    problems: ['archive-malformed', 'form-incomplete', 'content-encoding-unsupported', 'body-damaged', 'inflate-ratio'],
  },
});

/** Writes docs/openapi.json from the declarations of the calls (`npm run openapi`); a test fails when it is stale. */
import { writeFileSync } from 'node:fs';
import { API } from '../server/api/all.ts';
import { documentText } from '../server/api/openapi.ts';

writeFileSync(new URL('../docs/openapi.json', import.meta.url), documentText(API));

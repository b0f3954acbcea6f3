/** Writes docs/firebreak.schema.json from the check of the file (`npm run schema`); a test fails when it is stale. */
import { writeFileSync } from 'node:fs';
import { projectConfigSchema } from '../pipeline/gate-config.ts';

writeFileSync(
  new URL('../docs/firebreak.schema.json', import.meta.url),
  `${JSON.stringify(projectConfigSchema(), null, 2)}\n`,
);

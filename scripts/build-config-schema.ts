/** Writes docs/firebreak.schema.json from the check of the file (`npx tsx scripts/build-config-schema.ts`); a test fails when it is stale. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { projectConfigSchema } from '../pipeline/gate-config.ts';

const path = fileURLToPath(new URL('../docs/firebreak.schema.json', import.meta.url));
writeFileSync(path, `${JSON.stringify(projectConfigSchema(), null, 2)}\n`);
const { status } = spawnSync('npx', ['biome', 'format', '--write', path], { stdio: 'inherit' });
process.exitCode = status ?? 1;

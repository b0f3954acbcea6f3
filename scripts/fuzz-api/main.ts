#!/usr/bin/env node
// `npm run fuzz:api -- [--seed N] [--count N]`: requests of every endpoint, made from docs/openapi.json with something wrong
// in most of them. None may be answered with 5xx, and the server must live on.
import { parseArgs } from 'node:util';
import { fuzzApi } from './run.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '10000' } },
});
const result = await fuzzApi({ seed: Number(values.seed), count: Number(values.count) });
for (const finding of result.findings.slice(0, 50)) console.log(finding);
for (const [status, times] of [...result.statuses].toSorted(([a], [b]) => a - b))
  console.log(`${String(times).padStart(7)}  ${status}`);
console.log(
  `fuzz:api: seed ${values.seed}, ${values.count} requests of ${result.operations} operations, ${(result.milliseconds / 1000).toFixed(1)} s, ${result.findings.length} findings`,
);
process.exitCode = result.findings.length > 0 ? 1 : 0;

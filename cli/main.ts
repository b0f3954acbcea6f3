#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { nodePorts } from './node-ports.ts';
import { run } from './program.ts';

// A command that ends in a second gains nothing from a nursery that grows to 16 MB, and each page of it has to be touched
// for the first time: as fast with a small one, and 5 to 20 MB less. The server runs for weeks.
if (process.argv[2] !== 'serve') setFlagsFromString('--semi-space-growth-factor=1');

process.exitCode = await run(process.argv.slice(2), nodePorts());

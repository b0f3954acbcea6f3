#!/usr/bin/env node
import { nodePorts } from './node-ports.ts';
import { run } from './program.ts';

process.exitCode = await run(process.argv.slice(2), nodePorts());

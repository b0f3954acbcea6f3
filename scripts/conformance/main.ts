#!/usr/bin/env node
// `npm run conformance -- [--verbose] [DIR ...]`: checks facts about profiles that other people's tools have computed.
// Without folders it looks for those of the project's workshop, which users do not have: then there is nothing to check.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readGaps } from './known-gaps.ts';
import { countsOf, reportOf } from './report.ts';
import { runFolders } from './run.ts';

const root = new URL('../../', import.meta.url);
const gapsFile = fileURLToPath(new URL('known-gaps.json', import.meta.url));
const defaults = ['../shared/cases', '../shared/corpus', '../shared/mariadb'].map((path) =>
  fileURLToPath(new URL(path, root)),
);

const args = process.argv.slice(2);
const verbose = args.includes('--verbose');
const given = args.filter((arg) => !arg.startsWith('--'));
const missing = given.filter((folder) => !existsSync(folder));
if (missing.length > 0) console.log(`no such folder: ${missing.join(', ')}`);

const folders =
  given.length > 0 ? given.filter((folder) => existsSync(folder)) : defaults.filter((path) => existsSync(path));
if (folders.length === 0) console.log('No conformance folders here: nothing to check.');

const subjects = await runFolders(folders, readGaps(gapsFile));
console.log(reportOf(subjects, verbose));
process.exitCode = countsOf(subjects).failed > 0 || missing.length > 0 ? 1 : 0;

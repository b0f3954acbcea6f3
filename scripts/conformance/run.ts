import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { caseFoldersIn, isCaseFolder, runCase } from './cases.ts';
import { MergedGroups } from './checks/merged-groups.ts';
import { withGaps } from './known-gaps.ts';
import type { Gap } from './known-gaps.ts';
import { isManifestFolder, runManifest } from './manifest.ts';
import { readPath } from './product.ts';
import type { Subject } from './record.ts';

/**
 * Checks every fact in these folders. A folder holds a MANIFEST.json, or case folders, or is itself a case; of one that
 * holds recordings alone only the names are checked that the default rules merge.
 */
export async function runFolders(folders: readonly string[], gaps: readonly Gap[]): Promise<readonly Subject[]> {
  const subjects: Subject[] = [];
  const merged = new MergedGroups();
  for (const folder of folders.map((one) => resolve(one))) {
    const known = subjects.length;
    if (isManifestFolder(folder)) for await (const subject of runManifest(folder, merged)) subjects.push(subject);
    const cases = isCaseFolder(folder) ? [folder] : caseFoldersIn(folder);
    const label = basename(isCaseFolder(folder) ? dirname(folder) : folder);
    for (const one of cases) subjects.push(...(await runCase(one, label)));
    if (subjects.length === known && !(await addRecordings(folder, merged))) {
      const detail = 'no MANIFEST.json, no case folder with an expected.json and no profile is in it';
      subjects.push({ file: folder, format: 'folder', checks: [{ name: 'folder', outcome: 'fail', detail }] });
    }
  }
  return [...subjects, ...merged.subjects()].map((subject) => withGaps(subject, gaps));
}

/** Gives whether there is a profile anywhere in the folder. */
async function addRecordings(folder: string, merged: MergedGroups): Promise<boolean> {
  let found = false;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const reading = await readPath(join(parentPath, name));
    merged.add(reading);
    found ||= reading.ok;
  }
  return found;
}

import { basename, dirname, resolve } from 'node:path';
import { caseFoldersIn, isCaseFolder, runCase } from './cases.ts';
import { withGaps } from './known-gaps.ts';
import type { Gap } from './known-gaps.ts';
import { isManifestFolder, runManifest } from './manifest.ts';
import type { Subject } from './record.ts';

/** Checks every fact in these folders. A folder holds a MANIFEST.json, or case folders, or is itself a case. */
export async function runFolders(folders: readonly string[], gaps: readonly Gap[]): Promise<readonly Subject[]> {
  const subjects: Subject[] = [];
  for (const folder of folders.map((one) => resolve(one))) {
    const known = subjects.length;
    if (isManifestFolder(folder)) for await (const subject of runManifest(folder)) subjects.push(subject);
    const cases = isCaseFolder(folder) ? [folder] : caseFoldersIn(folder);
    const label = basename(isCaseFolder(folder) ? dirname(folder) : folder);
    for (const one of cases) subjects.push(...(await runCase(one, label)));
    if (subjects.length === known) {
      const detail = 'neither a MANIFEST.json nor a case folder with an expected.json is in it';
      subjects.push({ file: folder, format: 'folder', checks: [{ name: 'folder', outcome: 'fail', detail }] });
    }
  }
  return subjects.map((subject) => withGaps(subject, gaps));
}

/** Runs a folder with a MANIFEST.json: files with facts that other tools have computed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkFormat } from './checks/format.ts';
import { checkManifestFacts } from './checks/manifest-facts.ts';
import { checkGolden, checkTruth } from './checks/golden.ts';
import type { MergedGroups } from './checks/merged-groups.ts';
import { listOf, objectOf, readJson, textOf } from './json.ts';
import type { Json } from './json.ts';
import { readPath } from './product.ts';
import type { Reading } from './product.ts';
import { Recorder, guarded } from './record.ts';
import type { Subject } from './record.ts';

export function isManifestFolder(folder: string): boolean {
  return existsSync(join(folder, 'MANIFEST.json'));
}

export interface Entry {
  readonly file: string;
  readonly path: string;
  readonly format: string;
  readonly expect: Json;
  readonly json: Json;
  /** Reads another file of the same corpus. */
  readonly readOther: (file: string) => Promise<Reading>;
  readonly pathOf: (file: string) => string;
  readonly formatOf: (file: string) => string | null;
}

/** One subject for each file, in the order of the manifest. */
export async function* runManifest(folder: string, merged: MergedGroups): AsyncGenerator<Subject> {
  const entries = listOf(readJson(join(folder, 'MANIFEST.json')), 'MANIFEST.json').map((one) =>
    objectOf(one, 'an entry'),
  );
  const formats = new Map(entries.map((json) => [textOf(json['file'], 'file'), textOf(json['format'], 'format')]));
  for (const json of entries) {
    const file = textOf(json['file'], 'file');
    const record = new Recorder();
    const entry: Entry = {
      file,
      path: pathIn(folder, file),
      format: textOf(json['format'], file),
      expect: objectOf(json['expect'] ?? {}, 'expect'),
      json,
      readOther: (other) => readPath(pathIn(folder, other)),
      pathOf: (other) => pathIn(folder, other),
      formatOf: (other) => formats.get(other) ?? null,
    };
    await guarded(record, () => checkEntry(record, entry, merged));
    yield { file, format: entry.format, checks: record.checks };
  }
}

async function checkEntry(record: Recorder, entry: Entry, merged: MergedGroups): Promise<void> {
  if (!existsSync(entry.path)) {
    record.fail('file', 'the file is missing');
    return;
  }
  const reading = await readPath(entry.path);
  merged.add(reading);
  if (checkFormat(record, entry.format, reading) === 'done') return;
  checkManifestFacts(record, entry, reading);
  await checkGolden(record, entry, reading);
  await checkTruth(record, entry, reading);
}

/** `file` begins with the name of the corpus folder, which may have been called otherwise where it was made. */
function pathIn(folder: string, file: string): string {
  const places = [join(dirname(folder), file), join(folder, file), join(folder, file.slice(file.indexOf('/') + 1))];
  return places.find((path) => existsSync(path)) ?? join(dirname(folder), file);
}

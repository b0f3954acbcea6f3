import type { CommitAncestry } from '../baselines/ports.ts';
import type { ListFilter } from '../catalogue/ports.ts';
import type { ComparisonRow, PageKey, PageRequest, Ports, ProfileRow } from '../ports.ts';
import { ARCHIVE_VERSION } from './records.ts';
import { TAR_END, padding, tarHeader } from './tar.ts';

const PAGE = 100;

type ExportPorts = Pick<Ports, 'profiles' | 'catalogue' | 'projects' | 'blobs' | 'clock'>;

/**
 * Everything that is stored, or what belongs to one project, as a tar archive that is written as it is read. Bytes come
 * before the row that needs them, profiles before their comparisons, so that an import can go the same way. Tokens,
 * sessions and what was deleted are left out; profiles that were deleted and that a comparison needs are not.
 */
export async function* exported(ports: ExportPorts, project: string | undefined): AsyncGenerator<Uint8Array> {
  const { profiles, catalogue, projects, blobs, clock } = ports;
  const now = clock.now();
  const sentBlobs = new Set<string>();
  const sentProfiles = new Set<string>();
  const sentRules = new Set<string>();
  const filter: ListFilter = { project, labels: new Map(), words: [], deleted: false };

  function* text(name: string, value: string): Generator<Uint8Array> {
    const body = Buffer.from(value);
    yield tarHeader(name, body.length, now);
    yield body;
    yield padding(body.length);
  }

  /** Bytes that are lost are left out: their row still says what there was. */
  async function* blob(hash: string, bytes: number): AsyncGenerator<Uint8Array> {
    if (sentBlobs.has(hash) || (await blobs.size(hash)) !== bytes) return;
    sentBlobs.add(hash);
    yield tarHeader(`blobs/${hash}`, bytes, now);
    yield* blobs.open(hash);
    yield padding(bytes);
  }

  async function* profile(row: ProfileRow): AsyncGenerator<Uint8Array> {
    if (sentProfiles.has(row.id)) return;
    sentProfiles.add(row.id);
    yield* blob(row.contentHash, row.bytes);
    const { deletedAt: _, labels, ...kept } = row;
    yield* text(`profiles/${row.id}.json`, JSON.stringify({ ...kept, labels: [...labels] }));
  }

  async function* comparison(row: ComparisonRow): AsyncGenerator<Uint8Array> {
    const runs = await profiles.profilesById([...row.base, ...row.head]);
    for (const run of runs.values()) yield* profile(run);
    if (row.rulesHash !== null) yield* rules(row.rulesHash);
    yield* blob(row.resultHash, row.resultBytes);
    yield* text(`comparisons/${row.id}.json`, JSON.stringify(row));
  }

  async function* rules(hash: string): AsyncGenerator<Uint8Array> {
    if (sentRules.has(hash)) return;
    sentRules.add(hash);
    const written = await profiles.ruleText(hash);
    if (written !== null) yield* text(`rules/${hash}.yml`, written);
  }

  const current = project === undefined ? await profiles.projectRules() : null;
  const head = {
    format: 'firebreak-archive',
    version: ARCHIVE_VERSION,
    rules: current?.hash ?? null,
    project: project ?? null,
  };
  yield* text('manifest.json', `${JSON.stringify({ ...head, exportedAt: new Date(now).toISOString() }, null, 2)}\n`);
  if (current !== null) yield* rules(current.hash);
  const settings = (await projects.allSettings()).filter((one) => project === undefined || one.project === project);
  yield* text('projects.json', JSON.stringify(settings));
  let commits = 0;
  for await (const one of ancestries(projects, project)) yield* text(`commits/${commits++}.json`, JSON.stringify(one));
  for await (const row of pages((page) => catalogue.profilePage(page, filter))) yield* profile(row);
  for await (const row of pages((page) => catalogue.comparisonPage(page, filter))) yield* comparison(row);
  for await (const row of pages((page) => projects.verdictPage(page, { project }))) {
    yield* text(`verdicts/${row.id}.json`, JSON.stringify(row));
  }
  yield TAR_END;
}

async function* pages<Row extends PageKey>(read: (page: PageRequest) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  let after: PageKey | null = null;
  for (;;) {
    const rows: readonly Row[] = await read({ limit: PAGE, after });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

async function* ancestries(
  projects: ExportPorts['projects'],
  project: string | undefined,
): AsyncGenerator<CommitAncestry> {
  let after: CommitAncestry | null = null;
  for (;;) {
    const rows: readonly CommitAncestry[] = await projects.ancestryPage(project, after, PAGE);
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE) return;
  }
}

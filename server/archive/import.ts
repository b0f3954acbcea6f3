import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import type { Library } from '../library.ts';
import type { Ports, Staged } from '../ports.ts';
import { commitRecord, comparisonRecord, manifest, profileRecord, projectRecords, verdictRecord } from './records.ts';
import type { ImportAnswer } from './records.ts';
import { readTar } from './tar.ts';
import type { TarEntry } from './tar.ts';

/** Of one JSON text. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;

type ImportPorts = Pick<Ports, 'profiles' | 'projects' | 'blobs'>;

/**
 * Reads an archive into the store, entry by entry: what was read before a fault, or before the server stopped, is there
 * whole, and the same archive again goes on from there. What is there already stays as it is; so do settings and rules.
 */
export async function imported(
  ports: ImportPorts,
  library: Library,
  source: AsyncIterable<Uint8Array>,
): Promise<ImportAnswer> {
  const reading = new Import(ports, library);
  try {
    for await (const entry of readTar(source)) await reading.take(entry);
    return await reading.done();
  } finally {
    await reading.discard();
  }
}

class Import {
  readonly #ports: ImportPorts;
  readonly #library: Library;
  /** Bytes that no row has claimed yet: those that belong to one come right before it. */
  readonly #waiting = new Map<string, Staged>();
  readonly #counts = { profiles: zero(), comparisons: zero(), verdicts: zero() };
  readonly #left: string[] = [];
  /** Null until the manifest is read, which comes first. */
  #rules: string | null | undefined = undefined;

  constructor(ports: ImportPorts, library: Library) {
    this.#ports = ports;
    this.#library = library;
  }

  async take(entry: TarEntry): Promise<void> {
    const [folder = '', file = ''] = entry.name.split('/');
    if (entry.name === 'manifest.json') {
      this.#rules = (await read(entry, manifest)).rules;
      return;
    }
    if (this.#rules === undefined) throw malformed('it does not begin with a manifest');
    if (folder === 'blobs') await this.#bytes(entry, file);
    else if (folder === 'rules') await this.#ruleText(entry, file);
    else if (folder === 'profiles') await this.#profile(entry);
    else if (folder === 'comparisons') await this.#comparison(entry);
    else if (folder === 'verdicts') await this.#verdict(entry);
    else if (entry.name === 'projects.json') await this.#projects(entry);
    else if (folder === 'commits') await this.#commit(entry);
    else throw malformed(`it holds ${entry.name.slice(0, 100)}, which is no part of one`);
  }

  async done(): Promise<ImportAnswer> {
    const { profiles } = this.#ports;
    const text = this.#rules === undefined || this.#rules === null ? null : await profiles.ruleText(this.#rules);
    // `null`: only where there are none yet.
    if (text !== null) await profiles.setProjectRules({ hash: hashOf(text), text }, null);
    return { ...this.#counts, left: this.#left };
  }

  async discard(): Promise<void> {
    for (const { path } of this.#waiting.values()) await this.#ports.blobs.discard(path);
  }

  async #bytes(entry: TarEntry, hash: string): Promise<void> {
    const staged = await this.#ports.blobs.stage(entry.body);
    if (staged.hash !== hash) {
      await this.#ports.blobs.discard(staged.path);
      throw malformed(`the bytes of ${entry.name.slice(0, 100)} are not those that their name says`);
    }
    this.#waiting.set(hash, staged);
  }

  async #profile(entry: TarEntry): Promise<void> {
    const record = await read(entry, profileRecord);
    const row = { ...record, labels: new Map(record.labels) };
    const outcome = await this.#library.adopt(this.#claimed(row.contentHash), { profile: row });
    this.#note(outcome, this.#counts.profiles, entry);
  }

  async #comparison(entry: TarEntry): Promise<void> {
    const { name, ...record } = await read(entry, comparisonRecord);
    const row = { ...record, ...(name === undefined ? {} : { name }) };
    const outcome = await this.#library.adopt(this.#claimed(row.resultHash), { comparison: row });
    this.#note(outcome, this.#counts.comparisons, entry);
  }

  async #verdict(entry: TarEntry): Promise<void> {
    const row = await read(entry, verdictRecord);
    const { profiles, projects } = this.#ports;
    const isKnown = (await projects.verdict(row.id)) !== null;
    const isThere = row.comparison !== null && (await profiles.comparison(row.comparison)) !== null;
    await projects.addVerdict({ ...row, comparison: isThere ? row.comparison : null });
    this.#counts.verdicts[isKnown ? 'known' : 'added']++;
  }

  async #ruleText(entry: TarEntry, file: string): Promise<void> {
    const text = await textOf(entry);
    if (`${hashOf(text)}.yml` !== file) throw malformed(`${entry.name} is not what its name says`);
    await this.#ports.profiles.addRuleText({ hash: hashOf(text), text });
  }

  async #projects(entry: TarEntry): Promise<void> {
    const { projects } = this.#ports;
    for (const { project, settings } of await read(entry, projectRecords)) {
      if ((await projects.settings(project)) === null) await projects.setSettings(project, settings);
    }
  }

  async #commit(entry: TarEntry): Promise<void> {
    const { projects } = this.#ports;
    const { project, commit, ...ancestry } = await read(entry, commitRecord);
    if ((await projects.ancestry(project, commit)) === null) await projects.setAncestry(project, commit, ancestry);
  }

  #claimed(hash: string): Staged | null {
    const staged = this.#waiting.get(hash) ?? null;
    this.#waiting.delete(hash);
    return staged;
  }

  #note(outcome: Awaited<ReturnType<Library['adopt']>>, counts: { added: number; known: number }, entry: TarEntry) {
    if (outcome === 'lacking') this.#left.push(entry.name);
    else counts[outcome]++;
  }
}

function zero(): { added: number; known: number } {
  return { added: 0, known: 0 };
}

async function read<S extends z.ZodType>(entry: TarEntry, schema: S): Promise<z.output<S>> {
  const text = await textOf(entry);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(`${entry.name.slice(0, 100)} is no JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw malformed(`${entry.name.slice(0, 100)}: "${issue?.path.map(String).join('.') ?? ''}": ${issue?.message ?? ''}`);
}

async function textOf({ name, bytes, body }: TarEntry): Promise<string> {
  if (bytes > MOST_TEXT_BYTES) throw malformed(`${name.slice(0, 100)} is too large`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function malformed(what: string): Refusal {
  return new Refusal(fault('archive-malformed', { facts: { what } }));
}

import { fault } from '../core/model/problem.ts';
import type { RulesPreview } from '../pipeline/index.ts';
import { notFound } from './http/not-found.ts';
import { Refusal } from './http/problem.ts';
import { metricsIn, ofRuns, sortedFiles, united } from './metrics-of-runs.ts';
import type {
  AttachedMetrics,
  CompareDone,
  CompareTask,
  ComparisonRow,
  Ports,
  ProfileRow,
  ReadFacts,
  RunFile,
  Staged,
} from './ports.ts';
import { Removal } from './removal.ts';
import { comparisonId, profileId } from './store/ids.ts';
import { rulesVersion } from './rules.ts';
import type { RulesUsed } from './rules.ts';
import type { Progress } from './work/ports.ts';
import type { KeyLock } from './store/key-lock.ts';

/** A file of a request: its bytes on disk, which the request removes at its end, and the name it came with. */
export interface Upload extends Staged {
  readonly fileName: string | null;
}

export interface Stored<Row> {
  readonly row: Row;
  /** False when it was there already. */
  readonly created: boolean;
}

export interface CompareOptions extends RulesUsed {
  readonly valueType: string | null;
  /** Of files that hold several; left out: the first. */
  readonly recording?: string | null;
  /** Compares different events, units or rates all the same; left out: false. */
  readonly force?: boolean;
  /** Leaves out of every run what the coarsest drawing among them leaves out; left out: false. */
  readonly sameWidth?: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

/** Options with the profile ids of both sides. */
interface StoredInputs extends CompareOptions {
  readonly base: readonly string[];
  readonly head: readonly string[];
}

interface Inputs extends StoredInputs {
  /** Of each profile, base then head. */
  readonly metrics: readonly (readonly AttachedMetrics[])[];
}

type Result = Pick<ComparisonRow, 'rules' | 'resultHash' | 'resultBytes'>;

const NO_LABELS: ReadonlyMap<string, string> = new Map();

/**
 * Profiles and comparisons with their bytes: the one place where rows and blobs change together.
 *
 * Adding: read the bytes (refuse what cannot be read), then put the blobs in place durably, then commit the rows. A
 * crash in between leaves blobs without rows, which the checker removes; never a row without its blob. Deleting goes
 * the other way round. A lock on the content hash keeps the two apart.
 *
 * Methods throw `Refusal` for what the person who asked has to hear.
 */
export class Library {
  readonly #ports: Ports;
  readonly #lock: KeyLock;
  readonly removal: Removal;

  constructor(ports: Ports, lock: KeyLock) {
    this.#ports = ports;
    this.#lock = lock;
    this.removal = new Removal(ports, lock);
  }

  /**
   * Stores all uploads, or none. Metrics among them belong to the profile before them; those in `metrics` to the only
   * profile, or one to each.
   */
  async addProfiles(
    files: readonly Upload[],
    labels: ReadonlyMap<string, string>,
    metrics: readonly Upload[] = [],
  ): Promise<readonly Stored<ProfileRow>[]> {
    // One file is a profile, or refused: only among several can there be metrics of another.
    const { runs: uploads, found } =
      files.length === 1 ? { runs: files, found: [] } : await sortedFiles(this.#ports, files);
    const attached = await metricsIn(this.#ports, [...found, ...ofRuns(metrics, uploads.length)]);
    const ids = uploads.map(({ hash }) => profileId(hash, labels));
    for (const { hash, fileName } of uploads) {
      await this.#ports.catalogue.renewProfile(profileId(hash, labels), fileName);
    }
    const intact = await this.#intact(ids);
    const fresh = uploads.filter(({ hash }) => !intact.has(profileId(hash, labels)));
    const rows: ProfileRow[] = [];
    // One after the other: a request with many files takes one thread, not all of them.
    for (const upload of fresh) rows.push(this.#profileRow(upload, await this.#inspect(upload), labels, []));
    const before = await this.#commit(fresh, rows);
    for (const [run, id] of ids.entries()) await this.#attach(id, attached.get(run) ?? []);
    const stored = await this.#ports.profiles.profilesById(ids);
    return [...new Set(ids)].map((id) => {
      const row = stored.get(id);
      if (row === undefined) throw notFound('profile', id);
      return { row, created: !intact.has(id) && !before.has(id) };
    });
  }

  /** Adds metrics to a stored profile. The same file again changes nothing. */
  async addMetrics(id: string, files: readonly Upload[]): Promise<ProfileRow> {
    await this.#rowsOf([id]);
    const attached = await metricsIn(
      this.#ports,
      files.map((file) => ({ file, run: 0 })),
    );
    await this.#attach(id, attached.get(0) ?? []);
    const [row] = await this.#rowsOf([id]);
    if (row === undefined) throw notFound('profile', id);
    return row;
  }

  /**
   * Compares uploads and stores them and the comparison, or nothing. Metrics among the files of a side belong to the
   * profile before them.
   */
  async compareUploads(
    baseFiles: readonly Upload[],
    headFiles: readonly Upload[],
    options: CompareOptions,
  ): Promise<Stored<ComparisonRow>> {
    const [base, head] = [await sortedFiles(this.#ports, baseFiles), await sortedFiles(this.#ports, headFiles)];
    const uploads = [...base.runs, ...head.runs];
    const ids = uploads.map(({ hash }) => profileId(hash, NO_LABELS));
    for (const { hash, fileName } of uploads) {
      await this.#ports.catalogue.renewProfile(profileId(hash, NO_LABELS), fileName);
    }
    const given = await metricsIn(this.#ports, [
      ...base.found,
      ...head.found.map(({ file, run }) => ({ file, run: run + base.runs.length })),
    ]);
    const stored = await this.#ports.profiles.profilesById(ids);
    const runs = uploads.map((upload, run) => ({
      ...upload,
      metrics: united(stored.get(ids[run] ?? '')?.metrics ?? [], given.get(run) ?? []),
    }));
    const sides = { base: ids.slice(0, base.runs.length), head: ids.slice(base.runs.length) };
    const inputs = { ...sides, ...options, metrics: runs.map(({ metrics }) => metrics) };
    const known = await this.#known(inputs);
    const compared =
      known ??
      (await this.#compare(runs.slice(0, base.runs.length), runs.slice(base.runs.length), inputs, (facts) => ({
        staged: uploads,
        rows: runs.map((run, at) => this.#profileRow(run, facts[at], NO_LABELS, run.metrics)),
      })));
    // Profiles that were there already keep what they have and get what is new.
    for (const [run, id] of ids.entries()) await this.#attach(id, given.get(run) ?? []);
    return compared;
  }

  /** Compares stored profiles and stores the comparison. */
  async compareStored(wanted: StoredInputs): Promise<Stored<ComparisonRow>> {
    const rows = await this.#ports.profiles.profilesById([...wanted.base, ...wanted.head]);
    const inputs = { ...wanted, metrics: [...wanted.base, ...wanted.head].map((id) => rows.get(id)?.metrics ?? []) };
    const known = await this.#known(inputs);
    if (known !== null) return known;
    const { base, head } = await this.#storedFiles(inputs);
    return this.#compare(base, head, inputs, () => ({ staged: [], rows: [] }));
  }

  /** A comparison with its result in place: computed again, under today's rules, when its blob was lost. */
  async withResult(row: ComparisonRow): Promise<ComparisonRow> {
    const { blobs, profiles } = this.#ports;
    if ((await blobs.size(row.resultHash)) === row.resultBytes) return row;
    const { base, head } = await this.#storedFiles(row);
    const output = blobs.reserve();
    try {
      const { result } = await this.#runCompare(base, head, row, output);
      const change = this.#resultOf(row, result);
      await this.#lock.run([result.hash], async () => {
        await blobs.commit(result);
        await profiles.setResult(row.id, change);
      });
      return { ...row, ...change };
    } finally {
      await blobs.discard(output);
    }
  }

  // ---- metrics -----------------------------------------------------------------------------------------------------

  async #attach(id: string, added: readonly AttachedMetrics[]): Promise<void> {
    if (added.length === 0) return;
    const { profiles } = this.#ports;
    await this.#lock.run([`metrics of ${id}`], async () => {
      const row = await profiles.profile(id);
      if (row === null) throw notFound('profile', id);
      const all = united(row.metrics, added);
      if (all.length > row.metrics.length) await profiles.setMetrics(id, all);
    });
  }

  /** Stored profiles under the rules of now and under rules to try. */
  async preview(inputs: StoredInputs, tried: string, triedWithout: readonly string[]): Promise<RulesPreview> {
    const { workers, limits } = this.#ports;
    const { base, head } = await this.#storedFiles(inputs);
    const { level, valueType, recording = null, without, rulesHash } = inputs;
    const made = await workers.preview({
      base,
      head,
      level,
      valueType,
      recording,
      without,
      rulesText: await this.#rulesText(rulesHash),
      tried,
      triedWithout,
      maxInflatedBytes: limits.maxInflatedBytes,
    });
    if (made.ok) return made.value;
    throw new Refusal(made.error.fault);
  }

  async #rulesText(hash: string | null): Promise<string | null> {
    return hash === null ? null : this.#ports.profiles.ruleText(hash);
  }

  // ---- steps -------------------------------------------------------------------------------------------------------

  /** Reads an upload whole, as it is about to be stored. */
  async #inspect(upload: Upload): Promise<ReadFacts> {
    const { path, fileName } = upload;
    const { workers, limits } = this.#ports;
    const read = await workers.inspect({ path, fileName, maxInflatedBytes: limits.maxInflatedBytes });
    if (read.ok) return read.value;
    // Refuses metrics alone in words of their own.
    await sortedFiles(this.#ports, [upload]);
    throw new Refusal(read.error.fault, fileName);
  }

  async #compare(
    base: readonly RunFile[],
    head: readonly RunFile[],
    inputs: Inputs,
    alsoStored: (facts: readonly ReadFacts[]) => { staged: readonly Staged[]; rows: readonly ProfileRow[] },
  ): Promise<Stored<ComparisonRow>> {
    const { blobs, clock, profiles } = this.#ports;
    const output = blobs.reserve();
    try {
      const done = await this.#runCompare(base, head, inputs, output);
      const { staged, rows } = alsoStored(done.inputs);
      const row: ComparisonRow = {
        id: this.#comparisonId(inputs),
        base: inputs.base,
        head: inputs.head,
        level: inputs.level,
        valueType: inputs.valueType,
        recording: inputs.recording ?? null,
        without: inputs.without,
        rulesHash: inputs.rulesHash,
        force: inputs.force === true,
        sameWidth: inputs.sameWidth === true,
        ...this.#resultOf(inputs, done.result),
        createdAt: clock.now(),
      };
      await this.#commit([...staged, done.result], rows, row);
      return { row: (await profiles.comparison(row.id)) ?? row, created: true };
    } finally {
      await blobs.discard(output);
    }
  }

  async #runCompare(
    base: readonly RunFile[],
    head: readonly RunFile[],
    {
      level,
      valueType,
      recording = null,
      without,
      rulesHash,
      force = false,
      sameWidth = false,
      onProgress,
    }: CompareOptions,
    output: string,
  ): Promise<CompareDone> {
    const { workers, limits } = this.#ports;
    const plain = (files: readonly RunFile[]) =>
      files.map(({ path, fileName, metrics }) => ({ path, fileName, metrics }));
    const task: CompareTask = {
      base: plain(base),
      head: plain(head),
      level,
      valueType,
      recording,
      without,
      rulesText: await this.#rulesText(rulesHash),
      force,
      sameWidth,
      maxInflatedBytes: limits.maxInflatedBytes,
      output,
    };
    const done = await workers.compare(task, onProgress);
    if (done.ok) return done.value;
    const { fault, input } = done.error;
    throw new Refusal(fault, input === null ? null : ([...base, ...head][input]?.fileName ?? null));
  }

  /** Puts blobs in place, then rows. Gives the ids of `rows` that existed before. */
  async #commit(
    staged: readonly Staged[],
    rows: readonly ProfileRow[],
    comparison?: ComparisonRow,
  ): Promise<ReadonlySet<string>> {
    if (staged.length === 0) return new Set();
    const { blobs, profiles } = this.#ports;
    const byHash = new Map(staged.map((one) => [one.hash, one]));
    return this.#lock.run([...byHash.keys()], async () => {
      const before = await profiles.profilesById(rows.map(({ id }) => id));
      let added: 'added' | 'missing-profile' | null = null;
      try {
        for (const one of byHash.values()) await blobs.commit(one);
        added = await profiles.add(rows, comparison);
      } finally {
        if (added !== 'added') for (const hash of byHash.keys()) await this.#removeUnreferenced(hash);
      }
      if (added === 'missing-profile') await this.#rowsOf([...(comparison?.base ?? []), ...(comparison?.head ?? [])]);
      return new Set(before.keys());
    });
  }

  /**
   * Takes a row of an archive with its bytes; null where they should be there already. One that was deleted is restored.
   * `lacking`: its bytes, or a profile that it compares, are nowhere; nothing was added.
   */
  async adopt(
    staged: Staged | null,
    { profile, comparison }: { readonly profile?: ProfileRow; readonly comparison?: ComparisonRow },
  ): Promise<'added' | 'known' | 'lacking'> {
    const { blobs, profiles, catalogue } = this.#ports;
    const needed = [
      ...(profile ? [{ hash: profile.contentHash, bytes: profile.bytes }] : []),
      ...(comparison ? [{ hash: comparison.resultHash, bytes: comparison.resultBytes }] : []),
    ];
    const isKnown = async () =>
      (!profile || (await profiles.profile(profile.id)) !== null) &&
      (!comparison || (await profiles.comparison(comparison.id)) !== null);
    return this.#lock.run(
      needed.map(({ hash }) => hash),
      async () => {
        const known = await isKnown();
        let added: 'added' | 'missing-profile' | null = null;
        try {
          for (const { hash, bytes } of needed) {
            if ((await blobs.size(hash)) === bytes) continue;
            if (staged?.hash !== hash || staged.bytes !== bytes) return 'lacking';
            await blobs.commit(staged);
          }
          added = await profiles.add(profile ? [profile] : [], comparison);
        } finally {
          if (added !== 'added') for (const { hash } of needed) await this.#removeUnreferenced(hash);
          if (staged !== null) await blobs.discard(staged.path);
        }
        if (added === 'missing-profile') return 'lacking';
        if (profile) await catalogue.restoreProfiles([profile.id]);
        if (comparison) await catalogue.restoreComparison(comparison.id);
        return known ? 'known' : 'added';
      },
    );
  }

  /** The comparison of these inputs under today's rules, when there is one; restored, when it was deleted. */
  async #known(inputs: Inputs): Promise<Stored<ComparisonRow> | null> {
    const { profiles, catalogue } = this.#ports;
    const id = this.#comparisonId(inputs);
    const row = (await catalogue.restoreComparison(id)) ? await profiles.comparison(id) : null;
    return row === null ? null : { row: await this.withResult(row), created: false };
  }

  #comparisonId(inputs: Inputs): string {
    const {
      base,
      head,
      level,
      valueType,
      recording = null,
      force = false,
      sameWidth = false,
      metrics,
      ...rules
    } = inputs;
    const hashes = metrics.map((files) => files.map(({ sha256 }) => sha256));
    const version = rulesVersion(this.#ports, { level, ...rules });
    return comparisonId({ base, head, level, valueType, recording, rules: version, force, sameWidth, metrics: hashes });
  }

  #resultOf(options: RulesUsed, result: Staged): Result {
    return { rules: rulesVersion(this.#ports, options), resultHash: result.hash, resultBytes: result.bytes };
  }

  #profileRow(
    upload: Upload,
    read: ReadFacts | undefined,
    labels: ReadonlyMap<string, string>,
    metrics: readonly AttachedMetrics[],
  ): ProfileRow {
    if (read === undefined) throw new Error('a worker gave facts of fewer files than it got');
    return {
      id: profileId(upload.hash, labels),
      contentHash: upload.hash,
      bytes: upload.bytes,
      fileName: upload.fileName,
      format: read.format,
      labels,
      metrics,
      facts: read.facts,
      createdAt: this.#ports.clock.now(),
    };
  }

  /** Which of `ids` are stored with all their bytes. */
  async #intact(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const intact = new Set<string>();
    for (const row of (await this.#ports.profiles.profilesById(ids)).values()) {
      if ((await this.#ports.blobs.size(row.contentHash)) === row.bytes) intact.add(row.id);
    }
    return intact;
  }

  /** The rows of all `ids`, in order; refuses when one is not stored. */
  async #rowsOf(ids: readonly string[]): Promise<readonly ProfileRow[]> {
    const rows = await this.#ports.profiles.profilesById(ids);
    const missing = ids.filter((id) => !rows.has(id));
    if (missing.length > 0) throw new Refusal(fault('profile-unknown', { facts: { ids: [...new Set(missing)] } }));
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  async #storedFiles({ base, head }: Pick<Inputs, 'base' | 'head'>) {
    const files = await this.filesOf([...base, ...head]);
    return { base: files.slice(0, base.length), head: files.slice(base.length) };
  }

  /** Files of stored profiles, in order; refuses when one is not stored, or its bytes are lost. */
  async filesOf(ids: readonly string[]): Promise<readonly RunFile[]> {
    const rows = await this.#rowsOf(ids);
    for (const row of rows) {
      if ((await this.#ports.blobs.size(row.contentHash)) !== row.bytes) {
        throw new Refusal(fault('bytes-lost', { facts: { what: 'profile', id: row.id } }), row.fileName);
      }
    }
    return rows.map((row) => ({
      path: this.#ports.blobs.localFile(row.contentHash),
      fileName: row.fileName,
      metrics: row.metrics,
      labels: row.labels,
    }));
  }

  async #removeUnreferenced(hash: string): Promise<void> {
    if (!(await this.#ports.profiles.isReferenced(hash))) await this.#ports.blobs.remove(hash);
  }
}

import { Worker } from 'node:worker_threads';
import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

/** What `sqlite-thread.mjs` answers. */
type Answer =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changes: number | null }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string | null } };

interface Waiting {
  readonly resolve: (answer: { readonly rows: readonly unknown[]; readonly changes: number | null }) => void;
  readonly reject: (error: Error) => void;
}

/** SQLite in a thread of its own: a commit waits for the disk there, and the event loop goes on. */
export function threadedSqlite(path: string): Dialect {
  return {
    createDriver: () => new ThreadDriver(path),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** One connection, which one transaction or query has at a time, in the order in which they ask. */
class ThreadDriver implements Driver {
  readonly #path: string;
  #thread: DatabaseThread | null = null;
  #free: Promise<void> = Promise.resolve();
  readonly #releases: (() => void)[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {
    this.#thread = new DatabaseThread(this.#path);
    await this.#thread.opened;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    this.#free = new Promise((resolve) => {
      this.#releases.push(resolve);
    });
    await before;
    if (this.#thread === null) throw new Error('the database is not open');
    return this.#thread;
  }

  releaseConnection(): Promise<void> {
    this.#releases.shift()?.();
    return Promise.resolve();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.#thread?.close();
  }
}

class DatabaseThread implements DatabaseConnection {
  /** Rejects when the file cannot be opened. */
  readonly opened: Promise<unknown>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #dead: Error | null = null;

  constructor(path: string) {
    this.#worker = new Worker(new URL('./sqlite-thread.mjs', import.meta.url), { workerData: { path }, execArgv: [] });
    this.opened = this.#answer(0);
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#end(new Error('the database is closed')));
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#ask({ sql, parameters });
    return {
      rows: rows as R[],
      ...(changes === null ? {} : { numAffectedRows: BigInt(changes) }),
    };
  }

  streamQuery(): never {
    throw new Error('results are not streamed');
  }

  async close(): Promise<void> {
    if (this.#dead !== null) return;
    await this.#ask({ close: true });
    await this.#worker.terminate();
  }

  #ask(message: object) {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    const id = ++this.#asked;
    const answer = this.#answer(id);
    this.#worker.postMessage({ id, ...message }, []);
    return answer;
  }

  /** A thread that nobody waits for does not keep the process from ending. */
  #answer(id: number): Promise<{ readonly rows: readonly unknown[]; readonly changes: number | null }> {
    if (this.#waiting.size === 0) this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('error' in answer) waiting?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
    else waiting?.resolve(answer);
  }

  #end(error: Error): void {
    this.#dead ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#dead);
    this.#waiting.clear();
  }
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import type { TransferListItem } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { fault } from '../../core/model/problem.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { JobFault, Workers } from '../ports.ts';
import type { TicketWorkers } from '../tickets/work.ts';
import type { Progress } from '../work/ports.ts';
import { Gate } from './gate.ts';

export interface PoolOptions {
  readonly threads: number;
  /** Tasks that may wait for a thread; one more is refused as `Busy`. */
  readonly queue: number;
  /** Time of one task, from when it has a thread. */
  readonly seconds: number;
  /** Heap of one thread; typed arrays are outside of it and bounded by the read limits. */
  readonly heapMegabytes: number;
}

export const DEFAULT_POOL: Omit<PoolOptions, 'threads'> = { queue: 64, seconds: 120, heapMegabytes: 2048 };

/** Worker threads that read, compare and render. Errors come back as values; the pool outlives a thread that dies. */
export function openWorkers(options: PoolOptions, onThreadError: (error: unknown) => void): Workers & TicketWorkers {
  const pool = new Piscina({
    ...entryPoint(),
    minThreads: 1,
    maxThreads: options.threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes },
  });
  const gate = new Gate(options.threads, options.queue);
  // Without a listener, a thread that dies while no task runs would take the process with it.
  pool.on('error', onThreadError);

  /** A task whose thread tells how far it is. */
  async function runTold<T>(
    name: string,
    task: object,
    onProgress: (progress: Progress) => void,
  ): Promise<Result<T, JobFault>> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', onProgress);
    try {
      return await run(name, { ...task, progress: port2 }, [port2]);
    } finally {
      port1.close();
    }
  }

  async function run<T>(
    name: string,
    task: unknown,
    transferList: readonly TransferListItem[] = [],
  ): Promise<Result<T, JobFault>> {
    try {
      return await gate.run(async () => {
        const signal = AbortSignal.timeout(options.seconds * 1000);
        return (await pool.run(task, { name, signal, transferList: [...transferList] })) as Result<T, JobFault>;
      });
    } catch (error) {
      const stopped = stoppedBy(error, options);
      if (stopped === null) throw error;
      return err({ fault: stopped, input: null });
    }
  }

  return {
    inspect: (file) => run('inspect', file),
    areMetrics: (files) => run('areMetrics', files),
    metrics: (file) => run('metrics', file),
    compare: (task, onProgress) => (onProgress ? runTold('compare', task, onProgress) : run('compare', task)),
    report: (task) => run('report', task),
    exportProfile: (task) => run('exportProfile', task),
    preview: (task) => run('preview', task),
    judge: (task) => run('judge', task),
    trend: (task) => run('trend', task),
    ticketFile: (task) => run('ticketFile', task),
    ticketReport: (task) => run('ticketReport', task),
    close: () => pool.close(),
  };
}

/**
 * The file that threads start with. From dist/ it is JavaScript. In a checkout (tests, `tsx`) it is TypeScript, and a
 * thread does not inherit the loader of the main thread: it registers tsx itself, before anything else.
 */
function entryPoint(): { filename: string; execArgv?: string[] } {
  const compiled = fileURLToPath(new URL('./worker.js', import.meta.url));
  if (existsSync(compiled)) return { filename: compiled };
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const register = `import { register } from ${JSON.stringify(loader)}; register();`;
  return {
    filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(register)}`],
  };
}

function stoppedBy(error: unknown, { seconds }: PoolOptions) {
  if (!(error instanceof Error)) return null;
  if (error.name === 'AbortError') return fault('time-limit', { facts: { seconds } });
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return fault('memory-limit');
  return null;
}

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { createApp } from './app.ts';
import { Tokens } from './auth/tokens.ts';
import { deleteExpired } from './baselines/retention.ts';
import { dataFolder } from './data-folder.ts';
import { Refusal } from './http/problem.ts';
import { DEFAULT_POOL, openWorkers } from './jobs/pool.ts';
import { rulesOf } from './jobs/rules.ts';
import { Library } from './library.ts';
import { DEFAULT_LIMITS } from './ports.ts';
import type { Limits, Ports } from './ports.ts';
import { exampleComparison } from './routes/example.ts';
import { checkStore } from './store/check.ts';
import { KeyLock } from './store/key-lock.ts';
import { openStore } from './store/open.ts';
import { Jobs } from './work/jobs.ts';
import { Tickets } from './tickets/tickets.ts';
import { readTrackers } from './trackers/config.ts';
import { NODE_WIRE } from './trackers/open.ts';

export interface ServeOptions {
  /** 127.0.0.1 when left out. Others than loopback are refused until there is a token of an administrator. */
  readonly host?: string;
  /** 7878 when left out; 0 = any free port. */
  readonly port?: number;
  /** FIREBREAK_DATA, or the platform's folder, when left out. */
  readonly dataDirectory?: string;
  /** Stores the comparison of the example pair before the first request. */
  readonly example?: boolean;
  readonly limits?: Partial<Limits>;
}

export interface RunningServer {
  /** `http://127.0.0.1:7878`, without a slash at the end. */
  readonly url: string;
  readonly dataDirectory: string;
  /** Address of the example comparison, when it was asked for and could be made. */
  readonly exampleUrl: string | null;
  /** Lets running requests finish (for ten seconds), then stops workers and closes the database. */
  close(): Promise<void>;
}

const DEFAULT_PORT = 7878;
const GRACE_MILLISECONDS = 10_000;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The checkout or the installed package: this file lies one folder deep in it, or two in dist/. */
const packageRoot = new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url);

/**
 * Starts the server on the default ports: SQLite and files in one folder, worker threads, the system's clock. The only
 * place of the server that reads the environment. Ends with a fault that has words when it cannot start.
 */
export async function startServer(options: ServeOptions = {}): Promise<Result<RunningServer, Fault>> {
  const { host = '127.0.0.1', port = DEFAULT_PORT, dataDirectory = dataFolder(process.env) } = options;
  const exposure = isLoopback(host) ? 'loopback' : 'network';
  const logger = pino({ level: process.env['FIREBREAK_LOG'] ?? 'warn' }, pino.destination(2));
  const trackers = await readTrackers(dataDirectory, process.env);
  if (!trackers.ok) return trackers;
  const store = await openStore(dataDirectory);
  if (!store.ok) return store;
  const { profiles, catalogue, projects, tokens, jobs, blobs } = store.value;
  const clock = { now: () => Date.now() };
  if (exposure === 'network' && !(await new Tokens({ tokens, clock }).haveAdmin())) {
    await store.value.close();
    return err(fault('host-needs-token', { facts: { host } }));
  }
  const lock = new KeyLock();
  logReport(logger, await checkStore({ profiles, blobs }, lock));

  const threads = Math.max(2, Math.min(8, availableParallelism()));
  const workers = openWorkers({ ...DEFAULT_POOL, threads }, (error) => logger.error({ err: error }, 'a worker died'));
  const ports = {
    profiles,
    catalogue,
    projects,
    tokens,
    jobs,
    blobs,
    workers,
    clock,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    rules: rulesOf(),
  };
  const library = new Library(ports, lock);
  const lostJobs = await new Jobs(ports).endLost();
  if (lostJobs > 0) logger.warn({ jobs: lostJobs }, 'jobs of a stopped server have failed');
  const tidying = tidyDaily(logger, ports, library);
  const exampleDirectory = fileURLToPath(new URL('fixtures/examples/mariadb/', packageRoot));
  const tickets = new Tickets({
    ...ports,
    tickets: store.value.tickets,
    trackers: trackers.value,
    library,
    lock,
    wire: NODE_WIRE,
  });
  const app = createApp(ports, library, {
    tickets,
    logger,
    exposure,
    version: versionOf(packageRoot),
    clientDirectory: fileURLToPath(new URL('dist/client/', packageRoot)),
    exampleDirectory,
  });

  const closeStore = async () => {
    clearInterval(tidying);
    await workers.close();
    await store.value.close();
  };
  const http = createServer(app);
  const listening = await listen(http, host, port);
  if (!listening.ok) {
    await closeStore();
    return listening;
  }
  const url = urlOf(http);
  const example =
    options.example === true
      ? await exampleId(logger, () => exampleComparison(ports, library, exampleDirectory))
      : null;
  return ok({
    url,
    dataDirectory,
    exampleUrl: example === null ? null : `${url}/c/${example}`,
    async close() {
      await stopListening(http);
      await closeStore();
    },
  });
}

/** Resolves after SIGTERM or SIGINT has closed the server in good order; a second signal ends the process at once. */
export async function untilSignal(server: RunningServer): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  await server.close();
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function versionOf(root: URL): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  return version;
}

function logReport(logger: Logger, report: Awaited<ReturnType<typeof checkStore>>): void {
  const { temporaryFiles, orphanBlobs, lostResults, lostProfiles } = report;
  if (temporaryFiles > 0 || orphanBlobs.length > 0) {
    logger.info({ temporaryFiles, orphanBlobs: orphanBlobs.length }, 'removed what a stopped server left behind');
  }
  if (lostResults.length > 0) logger.warn({ comparisons: lostResults.map(({ id }) => id) }, 'results to compute again');
  if (lostProfiles.length > 0)
    logger.error({ profiles: lostProfiles.map(({ id }) => id) }, 'bytes of profiles are lost');
}

/** What projects no longer keep is deleted, and what was deleted long ago goes for good: at the start, then once a day. */
function tidyDaily(logger: Logger, ports: Pick<Ports, 'projects' | 'clock'>, { removal }: Library): NodeJS.Timeout {
  const tidy = async () => {
    const expired = await deleteExpired(ports, removal);
    if (Object.values(expired).some((count) => count > 0)) logger.info(expired, 'deleted what projects no longer keep');
    await removal.purge();
  };
  const run = () => {
    tidy().catch((error: unknown) => logger.error({ err: error }, 'what is old could not be removed'));
  };
  run();
  return setInterval(run, DAY_MILLISECONDS).unref();
}

/** An example that cannot be made is no reason not to start. */
async function exampleId(logger: Logger, make: () => Promise<{ row: { id: string } }>): Promise<string | null> {
  try {
    return (await make()).row.id;
  } catch (error) {
    logger.warn({ err: error, fault: error instanceof Refusal ? error.fault : null }, 'no example');
    return null;
  }
}

function listen(http: Server, host: string, port: number): Promise<Result<null, Fault>> {
  return new Promise((resolve) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      resolve(
        err(
          inUse
            ? fault('port-in-use', { facts: { host, port } })
            : fault('host-unusable', { facts: { host, what: error.message } }),
        ),
      );
    });
    http.listen(port, host, () => resolve(ok(null)));
  });
}

function urlOf(http: Server): string {
  const { address, family, port } = http.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Idle connections are closed at once, busy ones when their answer is out, stuck ones after the grace time. */
async function stopListening(http: Server): Promise<void> {
  const idle = setInterval(() => http.closeIdleConnections(), 50);
  const stuck = setTimeout(() => http.closeAllConnections(), GRACE_MILLISECONDS);
  await new Promise<void>((resolve) => {
    http.close(() => resolve());
  });
  clearInterval(idle);
  clearTimeout(stuck);
}

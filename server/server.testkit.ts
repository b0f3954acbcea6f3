import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { problemAnswer } from './contract.ts';
import type { ProblemAnswer } from './contract.ts';
import type { Exposure } from './http/security.ts';
import { DEFAULT_POOL, openWorkers } from './jobs/pool.ts';
import { Library } from './library.ts';
import { DEFAULT_LIMITS } from './ports.ts';
import type { Limits, Ports, Workers } from './ports.ts';
import { KeyLock } from './store/key-lock.ts';
import { openStore } from './store/open.ts';
import { Tickets } from './tickets/tickets.ts';
import { NO_TRACKERS } from './trackers/config.ts';
import type { TrackersConfig } from './trackers/config.ts';
import { NODE_WIRE } from './trackers/open.ts';

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly api: string;
  readonly folder: string;
  readonly ports: Ports;
  readonly library: Library;
  /** Names of the files of uploads that are not finished. */
  temporaryFiles(): Promise<string[]>;
  blobs(): Promise<string[]>;
  /** Lines of the log at level error. */
  readonly errors: string[];
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly limits?: Partial<Limits>;
  readonly exposure?: Exposure;
  readonly workers?: Workers;
  readonly clientDirectory?: string;
  readonly trackers?: TrackersConfig;
  /** Version of the rules, as the identity of comparisons sees it. */
  readonly rules?: () => string;
}

/** A whole server on a folder of its own and a free port, with real worker threads unless others are given. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-server-'));
  const store = await openStore(folder);
  if (!store.ok) throw new Error(store.error.code);
  const errors: string[] = [];
  const ticketWorkers = openWorkers({ ...DEFAULT_POOL, threads: 1 }, (error) => errors.push(String(error)));
  const workers = options.workers ?? ticketWorkers;
  let now = Date.UTC(2026, 0, 1);
  const ports: Ports = {
    profiles: store.value.profiles,
    catalogue: store.value.catalogue,
    projects: store.value.projects,
    tokens: store.value.tokens,
    jobs: store.value.jobs,
    blobs: store.value.blobs,
    workers,
    clock: { now: () => (now += 1000) },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    rules: options.rules ?? (() => 'test-rules 1'),
  };
  const lock = new KeyLock();
  const library = new Library(ports, lock);
  const tickets = new Tickets({
    ...ports,
    workers: ticketWorkers,
    tickets: store.value.tickets,
    trackers: options.trackers ?? NO_TRACKERS,
    library,
    lock,
    wire: NODE_WIRE,
  });
  const app = createApp(ports, library, {
    tickets,
    logger: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
    exposure: options.exposure ?? 'loopback',
    version: '0.0.0-test',
    checkAnswers: true,
    clientDirectory: options.clientDirectory ?? join(folder, 'no-client'),
    exampleDirectory: fileURLToPath(new URL('../fixtures/examples/mariadb/', import.meta.url)),
  });
  const http = createServer(app);
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    api: `${url}/api/v1`,
    folder,
    ports,
    library,
    errors,
    temporaryFiles: () => readdir(join(folder, 'tmp')),
    async blobs() {
      const found: string[] = [];
      for await (const hash of store.value.blobs.list()) found.push(hash);
      return found;
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
      await workers.close();
      await ticketWorkers.close();
      await store.value.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Part {
  readonly name: string;
  readonly text: string;
  readonly fileName?: string;
}

/** A form with files (parts with a name) and fields. */
export function formOf(...parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const { name, text, fileName } of parts) {
    if (fileName === undefined) form.append(name, text);
    else form.append(name, new Blob([text]), fileName);
  }
  return form;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** A request that `fetch` would not send: own Host, own Content-Type, a broken body. */
export function rawRequest(
  port: number,
  options: { method?: string; path: string; headers?: Record<string, string>; body?: Uint8Array | string },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers = {}, body = '' } = options;
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString('utf8') });
      });
    });
    request.end(body);
  });
}

/** Writes `text` to a connection, then drops it; resolves when the connection is gone. */
export function sendAndHangUp(port: number, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => socket.destroy());
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

/** The answer as a problem, checked against its schema. */
export async function problemIn(response: Response | RawAnswer): Promise<ProblemAnswer> {
  const text = typeof response.body === 'string' ? response.body : await (response as Response).text();
  return problemAnswer.parse(JSON.parse(text));
}

/** Waits until `check` gives true; for what follows an event of the other side of a connection. */
export async function eventually(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await check()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error('it never came true');
}

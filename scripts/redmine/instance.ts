import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import SqliteFile from 'better-sqlite3';

/** A real Redmine on this machine, reached from this machine only. */
export interface Redmine {
  readonly url: string;
  /** Of its administrator. */
  readonly keyFile: string;
  /** Headers of a request with JSON in the administrator's name. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON of the API; throws when the status is not 2xx. */
  call(path: string, init?: RequestInit): Promise<unknown>;
  /** Changes what texts are written in, as its administrator would under Settings. */
  setFormatting(formatting: 'textile' | 'markdown'): void;
  stop(): Promise<void>;
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const START_SECONDS = 180;
/** What install.sh ends with where it cannot install. */
const IMPOSSIBLE = 3;

/** Installs Debian's packages when they are not there. False: this machine cannot, and why has been said. */
export function installRedmine(): boolean {
  const { status } = spawnSync('bash', [script('install.sh')], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === IMPOSSIBLE) return false;
  if (status !== 0) throw new Error(`install.sh ended with ${status}`);
  return true;
}

/** Starts an instance in `folder`, which must not exist. */
export async function startRedmine(folder: string): Promise<Redmine> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn('bash', [script('serve.sh'), folder, String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  server.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const ended = new Promise<void>((resolve) => {
    server.on('exit', () => resolve());
  });
  const keyFile = join(folder, 'key.txt');
  for (let second = 0; !(existsSync(keyFile) && (await answers(url))); second++) {
    if (second >= START_SECONDS || server.exitCode !== null) {
      server.kill();
      throw new Error(`Redmine did not start:\n${said.join('')}`);
    }
    await sleep(1000);
  }
  await chmod(keyFile, 0o600);
  const own = { 'content-type': 'application/json', 'x-redmine-api-key': await readFile(keyFile, 'utf8') };
  return {
    url,
    keyFile,
    headers: own,
    async call(path, init = {}) {
      const headers = { ...own, ...(init.headers as Record<string, string> | undefined) };
      const response = await fetch(`${url}${path}`, { ...init, headers });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    setFormatting(formatting) {
      const database = new SqliteFile(join(folder, 'redmine.sqlite'));
      database.prepare("delete from settings where name = 'text_formatting'").run();
      const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
      database
        .prepare("insert into settings (name, value, updated_on) values ('text_formatting', ?, ?)")
        .run(formatting, now);
      database.close();
    },
    async stop() {
      server.kill();
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

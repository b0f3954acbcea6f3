import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createWriteStream, openSync, writeSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import pc from 'picocolors';
import { fileChunks } from '../pipeline/node-chunks.ts';
import type { ExecuteOptions, Executed, Ports } from './ports.ts';

/** The process's own streams and files. */
export function nodePorts(): Ports {
  // `firebreak … | head` closes the pipe early, which is no failure of ours.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
  return {
    async write(data) {
      if (!process.stdout.write(data)) await once(process.stdout, 'drain');
    },
    say: (line) => void process.stderr.write(`${line}\n`),
    open: (path) => (path === '-' ? (process.stdin as AsyncIterable<Uint8Array>) : fileChunks(path)),
    list,
    today: () => new Date().toISOString().slice(0, 10),
    save,
    append: (path, text) => appendFile(path, text),
    env: process.env,
    execute,
    withFolder,
    fetch: (address, request) => fetch(address, request),
    wait: (milliseconds) => setTimeout(milliseconds),
    random: Math.random,
    colour: pc.isColorSupported && process.stdout.isTTY,
  };
}

/** Hidden files are no runs: `.gitkeep` keeps an empty folder in a repository. */
async function list(path: string): Promise<readonly string[] | null> {
  const present = path === '-' ? null : await stat(path).catch(() => null);
  if (present?.isDirectory() !== true) return null;
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(path, name))
    .sort();
}

/** Regular files are written beside their place and moved there; pipes and devices are written to as they are. */
async function save(path: string, chunks: Iterable<string | Uint8Array>, withFolders = false): Promise<void> {
  const present = await stat(path).catch(() => null);
  if (present !== null && !present.isFile()) {
    await pipeline(Readable.from(chunks, { objectMode: true }), createWriteStream(path));
    return;
  }
  if (withFolders && present === null) await mkdir(dirname(path), { recursive: true });
  const target = present === null ? path : await realpath(path);
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    writeFile(temporary, chunks);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Synchronously and through one buffer, for the reasons of `fileChunks`. */
function writeFile(path: string, chunks: Iterable<string | Uint8Array>): void {
  const encoder = new TextEncoder();
  let buffer = new Uint8Array(1 << 18);
  const file = openSync(path, 'w');
  try {
    for (const chunk of chunks) {
      let bytes: Uint8Array;
      if (typeof chunk === 'string') {
        if (chunk.length * 3 > buffer.length) buffer = new Uint8Array(chunk.length * 3);
        bytes = buffer.subarray(0, encoder.encodeInto(chunk, buffer).written);
      } else bytes = chunk;
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    }
  } finally {
    closeSync(file);
  }
}

async function execute(
  command: string,
  args: readonly string[],
  { env = {}, output, talks }: ExecuteOptions = {},
): Promise<Executed> {
  const file = output === undefined ? null : await open(output, 'w');
  try {
    return await new Promise((resolve) => {
      const child = spawn(command, args, {
        env: { ...process.env, ...env },
        stdio: ['ignore', file === null ? 'pipe' : file.fd, talks === true ? 'inherit' : 'ignore'],
      });
      const chunks: Uint8Array[] = [];
      child.stdout?.on('data', (chunk: Uint8Array) => void chunks.push(chunk));
      const end = (code: number | null) => resolve({ code, out: Buffer.concat(chunks).toString('utf8') });
      child.on('error', () => end(null));
      child.on('close', end);
    });
  } finally {
    await file?.close();
  }
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

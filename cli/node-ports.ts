import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pc from 'picocolors';
import { fileChunks } from '../pipeline/node-chunks.ts';
import type { Ports } from './ports.ts';

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
async function save(path: string, chunks: Iterable<string | Uint8Array>): Promise<void> {
  const source = Readable.from(chunks, { objectMode: true });
  const present = await stat(path).catch(() => null);
  if (present !== null && !present.isFile()) {
    await pipeline(source, createWriteStream(path));
    return;
  }
  const target = present === null ? path : await realpath(path);
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    await pipeline(source, createWriteStream(temporary));
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

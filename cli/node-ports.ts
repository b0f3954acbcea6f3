import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pc from 'picocolors';
import type { Ports } from './ports.ts';

/** Large reads cost fewer calls; the parsers take chunks of any size. */
const READ_BYTES = 1 << 18;

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
    open: (path) =>
      path === '-'
        ? (process.stdin as AsyncIterable<Uint8Array>)
        : createReadStream(path, { highWaterMark: READ_BYTES }),
    save,
    colour: pc.isColorSupported && process.stdout.isTTY,
  };
}

async function save(path: string, chunks: Iterable<string | Uint8Array>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    await pipeline(Readable.from(chunks, { objectMode: true }), createWriteStream(temporary));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

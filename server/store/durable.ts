import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/**
 * Makes names durable: a renamed, new or removed entry of a folder survives a power cut only after this. Windows cannot
 * open folders and keeps names in its journal.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all of `bytes` at the file's position. */
export async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
}

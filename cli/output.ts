import type { Ports } from './ports.ts';
import { onFile } from './refusal.ts';

/** Writes data piece by piece, to a file or to standard output. */
export async function emit(
  chunks: Iterable<string | Uint8Array>,
  path: string | undefined,
  ports: Ports,
): Promise<void> {
  if (path !== undefined && path !== '-') {
    await onFile(path, () => ports.save(path, chunks));
    return;
  }
  for (const chunk of chunks) await ports.write(chunk);
}

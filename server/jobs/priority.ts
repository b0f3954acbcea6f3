import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Puts the thread that calls this behind the others of the process: where all cores are busy with reading and comparing,
 * the event loop is still served at once. Linux gives each thread a priority of its own; elsewhere nothing happens.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some containers hide /proc or forbid the change: the work is the same, in less good order.
  }
}

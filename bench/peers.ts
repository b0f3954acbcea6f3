import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { timedProcess } from './measure.ts';
import type { Measured } from './row.ts';

/**
 * What a peer needs: run here when its program stands in PEERS_DIR, else the figure recorded for it (PERF.md), times how
 * fast this machine is against the one of the record.
 */
export async function peerFigure(
  peer: { readonly program: string; readonly args: readonly string[]; readonly recordedSeconds: number },
  machine: number,
): Promise<NonNullable<Measured['peer']>> {
  const directory = process.env['PEERS_DIR'];
  const program = directory === undefined ? null : join(directory, peer.program);
  if (program === null || !existsSync(program)) {
    return { name: peer.program, seconds: peer.recordedSeconds * machine, recorded: true };
  }
  const { seconds } = await timedProcess(3, [program, ...peer.args]);
  return { name: peer.program, seconds, recorded: false };
}

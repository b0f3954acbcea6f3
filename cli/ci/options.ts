import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { visible } from '../../core/text/visible.ts';
import { nameOf, readText } from '../input.ts';
import type { Ports } from '../ports.ts';
import { Refusal, onFile } from '../refusal.ts';
import { clientOf } from '../remote/client.ts';
import { retrying } from '../remote/retry.ts';
import { Server } from '../remote/server.ts';
import type { SentFile } from '../remote/server.ts';
import { filesIn } from '../sides.ts';

/** Options of every command that talks to a server. */
export interface RemoteOptions {
  readonly server?: string;
  readonly project?: string;
  readonly label?: ReadonlyMap<string, string>;
}

export function withRemote(command: Command): Command {
  return command
    .option('--server <url>', 'address of the server; left out: FIREBREAK_URL. The token is in FIREBREAK_TOKEN')
    .option('--project <name>', 'the same as --label project=NAME')
    .addOption(
      new Option('--label <name=value>', 'label of the profiles; may be given several times').argParser(label),
    );
}

function label(text: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const [, name, value] = /^([A-Za-z][A-Za-z0-9_.-]{0,63})=(.{1,500})$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError(
      'It must be name=value: a letter, then letters, digits, "_", "." or "-", up to 64; a value of up to 500 characters.',
    );
  }
  return new Map([...before, [name, value]]);
}

export function serverOf(options: RemoteOptions, ports: Ports): { readonly server: Server; readonly address: string } {
  const address = options.server ?? ports.env['FIREBREAK_URL'] ?? '';
  if (address === '') {
    throw new Refusal(
      'error: which server is not known',
      'Set FIREBREAK_URL, or give --server https://firebreak.example.',
    );
  }
  return { server: new Server(address, clientOf(address, ports.env, retrying(ports))), address };
}

/** The files to send, with those of a folder in its place; a folder without any is refused. */
export async function filesToSend(paths: readonly string[], ports: Ports): Promise<readonly SentFile[]> {
  const files: SentFile[] = [];
  for (const path of await filesIn(paths, ports)) {
    const bytes = await onFile(path, async () => {
      const chunks: Uint8Array[] = [];
      // The reader uses one buffer for all its chunks.
      for await (const chunk of ports.open(path)) chunks.push(chunk.slice());
      return Buffer.concat(chunks);
    });
    files.push({ name: path === '-' ? 'stdin' : nameOf(path), bytes });
  }
  if (files.length === 0) throw new Refusal(visible(`error: there is no file in ${paths.join(', ')}`));
  return files;
}

/** Text of a file, or null where there is none. */
export async function textIfThere(path: string, ports: Ports): Promise<string | null> {
  try {
    for await (const _chunk of ports.open(path)) break;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  }
  return readText(path, ports);
}

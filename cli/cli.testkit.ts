import type { Ports } from './ports.ts';
import { run } from './program.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly talk: string;
  /** Files that were written. */
  readonly saved: ReadonlyMap<string, Uint8Array>;
}

/** Runs `firebreak ARGS` on files that exist only here; `-` is the file named `-`, `name/` an empty folder. */
export async function firebreak(
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  colour = false,
  world: Partial<Ports> = {},
): Promise<Outcome> {
  const encoder = new TextEncoder();
  const bytesOf = (data: string | Uint8Array) => (typeof data === 'string' ? encoder.encode(data) : data);
  const out: Uint8Array[] = [];
  const talk: string[] = [];
  const saved = new Map<string, Uint8Array>();
  const ports: Ports = {
    write: async (data) => void out.push(bytesOf(data)),
    say: (line) => void talk.push(line),
    async *open(path) {
      const data = Object.hasOwn(files, path) ? files[path] : undefined;
      if (data === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      yield bytesOf(data);
    },
    async list(path) {
      const inside = Object.keys(files).filter((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
      if (inside.length === 0) return null;
      return inside.filter((file) => !file.endsWith('/')).sort();
    },
    today: () => '2026-11-30',
    save: async (path, chunks) => void saved.set(path, Buffer.concat([...chunks].map(bytesOf))),
    append: async (path, text) =>
      void saved.set(path, Buffer.concat([saved.get(path) ?? new Uint8Array(), bytesOf(text)])),
    colour,
    env: {},
    execute: async () => ({ code: null, out: '' }),
    withFolder: (work) => work('folder'),
    fetch: () => Promise.reject(new TypeError('no network here')),
    wait: async () => {},
    random: () => 0.5,
    ...world,
  };
  const code = await run(args, ports);
  return { code, out: Buffer.concat(out).toString('utf8'), talk: talk.join('\n'), saved };
}

// One process that reads inputs, so that one that hangs or eats memory can be ended from outside.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.ts';
import type { Outcome } from './check.ts';
import { inputOf } from './input.ts';
import { readSeedlings } from './seedlings.ts';

/** What the parent asks for: the inputs `from` to `to` of a seed. */
export interface Task {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** Folder into which each input is written before it is read; null: none. The parent removes the harmless ones. */
  readonly keep: string | null;
}

/** What the child tells: that it begins with an input, and what came of it. */
export interface Told extends Outcome {
  readonly index: number;
  readonly seedling: string;
  readonly bytes: number;
  readonly cpuMilliseconds: number;
  readonly residentBytes: number;
}

export type Message = { readonly begins: number } | { readonly told: Told } | { readonly done: true };

async function run({ seed, from, to, keep }: Task, send: (message: Message) => void): Promise<void> {
  const seedlings = readSeedlings();
  for (let index = from; index < to; index++) {
    const { name, bytes, format } = inputOf(seedlings, seed, index);
    if (keep !== null) writeFileSync(join(keep, `${seed}-${index}`), bytes);
    send({ begins: index });
    const before = process.cpuUsage();
    const outcome = await check(bytes, format);
    const { user, system } = process.cpuUsage(before);
    send({
      told: {
        ...outcome,
        index,
        seedling: format === null ? name : `${name} as ${format}`,
        bytes: bytes.length,
        cpuMilliseconds: (user + system) / 1000,
        residentBytes: process.memoryUsage.rss(),
      },
    });
  }
  send({ done: true });
}

process.once('message', (task: Task) => {
  void run(task, (message) => process.send?.(message)).then(() => process.disconnect());
});

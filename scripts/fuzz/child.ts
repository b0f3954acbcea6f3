// One process that reads inputs, so that one that hangs or eats memory can be ended from outside.
import { IMPORTERS } from '../../parsers/registry.ts';
import { Random } from '../validate-stats/random.ts';
import { check } from './check.ts';
import type { Outcome } from './check.ts';
import { mutated } from './mutate.ts';
import type { Seedling } from './mutate.ts';
import { readSeedlings } from './seedlings.ts';

/** What the parent asks for: the inputs `from` to `to` of a seed. */
export interface Task {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
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

/** Part of the inputs that is read by an importer that detection would not have chosen. */
const FORCED = 0.2;

/** The input with this number: the same for the same seed and fixtures. */
export function inputOf(
  seedlings: readonly Seedling[],
  seed: number,
  index: number,
): Seedling & { readonly format: string | null } {
  const random = new Random(seed * 1_000_003 + index);
  const input = mutated(seedlings, random);
  const isForced = random.uniform() < FORCED;
  const format = isForced ? (IMPORTERS[random.integer(0, IMPORTERS.length)]?.id ?? null) : null;
  return { ...input, format };
}

async function run({ seed, from, to }: Task, send: (message: Message) => void): Promise<void> {
  const seedlings = readSeedlings();
  for (let index = from; index < to; index++) {
    const { name, bytes, format } = inputOf(seedlings, seed, index);
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

const send = process.send?.bind(process);
if (send !== undefined) {
  process.once('message', (task: Task) => {
    void run(task, (message) => send(message)).then(() => process.disconnect());
  });
}

import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startTestServer } from '../server.testkit.ts';

/** A program that an agent watches: the real client of Pyroscope, told nothing but another address. */
const PROGRAM = `
  import Pyroscope from '@pyroscope/nodejs';
  Pyroscope.init({
    serverAddress: process.argv[1],
    appName: 'agent',
    authToken: 'fb_whatever',
    tags: { env: 'prod', host: 'h1' },
    flushIntervalMs: 500,
    wall: { collectCpuTime: true },
  });
  Pyroscope.start();
  const end = Date.now() + 60_000;
  let sum = 0;
  setInterval(() => {
    for (let i = 0; i < 3e6; i++) sum += Math.sqrt(i);
    if (Date.now() > end) process.exit(sum > 0 ? 0 : 1);
  }, 20);
`;

interface Stored {
  readonly labels: Readonly<Record<string, string>>;
  readonly facts: { readonly format: string; readonly valueTypes: readonly { readonly name: string }[] };
}

/** Asks every 100 ms until it is so, for as long as a slow machine may need. */
async function within(seconds: number, check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    if (await check()) return;
    await setTimeout(100);
  }
  throw new Error('it never came true');
}

it('takes what the client of Pyroscope for Node pushes', async () => {
  const server = await startTestServer();
  const agent = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, `${server.url}/pyroscope`], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  agent.stderr.on('data', (chunk) => (said += String(chunk)));
  let found: readonly Stored[] = [];
  try {
    await within(110, async () => {
      const answer = await fetch(`${server.api}/profiles?label=env%3Dprod&limit=200`);
      found = ((await answer.json()) as { profiles: Stored[] }).profiles;
      return ['wall', 'inuse_space'].every((type) =>
        found.some(({ facts }) => facts.valueTypes.some(({ name }) => name === type)),
      );
    }).catch((error: unknown) => expect.soft([error, said]).toEqual([]));
  } finally {
    agent.kill('SIGKILL');
    await server.close();
  }
  for (const { labels, facts } of found) {
    expect(facts.format).toBe('pprof');
    expect(labels).toMatchObject({ app: 'agent', env: 'prod', host: 'h1', spy: 'nodespy' });
    expect(labels['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  }
  expect(server.errors).toEqual([]);
}, 120_000);

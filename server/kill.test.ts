import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { comparisonAnswer, comparisonList, profileList, uploadAnswer } from './contract.ts';
import { formOf } from './server.testkit.ts';
import { KeyLock } from './store/key-lock.ts';
import { checkStore } from './store/check.ts';
import { openStore } from './store/open.ts';

const CHILD = fileURLToPath(new URL('./kill-child.testkit.ts', import.meta.url));
const ROUNDS = 5;
const PARALLEL = 6;

interface Child {
  readonly process: ChildProcess;
  readonly api: string;
}

async function startChild(folder: string): Promise<Child> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) return { process: child, api: `${line}/api/v1` };
  throw new Error('the server ended before it listened');
}

function killed({ process }: Child): Promise<void> {
  return new Promise((resolve) => {
    process.on('exit', () => resolve());
    process.kill('SIGKILL');
  });
}

/** What the server said yes to. */
interface Acknowledged {
  readonly profiles: Map<string, string>;
  readonly comparisons: Set<string>;
}

/** Uploads until the connection breaks; the `killAfter`-th yes of this round kills the server. */
async function uploadUntilKilled(child: Child, round: number, killAfter: number, known: Acknowledged): Promise<void> {
  let answers = 0;
  const deaths: Promise<void>[] = [];
  let serial = 0;
  const one = async (): Promise<void> => {
    const n = serial++;
    const text = `round${round};upload${n};${'deep;'.repeat(n % 50)}leaf ${n + 1}\n`;
    if (n % 3 === 0) {
      const body = formOf(
        { name: 'base', text, fileName: 'base' },
        { name: 'head', text: `${text}round${round};more 1\n`, fileName: 'head' },
      );
      const response = await fetch(`${child.api}/comparisons`, { method: 'POST', body });
      known.comparisons.add(comparisonAnswer.parse(await response.json()).id);
    } else {
      const response = await fetch(`${child.api}/profiles?label.n=${n}`, { method: 'POST', body: text });
      const { profiles } = uploadAnswer.parse(await response.json());
      known.profiles.set(profiles[0]?.id ?? '', text);
    }
    answers++;
    if (answers === killAfter) deaths.push(killed(child));
  };
  const worker = async (): Promise<void> => {
    try {
      for (;;) await one();
    } catch (error) {
      // The connection broke: that is the point. Anything else before the kill is a failure.
      if (deaths.length === 0) throw error;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  await Promise.all(deaths);
}

async function expectAllThere({ api }: Child, known: Acknowledged): Promise<void> {
  for (const [id, text] of known.profiles) {
    const raw = await fetch(`${api}/profiles/${id}/raw`);
    expect(raw.status, `profile ${id}`).toBe(200);
    expect(await raw.text()).toBe(text);
  }
  for (const id of known.comparisons) {
    expect((await fetch(`${api}/comparisons/${id}/data`)).status, `comparison ${id}`).toBe(200);
  }
}

/** Also what was not acknowledged is whole, or not there at all. */
async function expectAllWhole({ api }: Child): Promise<void> {
  const listed = profileList.parse(await (await fetch(`${api}/profiles?limit=200`)).json());
  for (const { id, sha256, bytes } of listed.profiles) {
    const raw = Buffer.from(await (await fetch(`${api}/profiles/${id}/raw`)).arrayBuffer());
    expect(raw.length).toBe(bytes);
    expect(createHash('sha256').update(raw).digest('hex')).toBe(sha256);
  }
  const comparisons = comparisonList.parse(await (await fetch(`${api}/comparisons?limit=200`)).json());
  for (const { id } of comparisons.comparisons) {
    expect((await fetch(`${api}/comparisons/${id}/data`)).status).toBe(200);
  }
}

/** The store as the kill left it: leftovers may be swept, but no row lacks its bytes; afterwards all is in order. */
async function expectNothingLost(folder: string): Promise<void> {
  const store = await openStore(folder);
  if (!store.ok) throw new Error(store.error.code);
  const lock = new KeyLock();
  expect(await checkStore(store.value, lock)).toMatchObject({ lostResults: [], lostProfiles: [] });
  const clean = { temporaryFiles: 0, orphanBlobs: [], lostResults: [], lostProfiles: [] };
  expect(await checkStore(store.value, lock)).toEqual(clean);
  await store.value.close();
}

test('SIGKILL amid uploads: what was acknowledged is there, and nothing else is left behind', {
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-kill-'));
  const known: Acknowledged = { profiles: new Map(), comparisons: new Set() };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const child = await startChild(folder);
      try {
        expect(await readdir(join(folder, 'tmp'))).toEqual([]);
        await expectAllThere(child, known);
        await uploadUntilKilled(child, round, 5 + round * 7, known);
      } finally {
        child.process.kill('SIGKILL');
      }
    }
    await expectNothingLost(folder);
    const last = await startChild(folder);
    try {
      await expectAllThere(last, known);
      await expectAllWhole(last);
    } finally {
      await killed(last);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

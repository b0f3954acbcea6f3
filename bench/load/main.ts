/**
 * The built server under load, over real HTTP on loopback (`npm run load`): uploads at a fixed rate, comparisons in
 * parallel, memory over many uploads. `tsx bench/load/main.ts uploads comparisons memory` chooses; `--quick` makes each
 * a tenth. Prints a line for each, with what is asked for; ends with 1 when something is missed.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldedOf, variant } from './inputs.ts';

interface Measured {
  readonly stallMax: number;
  readonly stallP99: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

class LoadedServer {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(child: ChildProcess, url: string, folder: string) {
    this.#child = child;
    this.url = url;
    this.#folder = folder;
  }

  static async start(): Promise<LoadedServer> {
    const folder = await mkdtemp(join(tmpdir(), 'firebreak-load-'));
    const script = fileURLToPath(new URL('./server.mjs', import.meta.url));
    const child = fork(script, [folder], { execArgv: [] });
    const { url } = (await answerOf(child)) as { url: string };
    return new LoadedServer(child, url, folder);
  }

  async measure(): Promise<Measured> {
    const answer = answerOf(this.#child);
    this.#child.send('measure');
    return (await answer) as Measured;
  }

  /** The status and body of a POST. */
  post(path: string, type: string, body: readonly Uint8Array[]): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const length = body.reduce((sum, part) => sum + part.length, 0);
      const headers = { 'content-type': type, 'content-length': length };
      const sent = request(this.url + path, { method: 'POST', agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        });
      });
      sent.on('error', reject);
      for (const part of body) sent.write(part);
      sent.end();
    });
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => {
      this.#child.once('exit', resolve);
    });
    this.#child.send('close');
    await gone;
    this.#agent.destroy();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

const after = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const PROFILES = '/api/v1/profiles?fileName=load.folded&label.branch=load';

/** Uploads of one megabyte begun at a fixed rate, whether those before them are done or not. */
async function uploads(scale: number): Promise<boolean> {
  const [perSecond, seconds] = [50, 60 * scale];
  const server = await LoadedServer.start();
  const text = Buffer.from(foldedOf(1_000_000, 1));
  for (let number = -40; number < 0; number++) await server.post(PROFILES, 'text/plain', variant(text, number));
  const before = await server.measure();
  const latencies: number[] = [];
  const own = process.cpuUsage();
  const errors: string[] = [];
  const pending: Promise<void>[] = [];
  async function upload(to: LoadedServer, sent: readonly Uint8Array[], due: number): Promise<void> {
    try {
      const { status, body } = await to.post(PROFILES, 'text/plain', sent);
      latencies.push(performance.now() - due);
      if (status !== 201) errors.push(`${status} ${body.slice(0, 200)}`);
    } catch (error) {
      errors.push(String(error));
    }
  }
  const start = performance.now();
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = start + (number * 1000) / perSecond;
    await after(Math.max(0, due - performance.now()));
    pending.push(upload(server, variant(text, number), due));
  }
  await Promise.all(pending);
  const took = (performance.now() - start) / 1000;
  const { stallMax, stallP99, cpuSeconds, megabytes } = await server.measure();
  await server.close();
  const { user, system } = process.cpuUsage(own);
  const ownMilliseconds = (user + system) / 1000 / latencies.length;
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  console.log(
    `uploads: ${latencies.length} of 1 MB in ${took.toFixed(1)} s (${perSecond} a second asked for), ` +
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (< 1000), errors ${errors.length}, server CPU ${(((cpuSeconds - before.cpuSeconds) * 1000) / latencies.length).toFixed(1)} ms each, asking ${ownMilliseconds.toFixed(1)} ms, ` +
      `event loop at most ${stallMax.toFixed(0)} ms (p99 ${stallP99.toFixed(1)} ms), ${megabytes.toFixed(0)} MB`,
  );
  for (const error of errors.slice(0, 3)) console.log(`  ${error}`);
  return p99 < 1000 && errors.length === 0;
}

/** Comparisons of profiles of five megabytes, all at once. */
async function comparisons(scale: number): Promise<boolean> {
  const server = await LoadedServer.start();
  const bytes = 5_000_000 * Math.max(scale, 0.2);
  const ids: string[] = [];
  for (let number = 0; number < 21; number++) {
    const { body } = await server.post(
      PROFILES,
      'text/plain',
      variant(Buffer.from(foldedOf(bytes, 1 + (number % 3))), number),
    );
    ids.push((JSON.parse(body) as { profiles: { id: string }[] }).profiles[0]?.id ?? '');
  }
  await server.measure();
  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      server.post('/api/v1/comparisons', 'application/json', [
        Buffer.from(JSON.stringify({ base: [ids[number]], head: [ids[number + 1]] })),
      ]),
    ),
  );
  const took = (performance.now() - start) / 1000;
  const { stallMax, stallP99, cpuSeconds, megabytes } = await server.measure();
  await server.close();
  const errors = answers.filter(({ status }) => status !== 201);
  console.log(
    `comparisons: 20 of ${(bytes / 1e6).toFixed(1)} MB against ${(bytes / 1e6).toFixed(1)} MB in ${took.toFixed(1)} s, errors ${errors.length}, ` +
      `event loop at most ${stallMax.toFixed(0)} ms (< 50; p99 ${stallP99.toFixed(1)} ms), server CPU ${cpuSeconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
  );
  for (const { status, body } of errors.slice(0, 3)) console.log(`  ${status} ${body.slice(0, 200)}`);
  return errors.length === 0 && stallMax < 50;
}

/** Memory over many small uploads: the second half may not hold more than the first. */
async function memory(scale: number): Promise<boolean> {
  const count = 10_000 * scale;
  const server = await LoadedServer.start();
  const text = Buffer.from(foldedOf(20_000, 7));
  const held: number[] = [];
  const errors: string[] = [];
  for (let done = 0; done < count; ) {
    const batch = Array.from({ length: 8 }, (_, at) => server.post(PROFILES, 'text/plain', variant(text, done + at)));
    for (const { status, body } of await Promise.all(batch)) if (status !== 201) errors.push(`${status} ${body}`);
    done += batch.length;
    if (done % (count / 10) < batch.length) held.push((await server.measure()).megabytes);
  }
  await server.close();
  const middle = Math.max(...held.slice(2, held.length / 2));
  const end = Math.max(...held.slice(held.length / 2));
  console.log(
    `memory: ${count} uploads, MB held after each tenth ${held.map((value) => value.toFixed(0)).join(' ')}, ` +
      `second half over first ${(end / middle).toFixed(2)} (< 1.15), errors ${errors.length}`,
  );
  for (const error of errors.slice(0, 3)) console.log(`  ${error.slice(0, 200)}`);
  return end / middle < 1.15 && errors.length === 0;
}

const LOADS = { uploads, comparisons, memory };
const asked = process.argv.slice(2).filter((name) => name in LOADS);
const scale = process.argv.includes('--quick') ? 0.1 : 1;
let good = true;
for (const [name, load] of Object.entries(LOADS)) {
  if (asked.length === 0 || asked.includes(name)) good = (await load(scale)) && good;
}
process.exitCode = good ? 0 : 1;

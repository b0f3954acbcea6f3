/** Sends made requests to a whole server on loopback and looks at its answers. */
import { readFileSync } from 'node:fs';
import { startTestServer } from '../../server/server.testkit.ts';
import { Random } from '../validate-stats/random.ts';
import { RequestMaker } from './requests.ts';
import type { Document } from './requests.ts';

export interface ApiFuzzResult {
  readonly operations: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests that were answered with 5xx or not at all. */
  readonly findings: readonly string[];
  readonly milliseconds: number;
}

/** A server that is busy says so; that is no fault of its own. */
const BUSY = 503;

export async function fuzzApi({
  seed,
  count,
}: {
  readonly seed: number;
  readonly count: number;
}): Promise<ApiFuzzResult> {
  const start = performance.now();
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;
  const server = await startTestServer();
  const ids: string[] = [];
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  try {
    const maker = new RequestMaker(document, new Random(seed), () => ids);
    for (let index = 0; index < count; index++) {
      const { operation, method, path, headers, body } = maker.make(index);
      const where = `request ${index}: ${method} ${path.slice(0, 200)} (${operation})`;
      try {
        const init = {
          method,
          headers,
          body: body === null ? null : new Uint8Array(body),
          redirect: 'manual' as const,
        };
        const response = await fetch(`${server.api}${path}`, { ...init, signal: AbortSignal.timeout(60_000) });
        const text =
          response.headers.get('content-type')?.includes('event-stream') === true ? '' : await response.text();
        await response.body?.cancel().catch(() => undefined);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status >= 500 && response.status !== BUSY)
          findings.push(`${where}: ${response.status} ${text.slice(0, 300)}`);
        remember(ids, text);
      } catch (error) {
        findings.push(`${where}: ${String(error)} ${error instanceof Error ? String(error.cause) : ''}`);
      }
    }
    const alive = await fetch(`${server.api}/healthz`);
    if (!alive.ok) findings.push(`afterwards healthz answers ${alive.status}`);
    for (const line of server.errors) findings.push(`the log: ${line.slice(0, 300)}`);
    return { operations: maker.operations, statuses, findings, milliseconds: performance.now() - start };
  } finally {
    await server.close();
  }
}

/** Ids of what was made are asked for later. */
function remember(ids: string[], text: string): void {
  for (const [, id = ''] of text.slice(0, 20_000).matchAll(/"id": ?"([0-9a-f]{32})"/g))
    if (!ids.includes(id)) ids.push(id);
  if (ids.length > 40) ids.splice(0, ids.length - 40);
}

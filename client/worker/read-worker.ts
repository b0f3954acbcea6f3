/** Reads the stored form of a comparison in a thread of the browser, and ends. */
import type { Fault } from '../../core/model/problem.ts';
import type { Result } from '../../core/result.ts';
import { decodeComparison } from '../../core/wire/comparison.ts';
import { columnsOf, prepared } from '../model/prepared.ts';
import type { Prepared } from '../model/prepared.ts';

export type ReadAnswer = Result<Prepared, Fault>;

/** The worker's side of its channel: DOM types describe windows. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<Uint8Array>) => void): void;
  postMessage(message: ReadAnswer, transfer: readonly Transferable[]): void;
  close(): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data }) => {
  const decoded = decodeComparison(data);
  if (decoded.ok) {
    const value = prepared(decoded.value);
    scope.postMessage({ ok: true, value }, columnsOf(value));
  } else scope.postMessage(decoded, []);
  scope.close();
});

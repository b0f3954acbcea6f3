/**
 * Compares files in a thread of the browser, sends nothing, and ends. Its code is one file, so that it works when the
 * server has gone away after the page was loaded.
 */
import type { Comparison } from '../../core/diff/comparison.ts';
import { fault } from '../../core/model/problem.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { encodeComparison } from '../../core/wire/comparison.ts';
import { compareFiles } from './compare-files.ts';
import type { FileFault, LocalInputs } from './compare-files.ts';

export type FromWorker =
  | { readonly kind: 'step'; readonly file: string | null }
  | { readonly kind: 'done'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly failure: FileFault };

/** The worker's side of its channel: DOM types describe windows. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<LocalInputs>) => void): void;
  postMessage(message: FromWorker, transfer: readonly Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data }) => {
  void run(data);
});

async function run(inputs: LocalInputs): Promise<void> {
  const compared = await attempted(inputs);
  if (!compared.ok) {
    scope.postMessage({ kind: 'failed', failure: compared.error }, []);
    return;
  }
  const bytes = Uint8Array.from(encodeComparison(compared.value));
  scope.postMessage({ kind: 'done', bytes }, [bytes.buffer]);
}

/** A browser that runs out of memory, or cannot read a file any more, throws. */
async function attempted(inputs: LocalInputs): Promise<Result<Comparison, FileFault>> {
  try {
    return await compareFiles(inputs, (file) => {
      scope.postMessage({ kind: 'step', file }, []);
    });
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return err({ fault: fault('browser-failed', { facts: { what } }), file: null });
  }
}

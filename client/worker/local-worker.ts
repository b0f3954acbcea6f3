/**
 * Compares files in a thread of the browser, and writes reports of the result; it sends nothing. Its code is one file, so
 * that it works when the server has gone away after the page was loaded.
 */
import { fault } from '../../core/model/problem.ts';
import { BUILT_IN_PACKS } from '../../core/normalize/packs.generated.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { decodeComparison, encodeComparison } from '../../core/wire/comparison.ts';
import page from '../../dist/report/page.html?raw';
import { compareFiles, countableFiles, previewFiles } from './compare-files.ts';
import type { FileFault, LocalInputs } from './compare-files.ts';
import type { Answers, FromWorker, Question, ToWorker } from './requests.ts';
import { writeReport } from './write-report.ts';

type Tell = (message: FromWorker, transfer?: Transferable[]) => void;

// Every question comes with a port of its own for its answer. The DOM types describe the scope of a window.
globalThis.addEventListener('message', (event) => {
  const { data, ports } = event as MessageEvent<ToWorker>;
  void run(data, (message, transfer = []) => ports[0]?.postMessage(message, transfer));
});

async function run(asked: ToWorker, tell: Tell): Promise<void> {
  const answer = await attempted(asked, tell);
  if (!answer.ok) tell({ kind: 'failed', failure: answer.error });
  else {
    const { value } = answer;
    tell({ kind: 'done', answer: value }, value instanceof Uint8Array ? [value.buffer] : []);
  }
}

/** A browser that runs out of memory, or cannot read a file any more, throws. */
async function attempted(asked: ToWorker, tell: Tell): Promise<Result<Answers[Question], FileFault>> {
  try {
    return await answered(asked, tell);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return err({ fault: fault('browser-failed', { facts: { what } }), file: null });
  }
}

async function answered(asked: ToWorker, tell: Tell): Promise<Result<Answers[Question], FileFault>> {
  switch (asked.question) {
    case 'compare':
      return compared(asked.inputs, tell);
    case 'preview':
      return previewFiles(asked.inputs, asked.tried);
    case 'report': {
      const comparison = decodeComparison(asked.comparison);
      if (!comparison.ok) return err({ fault: comparison.error, file: null });
      return ok(writeReport(comparison.value, asked.format, page));
    }
    case 'countable':
      return countableFiles(asked.inputs);
    case 'packs':
      return ok(BUILT_IN_PACKS.map(({ pack, version, summary }) => ({ name: pack, version, summary })));
  }
}

async function compared(inputs: LocalInputs, tell: Tell): Promise<Result<Uint8Array<ArrayBuffer>, FileFault>> {
  const comparison = await compareFiles(inputs, (file) => {
    tell({ kind: 'step', file });
  });
  return comparison.ok ? ok(Uint8Array.from(encodeComparison(comparison.value))) : comparison;
}

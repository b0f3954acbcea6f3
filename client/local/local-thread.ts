/** The thread that compares files in this browser and writes reports. It stays: a second comparison needs no server either. */
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import { decodeComparison } from '../../core/wire/comparison.ts';
import { wordsOf } from '../../core/words/faults.ts';
import type { ApiProblem } from '../api/api.ts';
import type { FileFault, LocalInputs } from '../worker/compare-files.ts';
import type { Answers, FromWorker, Question, Questions } from '../worker/requests.ts';

let worker: Worker | null = null;

/** Starts the thread ahead of its first work, so that its code is here when the server is not. */
export function warmUp(): Worker {
  return (worker ??= new Worker(new URL('../worker/local-worker.ts', import.meta.url), {
    type: 'module',
    name: 'compare',
  }));
}

export interface Work<T> {
  readonly result: Promise<Result<T, ApiProblem>>;
  readonly cancel: () => void;
}

/** Compares; `onStep` gets the file that is read, and null when all are. */
export function compareInThread(inputs: LocalInputs, onStep: (file: string | null) => void): Work<Comparison> {
  const { result, cancel } = askThread('compare', { inputs }, onStep);
  const decoded = async () => {
    const bytes = await result;
    if (!bytes.ok) return bytes;
    const comparison = decodeComparison(bytes.value);
    return comparison.ok ? comparison : err(problemOfFault({ fault: comparison.error, file: null }));
  };
  return { result: decoded(), cancel };
}

/** Asks the thread something; to cancel ends it, with whatever else it was doing. */
export function askThread<Q extends Question>(
  question: Q,
  about: Questions[Q],
  onStep: (file: string | null) => void = () => undefined,
): Work<Answers[Q]> {
  const thread = warmUp();
  const listening = new AbortController();
  const { port1: ours, port2: theirs } = new MessageChannel();
  let cancel = (): void => undefined;
  const result = new Promise<Result<Answers[Q], ApiProblem>>((resolve) => {
    const end = (outcome: Result<Answers[Q], ApiProblem>) => {
      listening.abort();
      ours.close();
      resolve(outcome);
    };
    // A thread that is busy or broken is of no more use.
    const giveUp = (problem: ApiProblem) => {
      thread.terminate();
      if (worker === thread) worker = null;
      end(err(problem));
    };
    cancel = () => {
      giveUp(problemOf('cancelled', 'Cancelled', 'It was cancelled; nothing was sent.', null));
    };
    const onError = () => {
      giveUp(
        problemOf(
          'thread-failed',
          'The comparison could not be started',
          'The browser could not fetch or run the code that compares.',
          'Check that the server is running and reload the page; once it is loaded, comparing needs no server.',
        ),
      );
    };
    thread.addEventListener('error', onError, { signal: listening.signal });
    const onMessage = ({ data }: MessageEvent<FromWorker>) => {
      switch (data.kind) {
        case 'step':
          onStep(data.file);
          return;
        case 'failed':
          end(err(problemOfFault(data.failure)));
          return;
        case 'done':
          end(ok(data.answer as Answers[Q]));
      }
    };
    ours.addEventListener('message', onMessage, { signal: listening.signal });
    ours.start();
    thread.postMessage({ question, ...about }, [theirs]);
  });
  return {
    result,
    cancel: () => {
      cancel();
    },
  };
}

/** As the server would tell it. */
function problemOfFault({ fault, file }: FileFault): ApiProblem {
  const { sentence, advice } = wordsOf(fault);
  const { position, seen, expected } = fault;
  const problem = problemOf(fault.code, 'The profiles cannot be read or compared', sentence, advice);
  return { ...problem, file, position, seen, expected };
}

function problemOf(code: string, title: string, detail: string, advice: string | null): ApiProblem {
  return { title, detail, code, file: null, position: null, column: null, seen: null, expected: null, advice };
}

/**
 * The whole result of a comparison from the server. A large one has its first picture in front: that is told as soon as
 * it is here, and on the screen before the rest is asked for; the rest is read in a thread.
 */
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import { aheadOf } from '../../core/wire/ahead.ts';
import { decodeComparison } from '../../core/wire/comparison.ts';
import { decodePicture } from '../../core/wire/picture.ts';
import type { FirstPicture } from '../../core/wire/picture.ts';
import type { Prepared } from '../model/prepared.ts';
import type { ReadAnswer } from '../worker/read-worker.ts';
import { streamed, unreadable } from './api.ts';
import type { ApiProblem } from './api.ts';

export async function comparisonData(
  id: string,
  onPicture: (picture: FirstPicture) => void,
): Promise<Result<Comparison | Prepared, ApiProblem>> {
  const answer = await streamed('getComparisonData', { params: { id } });
  if (!answer.ok) return answer;
  const arrived = new Arriving(answer.value);
  try {
    let front = aheadOf(arrived.bytes);
    while (front.kind === 'more' && (await arrived.until(front.bytes))) front = aheadOf(arrived.bytes);
    if (front.kind !== 'here') {
      await arrived.until(Number.POSITIVE_INFINITY);
      return readHere(arrived.bytes);
    }
    // A copy: the bytes go to the thread, and what was read from them stays on the screen.
    const picture = decodePicture(front.ahead.slice());
    const thread = startThread();
    if (picture.ok) {
      onPicture(picture.value);
      await painted();
    }
    await arrived.until(Number.POSITIVE_INFINITY);
    return await readIn(thread, arrived.bytes);
  } catch {
    return err(unreadable('bad-answer'));
  }
}

function readHere(bytes: Uint8Array): Result<Comparison, ApiProblem> {
  const decoded = decodeComparison(bytes);
  return decoded.ok ? decoded : err(unreadable(decoded.error.code));
}

function startThread(): Worker {
  return new Worker(new URL('../worker/read-worker.ts', import.meta.url), { type: 'module', name: 'read' });
}

function readIn(thread: Worker, bytes: Uint8Array<ArrayBuffer>): Promise<Result<Comparison | Prepared, ApiProblem>> {
  return new Promise((resolve) => {
    thread.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
      resolve(data.ok ? ok(data.value) : err(unreadable(data.error.code)));
    });
    thread.addEventListener('error', () => {
      thread.terminate();
      resolve(err(unreadable('thread-failed')));
    });
    thread.postMessage(bytes, [bytes.buffer]);
  });
}

/** After the next frame of the screen; a page that nobody sees has none. */
function painted(): Promise<unknown> {
  const frame = new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return Promise.race([frame, new Promise((done) => setTimeout(done, HIDDEN))]);
}

const HIDDEN = 1000;
const FIRST_SIZE = 1 << 20;

/** The bytes of an answer that have arrived; nothing more is taken from the network than was asked for. */
class Arriving {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor({ body, headers }: Response) {
    if (body === null) throw new Error('an answer without a body');
    this.#reader = body.getReader();
    this.#buffer = new Uint8Array(Number(headers.get('content-length') ?? 0) || FIRST_SIZE);
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Whether so many are there; false at the end of a shorter answer. */
  async until(wanted: number): Promise<boolean> {
    while (this.#length < wanted) {
      const { done, value } = await this.#reader.read();
      if (done) return false;
      this.#take(value);
    }
    return true;
  }

  #take(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }
}

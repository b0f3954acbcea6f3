import { PlainLineScanner } from '../bytes/line-scanner.ts';
import type { LineScanner, TakeTokens } from '../bytes/line-scanner.ts';
import { LINE_SCANNER_WASM } from './line-scanner.generated.ts';
import { compileWasm } from './runtime.ts';

/** What line-scanner.as exports; addresses are positions in `memory`. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly clear: () => void;
  readonly reserve: (bytes: number) => number;
  readonly scan: (start: number, end: number) => number;
  readonly position: () => number;
  readonly tokens: () => number;
  readonly held: () => number;
  readonly textStart: (token: number) => number;
  readonly textLength: (token: number) => number;
}

/** Bytes scanned in one go: they and what is looked up for them stay in the processor's cache. */
const SLICE = (1 << 18) - 1;
const LINE_FEED = 10;

const makeExports = compileWasm(LINE_SCANNER_WASM);

/** The fastest scanner that this host can run. */
export function lineScanner(): LineScanner {
  const exports = makeExports() as Exports | null;
  return exports === null ? new PlainLineScanner() : new WasmLineScanner(exports);
}

/** `PlainLineScanner` with its loop in WebAssembly: the same tokens, several times faster. */
class WasmLineScanner implements LineScanner {
  readonly #wasm: Exports;
  /** Views of the memory; they end when it grows, and are then made again. */
  #bytes = new Uint8Array(0);
  #tokens = new Int32Array(0);

  constructor(wasm: Exports) {
    this.#wasm = wasm;
    wasm.clear();
  }

  get held(): number {
    return this.#wasm.held();
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  start(token: number): number {
    return this.#wasm.textStart(token);
  }

  end(token: number): number {
    return this.#wasm.textStart(token) + this.#wasm.textLength(token);
  }

  clear(): void {
    this.#wasm.clear();
  }

  scan(buffer: Uint8Array, start: number, end: number, take: TakeTokens): void {
    for (let at = start; at < end; ) {
      const sliceEnd = endOfSlice(buffer, at, end);
      this.#scanSlice(buffer.subarray(at, sliceEnd), take);
      at = sliceEnd;
    }
  }

  #scanSlice(slice: Uint8Array, take: TakeTokens): void {
    let at = this.#wasm.reserve(roundedUp(slice.length + 1));
    this.#refreshViews();
    this.#bytes.set(slice, at);
    let end = at + slice.length;
    if (this.#bytes[end - 1] !== LINE_FEED) this.#bytes[end++] = LINE_FEED;
    while (at < end) {
      const used = this.#wasm.scan(at, end);
      this.#refreshViews();
      take(this.#tokens, used, this.#bytes);
      at = this.#wasm.position();
    }
  }

  #refreshViews(): void {
    const { buffer } = this.#wasm.memory;
    if (this.#bytes.buffer === buffer) return;
    this.#bytes = new Uint8Array(buffer);
    this.#tokens = new Int32Array(buffer, this.#wasm.tokens());
  }
}

/** End of whole lines of about SLICE bytes; a longer line is a slice of its own. */
function endOfSlice(buffer: Uint8Array, start: number, end: number): number {
  if (end - start <= SLICE) return end;
  const last = buffer.lastIndexOf(LINE_FEED, start + SLICE - 1);
  if (last >= start) return last + 1;
  const next = buffer.indexOf(LINE_FEED, start + SLICE);
  return next < 0 || next >= end ? end : next + 1;
}

/** The next power of two: an input area that grows by doubling wastes no more than it holds. */
function roundedUp(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(bytes));
}

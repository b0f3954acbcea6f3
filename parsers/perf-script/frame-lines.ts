import type { ProfileBuilder } from '../../core/model/builder.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import { doubled } from '../bytes/interner.ts';
import type { LineScanner } from '../bytes/line-scanner.ts';
import { readFrame } from './frame.ts';
import { isOtherRecord, readHeader } from './header.ts';

/** Value in `frame`: the line stands for several frames (JIT), or for none. */
export const UNUSUAL = -1;

/** More bytes of distinct lines than this are forgotten and read anew, so memory follows the tree and not the text. */
const MAX_HELD = 64 * 1024 * 1024;
const MAX_LOOSE = 1 << 14;

/** Every header line has one; few frames do. */
const COLON = /:(?:\s|$)/;

const NO_FRAMES: readonly FrameIndex[] = [];

/** What the numbered frame lines of a scanner stand for. Each is parsed once, however often it occurs. */
export class FrameLines {
  /** Frame of a line, or UNUSUAL; valid up to `known`. */
  frame = new Int32Array(512);
  known = 0;
  readonly #scanner: LineScanner;
  readonly #builder: ProfileBuilder;
  /** Frames of the unusual lines, leaf first. */
  readonly #several = new Map<number, readonly FrameIndex[]>();
  /** Frames of lines met outside of stacks, leaf first. */
  readonly #loose = new Map<string, readonly FrameIndex[]>();

  constructor(scanner: LineScanner, builder: ProfileBuilder) {
    this.#scanner = scanner;
    this.#builder = builder;
  }

  /** Parses the line `token`, the next new one. */
  learn(token: number): number {
    const text = this.#scanner.text(token);
    // `cafe 1234 12.5: cycles:` begins like a frame, and is the header of a thread called cafe.
    const isHeader = COLON.test(text) && (readHeader(text) !== null || isOtherRecord(text));
    const frames = !isHeader ? this.#parsed(text) : NO_FRAMES;
    const [only] = frames;
    const frame = frames.length === 1 && only !== undefined ? only : UNUSUAL;
    if (frame === UNUSUAL) this.#several.set(token, frames);
    while (token >= this.frame.length) this.frame = doubled(this.frame);
    this.frame[token] = frame;
    this.known = token + 1;
    return frame;
  }

  /** Frames of an unusual line, leaf first; none when it is no frame. */
  several(token: number): readonly FrameIndex[] {
    return this.#several.get(token) ?? NO_FRAMES;
  }

  /** Frames of a line that the scanner did not number, leaf first; none when it is no frame. */
  framesIn(text: string): readonly FrameIndex[] {
    const known = this.#loose.get(text);
    if (known !== undefined) return known;
    if (this.#loose.size >= MAX_LOOSE) this.#loose.clear();
    const frames = this.#parsed(text);
    this.#loose.set(text, frames);
    return frames;
  }

  /** `frame`, which `readFrame` gave, with the source file that the line below it names. */
  inFile(frame: number, file: string): FrameIndex {
    return this.#builder.withFile(frame as FrameIndex, file);
  }

  #parsed(text: string): readonly FrameIndex[] {
    const printed = readFrame(text);
    if (printed === null) return NO_FRAMES;
    const { names, module, kind } = printed;
    return names.map((name) => this.#builder.frame(name, { module, kind })).reverse();
  }

  /** To be called between two chunks. */
  forgetWhenLarge(): void {
    if (this.#scanner.held <= MAX_HELD) return;
    this.#scanner.clear();
    this.#several.clear();
    this.known = 0;
  }
}

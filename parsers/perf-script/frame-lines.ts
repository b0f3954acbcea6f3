import type { ProfileBuilder } from '../../core/model/builder.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import { ByteInterner, doubled } from '../bytes/interner.ts';
import type { LineScanner } from '../bytes/line-scanner.ts';
import { frameNamed, readFrame } from './frame.ts';
import type { PrintedFrame } from './frame.ts';
import { isOtherRecord, readHeader } from './header.ts';
import { PlainFrame } from './plain-frame.ts';

/** Value in `frame`: the line stands for several frames (JIT), or for none. */
export const UNUSUAL = -1;

/** More bytes of distinct lines than this are forgotten and read anew, so memory follows the tree and not the text. */
const MAX_HELD = 64 * 1024 * 1024;
const MAX_LOOSE = 1 << 14;
/** Names of one module differ by less than this in their keys. */
const KEYS_A_MODULE = 2 ** 27;

const NO_FRAMES: readonly FrameIndex[] = [];

/** What the numbered frame lines of a scanner stand for. Each is parsed once, however often it occurs. */
export class FrameLines {
  /** Frame of a line, or UNUSUAL; valid up to `known`. */
  frame = new Int32Array(512);
  known = 0;
  readonly #scanner: LineScanner;
  readonly #builder: ProfileBuilder;
  readonly #plain = new PlainFrame();
  /** A symbol stands at many addresses: its frame is known by the bytes of its name and its module. */
  #symbols = new ByteInterner();
  #modules = new ByteInterner();
  readonly #frameOfSymbol = new Map<number, number>();
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
    const { bytes } = this.#scanner;
    const isPlain = this.#plain.read(bytes, this.#scanner.start(token), this.#scanner.end(token));
    let frame = isPlain ? this.#plainFrame(bytes) : UNUSUAL;
    if (frame === UNUSUAL) {
      const frames = this.#framesOfText(this.text(token));
      if (frames.length === 1) frame = frames[0] ?? UNUSUAL;
      else this.#several.set(token, frames);
    }
    while (token >= this.frame.length) this.frame = doubled(this.frame);
    this.frame[token] = frame;
    this.known = token + 1;
    return frame;
  }

  /** The line for a careful reading, with an indent, since a thread may have an empty name. */
  text(token: number): string {
    const { bytes } = this.#scanner;
    return ` ${decoder.decode(bytes.subarray(this.#scanner.start(token), this.#scanner.end(token))).trimEnd()}`;
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
    const printed = readFrame(text);
    const frames = printed === null ? NO_FRAMES : this.#interned(printed);
    this.#loose.set(text, frames);
    return frames;
  }

  /** `frame` with the source file that the line below it names. */
  inFile(frame: number, file: string): FrameIndex {
    return this.#builder.withFile(frame as FrameIndex, file);
  }

  /** To be called between two chunks. */
  forgetWhenLarge(): void {
    if (this.#scanner.held <= MAX_HELD) return;
    this.#scanner.clear();
    this.#several.clear();
    this.#symbols = new ByteInterner();
    this.#modules = new ByteInterner();
    this.#frameOfSymbol.clear();
    this.known = 0;
  }

  #plainFrame(bytes: Uint8Array): number {
    const { symbolStart, symbolEnd, moduleStart, moduleEnd } = this.#plain;
    const symbol = this.#symbols.of(bytes, symbolStart, symbolEnd);
    const module = this.#modules.of(bytes, moduleStart, moduleEnd);
    const key = module * KEYS_A_MODULE + symbol;
    const known = this.#frameOfSymbol.get(key);
    if (known !== undefined) return known;
    const frames = this.#interned(frameNamed(this.#symbols.text(symbol), this.#modules.text(module)));
    const frame = frames.length === 1 ? (frames[0] ?? UNUSUAL) : UNUSUAL;
    this.#frameOfSymbol.set(key, frame);
    return frame;
  }

  #framesOfText(text: string): readonly FrameIndex[] {
    // `cafe 1234 12.5: cycles:` begins like a frame, and is the header of a thread called cafe.
    const isHeader = readHeader(text) !== null || isOtherRecord(text);
    const printed = isHeader ? null : readFrame(text);
    return printed === null ? NO_FRAMES : this.#interned(printed);
  }

  #interned({ names, module, kind }: PrintedFrame): readonly FrameIndex[] {
    return names.map((name) => this.#builder.frame(name, { module, kind })).reverse();
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

import { LineSplitter } from './line-splitter.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A line without its end. */
export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** False for a last line that no line feed ends: it may be cut. */
  readonly ended: boolean;
}

/** Cuts a stream of UTF-8 chunks into lines of text, ended by LF or CRLF, for formats whose lines are read as strings. */
export class TextLines {
  readonly #splitter: LineSplitter;
  #count = 0;

  constructor(onLine: (line: TextLine) => void) {
    this.#splitter = new LineSplitter((buffer, start, end) => {
      for (let at = start; at < end; ) {
        const feed = buffer.indexOf(LINE_FEED, at);
        const ended = feed >= 0 && feed < end;
        const next = ended ? feed + 1 : end;
        let stop = ended ? feed : end;
        if (stop > at && buffer[stop - 1] === CARRIAGE_RETURN) stop--;
        onLine({ text: decoder.decode(buffer.subarray(at, stop)), number: ++this.#count, ended });
        at = next;
      }
    });
  }

  /** Lines handed over so far. */
  get count(): number {
    return this.#count;
  }

  /** Bytes of an unfinished line that are held back: a reader with a limit on line length looks here. */
  get pending(): number {
    return this.#splitter.pending;
  }

  feed(chunk: Uint8Array): void {
    this.#splitter.feed(chunk);
  }

  finish(): void {
    this.#splitter.finish();
  }
}

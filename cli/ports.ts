/** What a command needs of the world, so that tests need no process. */
export interface Ports {
  /** Data. Resolves when it is worth writing more. */
  readonly write: (data: string | Uint8Array) => Promise<void>;
  /** Talk: problems, progress. A line, without its end. */
  readonly say: (line: string) => void;
  /** Bytes of a file, in chunks; `-` is standard input. */
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
  /** Writes a file whole or not at all. */
  readonly save: (path: string, chunks: Iterable<string | Uint8Array>) => Promise<void>;
  /** True when data goes to a terminal that wants colours. */
  readonly colour: boolean;
}

/** Exit codes, part of the contract. */
export const DONE = 0;
/** Bad input or usage. */
export const BAD = 2;

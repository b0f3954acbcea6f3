/** What a command needs of the world, so that tests need no process. */
export interface Ports {
  /** Data. Resolves when it is worth writing more. */
  readonly write: (data: string | Uint8Array) => Promise<void>;
  /** Talk: problems, progress. A line, without its end. */
  readonly say: (line: string) => void;
  /** Bytes of a file, in chunks; `-` is standard input. */
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
  /** Paths of the files in a folder, by name; null when `path` is no folder. */
  readonly list: (path: string) => Promise<readonly string[] | null>;
  /** Today as an ISO date, which allowances expire against. */
  readonly today: () => string;
  /** Writes a file whole or not at all. */
  readonly save: (path: string, chunks: Iterable<string | Uint8Array>) => Promise<void>;
  /** True when data goes to a terminal that wants colours. */
  readonly colour: boolean;
}

/** Exit codes, part of the contract. */
export const DONE = 0;
/** Bad input or usage. */
export const BAD = 2;

/** Ends a command with an exit code of its own: everything has been written. */
export class Ended extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

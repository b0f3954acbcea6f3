/** What a command needs of the world, so that tests need no process. */
export interface Ports {
  /** Data. Resolves when it is worth writing more. */
  readonly write: (data: string | Uint8Array) => Promise<void>;
  /** Talk: problems, progress. A line, without its end. */
  readonly say: (line: string) => void;
  /** Bytes of a file, in chunks that hold until the next one is asked for; `-` is standard input. */
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
  /** Paths of the files in a folder, by name; null when `path` is no folder. */
  readonly list: (path: string) => Promise<readonly string[] | null>;
  /** Today as an ISO date, which allowances expire against. */
  readonly today: () => string;
  /** Writes a file whole or not at all; with its folders, when they are to be made. */
  readonly save: (path: string, chunks: Iterable<string | Uint8Array>, withFolders?: boolean) => Promise<void>;
  /** Adds to the end of a file. */
  readonly append: (path: string, text: string) => Promise<void>;
  /** True when data goes to a terminal that wants colours. */
  readonly colour: boolean;
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs a program, without a shell. */
  readonly execute: (command: string, args: readonly string[], options?: ExecuteOptions) => Promise<Executed>;
  /** What a program of `execute` leaves behind for as long as `work` takes: a folder of its own, removed afterwards. */
  readonly withFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  readonly fetch: (address: string, request?: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface ExecuteOptions {
  /** Beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** File for its standard output; left out: it is given back. */
  readonly output?: string;
  /** Its standard error goes where ours goes; left out: nowhere. */
  readonly talks?: true;
}

export interface Executed {
  /** Null when it could not be started or was ended by a signal. */
  readonly code: number | null;
  /** Standard output, unless it went to a file. */
  readonly out: string;
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

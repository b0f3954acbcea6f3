/** What the pipeline needs from where it runs: Node (server, CLI, workers) or a browser worker. */
export interface Host {
  /** Inflates gzip, all members of it; rejects when the data is damaged or cut short. */
  readonly gunzip: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  /** SHA-256 of a stream. */
  readonly hasher: () => Hasher;
}

export interface Hasher {
  update(chunk: Uint8Array): void;
  /** Lower case hex; ends the hasher. */
  hex(): Promise<string>;
}

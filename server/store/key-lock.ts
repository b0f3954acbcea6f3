/**
 * Runs one action at a time for each key, in the order asked. Keeps "is this blob still needed? then remove it" apart
 * from "store this blob, then the row that needs it".
 */
export class KeyLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Waits for all `keys` (sorted, so that two callers cannot wait for each other), then runs `action`. */
  async run<T>(keys: readonly string[], action: () => Promise<T>): Promise<T> {
    const sorted = [...new Set(keys)].sort();
    const step = (at: number): Promise<T> => {
      const key = sorted[at];
      return key === undefined ? action() : this.#one(key, () => step(at + 1));
    };
    return step(0);
  }

  async #one<T>(key: string, action: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(action);
    const tail = result.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}

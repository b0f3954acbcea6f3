import { Busy } from '../ports.ts';

/**
 * Lets so many actions run at a time and so many more wait, in order; the next one is refused as `Busy`. The pool's own
 * bound does not hold for tasks that can be stopped, which all of ours are.
 */
export class Gate {
  #free: number;
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];

  constructor(running: number, waiting: number) {
    this.#free = running;
    this.#places = waiting;
  }

  async run<T>(action: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await action();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    if (this.#waiting.length >= this.#places) throw new Busy();
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}

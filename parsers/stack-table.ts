import type { ProfileBuilder } from '../core/model/builder.ts';
import { ROOT } from '../core/model/profile.ts';
import type { NodeIndex } from '../core/model/profile.ts';

/**
 * Remembers the node of each whole stack, so that a stack seen before costs one look-up instead of one for each of its
 * frames. Stacks are given leaf first, as perf prints them.
 */
export class StackTable {
  readonly #builder: ProfileBuilder;
  #table = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 12);
  #used = 0;

  constructor(builder: ProfileBuilder) {
    this.#builder = builder;
  }

  /** The node of the `length` frames in `leafFirst`. */
  node(leafFirst: Int32Array, length: number): NodeIndex {
    let hash = 0;
    for (let i = 0; i < length; i++) {
      hash = Math.imul(hash ^ leafFirst[i]!, 0x9e3779b1);
      hash ^= hash >>> 13;
    }
    const mask = this.#table.length - 1;
    let slot = (hash ^ (hash >>> 16)) & mask;
    for (let node = this.#table[slot]!; node !== 0; node = this.#table[slot]!) {
      if (this.#hashes[slot] === hash && this.#builder.isStackLeafFirst(node as NodeIndex, leafFirst, length))
        return node as NodeIndex;
      slot = (slot + 1) & mask;
    }
    const node = this.#builder.stackLeafFirst(leafFirst, length);
    if (node !== ROOT) this.#put(slot, node, hash);
    return node;
  }

  #put(slot: number, node: NodeIndex, hash: number): void {
    this.#table[slot] = node;
    this.#hashes[slot] = hash;
    if (++this.#used * 2 < this.#table.length) return;
    const [table, hashes] = [this.#table, this.#hashes];
    this.#table = new Int32Array(table.length * 2);
    this.#hashes = new Int32Array(table.length * 2);
    const mask = this.#table.length - 1;
    for (let i = 0; i < table.length; i++) {
      if (table[i] === 0) continue;
      let to = (hashes[i]! ^ (hashes[i]! >>> 16)) & mask;
      while (this.#table[to] !== 0) to = (to + 1) & mask;
      this.#table[to] = table[i]!;
      this.#hashes[to] = hashes[i]!;
    }
  }
}

import { NONE } from './profile.ts';
import type { FrameIndex, FrameTable } from './profile.ts';

export interface FrameLimits {
  readonly maxFrames: number;
  /** Characters of all strings together. */
  readonly maxStringCharacters: number;
}

/** Everything that tells frames apart; the absent is null, 0 for the line. */
interface InternedFrame {
  readonly name: string;
  readonly module: string | null;
  readonly file: string | null;
  readonly line: number;
  /** Index into FRAME_KINDS. */
  readonly kind: number;
}

/** The strings and frames of a profile that is being made: equal frames get one index. */
export class FrameInterner {
  readonly strings: string[] = [];
  readonly #limits: FrameLimits;
  /** Told the name of a limit that was passed. */
  readonly #stop: (limit: keyof FrameLimits) => void;
  readonly #stringIds = new Map<string, number>();
  #characters = 0;
  #count = 0;
  #name = new Int32Array(256);
  #module = new Int32Array(256);
  #file = new Int32Array(256);
  #line = new Int32Array(256);
  #kind = new Uint8Array(256);
  /** Hash table of the frames, index + 1 each. */
  #table = new Int32Array(512);

  constructor(limits: FrameLimits, stop: (limit: keyof FrameLimits) => void) {
    this.#limits = limits;
    this.#stop = stop;
  }

  get count(): number {
    return this.#count;
  }

  /** The frame that has only a name. */
  named(name: string): FrameIndex {
    return this.#intern(this.#string(name), NONE, NONE, 0, 0);
  }

  frame({ name, module, file, line, kind }: InternedFrame): FrameIndex {
    const nameId = this.#string(name);
    const moduleId = module === null ? NONE : this.#string(module);
    return this.#intern(nameId, moduleId, file === null ? NONE : this.#string(file), line, kind);
  }

  /** The frame that differs from `frame` in its source file alone. */
  withFile(frame: FrameIndex, file: string): FrameIndex {
    const [name, module] = [this.#name[frame]!, this.#module[frame]!];
    return this.#intern(name, module, this.#string(file), this.#line[frame]!, this.#kind[frame]!);
  }

  finish(): FrameTable {
    const length = this.#count;
    return {
      length,
      name: this.#name.slice(0, length),
      module: this.#module.slice(0, length),
      file: this.#file.slice(0, length),
      line: this.#line.slice(0, length),
      kind: this.#kind.slice(0, length),
    };
  }

  #string(text: string): number {
    const known = this.#stringIds.get(text);
    if (known !== undefined) return known;
    this.#characters += text.length;
    if (this.#characters > this.#limits.maxStringCharacters) this.#stop('maxStringCharacters');
    const id = this.strings.push(text) - 1;
    this.#stringIds.set(text, id);
    return id;
  }

  #intern(name: number, module: number, file: number, line: number, kind: number): FrameIndex {
    const mask = this.#table.length - 1;
    let slot = hashOf(name, module, file, line, kind) & mask;
    for (let entry = this.#table[slot]!; entry !== 0; entry = this.#table[slot]!) {
      const frame = entry - 1;
      if (
        this.#name[frame] === name &&
        this.#module[frame] === module &&
        this.#file[frame] === file &&
        this.#line[frame] === line &&
        this.#kind[frame] === kind
      )
        return frame as FrameIndex;
      slot = (slot + 1) & mask;
    }
    if (this.#count >= this.#limits.maxFrames) {
      this.#stop('maxFrames');
      return 0 as FrameIndex;
    }
    const made = this.#count++;
    if (made === this.#name.length) this.#grow();
    this.#name[made] = name;
    this.#module[made] = module;
    this.#file[made] = file;
    this.#line[made] = line;
    this.#kind[made] = kind;
    this.#table[slot] = made + 1;
    if (this.#count * 2 > this.#table.length) this.#growTable();
    return made as FrameIndex;
  }

  #grow(): void {
    this.#name = grown(this.#name);
    this.#module = grown(this.#module);
    this.#file = grown(this.#file);
    this.#line = grown(this.#line);
    const kinds = new Uint8Array(this.#kind.length * 2);
    kinds.set(this.#kind);
    this.#kind = kinds;
  }

  #growTable(): void {
    const table = new Int32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let frame = 0; frame < this.#count; frame++) {
      const [name, module, file] = [this.#name[frame]!, this.#module[frame]!, this.#file[frame]!];
      let slot = hashOf(name, module, file, this.#line[frame]!, this.#kind[frame]!) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = frame + 1;
    }
    this.#table = table;
  }
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}

function hashOf(name: number, module: number, file: number, line: number, kind: number): number {
  let hash = Math.imul(name, 0x9e3779b1) ^ Math.imul(module, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(file, 0xc2b2ae35) ^ Math.imul(line, 0x27d4eb2f) ^ kind;
  return hash ^ (hash >>> 15);
}

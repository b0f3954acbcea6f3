/** A frame of a printed backtrace. */
export interface PrintedFrame {
  /** Whole, with the argument types of C++ (`mysqld_main(int, char**)`) but without argument values; `??` has no name. */
  readonly name: string;
  readonly module: string | null;
  readonly file: string | null;
}

export interface FrameStart {
  /** Position in the stack, 0 for the leaf. */
  readonly number: number;
  readonly hasAddress: boolean;
  /** gdb writes `in` between address and name, eu-stack does not. */
  readonly isGdb: boolean;
  readonly rest: string;
}

const START = /^#(\d{1,9})\s+(?:(0x[0-9a-fA-F]+)(?:\s+-\s+1)?(?:\s+(in)\b)?(?:\s+|$))?(.*)$/s;

/** `#12 0x00007f1c in fn (args) at file:line`; null for any other line. */
export function readStart(line: string): FrameStart | null {
  const found = START.exec(line);
  if (found === null) return null;
  const [, number, address, word, rest = ''] = found;
  const hasAddress = address !== undefined;
  return { number: Number(number), hasAddress, isGdb: !hasAddress || word !== undefined, rest };
}

const LONGEST_PLACE = ' from '.length;

/**
 * Finds the argument values of a gdb frame while its lines come in: the first parentheses behind a blank that nothing
 * follows but ` at FILE:LINE` or ` from LIBRARY`. Parentheses of the name itself (`operator()(int) const`,
 * `(anonymous namespace)::f`, `function<void (int)>`) are followed by something else. Strings among the values may hold
 * anything, so quotes are followed there. Each character is looked at once.
 */
export class ArgumentScanner {
  readonly #followQuotes: boolean;
  #parts: string[] = [];
  #length = 0;
  #last = '';
  #depth = 0;
  #quote = '';
  #escaped = false;
  #openIsApart = false;
  #open = 0;
  /** The last group behind a blank, and the first characters behind it: once they are a place, nothing is looked for. */
  #group: readonly [number, number] | null = null;
  #behind = '';
  #placed = false;

  constructor(followQuotes = true) {
    this.#followQuotes = followQuotes;
  }

  get length(): number {
    return this.#length;
  }

  get text(): string {
    if (this.#parts.length > 1) this.#parts = [this.#parts.join('')];
    return this.#parts[0] ?? '';
  }

  /** Whether an indented line goes on this frame: inside parentheses, with its arguments, or with its place. */
  goesOn(next: string): boolean {
    if (this.#depth > 0) return true;
    if (this.#group === null) return next.startsWith('(');
    return this.#group[1] === this.#length && /^(?:at|from)\s/.test(next);
  }

  /** Start and end of the argument values; null when there are none, or not to their end. */
  get found(): readonly [number, number] | null {
    if (this.#group === null || this.#depth > 0) return null;
    return /^(?:$|\s+(?:at|from)\s)/.test(this.text.slice(this.#group[1])) ? this.#group : null;
  }

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  feed(part: string): void {
    this.#parts.push(part);
    for (const character of part) {
      if (!this.#placed) this.#step(character);
      if (this.#group !== null && this.#behind.length < LONGEST_PLACE && this.#length >= this.#group[1]) {
        this.#behind += character;
        this.#placed = /^ (?:at|from) /.test(this.#behind);
      }
      this.#length += character.length;
      this.#last = character;
    }
  }

  #step(character: string): void {
    if (this.#quote !== '') {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else if (character === this.#quote) this.#quote = '';
    } else if (this.#depth > 0 && this.#followQuotes && (character === '"' || character === "'")) {
      this.#quote = character;
    } else if (character === '(') {
      if (this.#depth++ > 0) return;
      this.#openIsApart = this.#last === ' ';
      this.#open = this.#length;
    } else if (character === ')' && this.#depth > 0) {
      if (--this.#depth > 0 || !this.#openIsApart) return;
      this.#group = [this.#open, this.#length + 1];
      this.#behind = '';
    }
  }
}

/** What a whole frame stands for. `complete` is false when its end is missing. */
export function readFrame(
  start: FrameStart,
  scanned: ArgumentScanner,
): { readonly frame: PrintedFrame; readonly complete: boolean } {
  const text = scanned.text.trim();
  if (!start.isGdb) return { frame: euFrame(text), complete: true };
  if (text === '' || text.startsWith('<signal handler called>')) {
    return { frame: { name: text === '' ? '??' : text, module: null, file: null }, complete: text !== '' };
  }
  const found = scanned.found ?? withoutQuotes(scanned.text);
  if (found === null) {
    const open = scanned.text.indexOf(' (');
    const name = (open > 0 && scanned.isOpen ? scanned.text.slice(0, open) : text).trim();
    return { frame: { name, module: null, file: null }, complete: false };
  }
  const name = scanned.text.slice(0, found[0]).trim();
  const place = /^\s+(at|from)\s+(.*)$/s.exec(scanned.text.slice(found[1]));
  const where = place?.[2]?.trim() ?? '';
  if (place?.[1] === 'from') return { frame: { name, module: where, file: null }, complete: where !== '' };
  const file = where.replace(/:\d+$/, '');
  return { frame: { name, module: null, file: file === '' ? null : file }, complete: place === null || file !== '' };
}

/** An odd quote (a lifetime of Rust, a digit separator) hides the end: then quotes are plain characters. */
function withoutQuotes(text: string): readonly [number, number] | null {
  const plain = new ArgumentScanner(false);
  plain.feed(text);
  return plain.found;
}

/** `__poll - /usr/lib64/libc.so.6`, the module only with `-m`; no name: `??`. */
function euFrame(text: string): PrintedFrame {
  const at = Math.max(text.lastIndexOf('- /'), text.endsWith(']') ? text.lastIndexOf('- [') : -1);
  const hasModule = at === 0 || (at > 0 && text[at - 1] === ' ');
  const before = (hasModule ? text.slice(0, at) : text).trim();
  const name = before.endsWith(INLINED) ? before.slice(0, -INLINED.length).trim() : before;
  return { name: name === '' ? '??' : name, module: hasModule ? text.slice(at + 2) : null, file: null };
}

const INLINED = '[inlined]';

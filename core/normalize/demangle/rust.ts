/**
 * Rust symbols of the v0 scheme (RFC 2603), written without disambiguators and hashes, as people read them. Legacy Rust
 * symbols are Itanium names.
 */
import { Cursor, NoSymbol, isDigit } from './cursor.ts';
import { fromPunycode } from './punycode.ts';

const LONGEST = 65_536;

const BASIC: ReadonlyMap<string, string> = new Map(
  (
    'a i8,b bool,c char,d f64,e str,f f32,h u8,i isize,j usize,l i32,m u32,n i128,o u128,p _,s i16,t u16,u (),v ...,' +
    'x i64,y u64,z !'
  )
    .split(',')
    .map((entry) => [entry.slice(0, 1), entry.slice(2)]),
);

/** The function that `symbol` (`_R…`) stands for, or null when it is no such symbol. */
export function demangleRust(symbol: string): string | null {
  if (!/^_R[A-Z]/.test(symbol)) return null;
  const reader = new Reader(new Cursor(symbol), 2);
  try {
    reader.path(true);
    // Which crate an instance was made for tells nothing about the function.
    if (!reader.cursor.ended) reader.quietly(() => reader.path(false));
    return reader.cursor.ended ? reader.out : null;
  } catch (error) {
    if (error instanceof NoSymbol) return null;
    throw error;
  }
}

/** Reads and writes at once: unlike C++, everything stands in the order in which it is read. */
class Reader {
  readonly cursor: Cursor;
  out = '';
  /** Back references count from here. */
  readonly #start: number;
  #quiet = false;
  #lifetimes = 0;

  constructor(cursor: Cursor, start: number) {
    this.cursor = cursor;
    this.#start = start;
    cursor.at = start;
  }

  #write(text: string): void {
    if (this.#quiet) return;
    this.out += text;
    if (this.out.length > LONGEST) this.cursor.fail();
  }

  quietly(read: () => void): void {
    const outer = this.#quiet;
    this.#quiet = true;
    read();
    this.#quiet = outer;
  }

  /** `asValue`: generic arguments are written with `::` before them. Gives whether the `>` of arguments is left open. */
  path(asValue: boolean, leaveOpen = false): boolean {
    const { cursor } = this;
    cursor.enter();
    let open = false;
    switch (cursor.next()) {
      case 'C':
        this.#disambiguator();
        this.#write(this.#identifier());
        break;
      case 'M':
        this.#implementation();
        this.#write('<');
        this.type();
        this.#write('>');
        break;
      case 'X':
        this.#implementation();
        this.#asTrait();
        break;
      case 'Y':
        this.#asTrait();
        break;
      case 'N':
        this.#nested(asValue);
        break;
      case 'I':
        this.path(asValue);
        this.#write(asValue ? '::<' : '<');
        this.#until('E', ', ', () => this.#argument());
        if (leaveOpen) open = true;
        else this.#write('>');
        break;
      case 'B':
        open = this.#backReference(() => this.path(asValue, leaveOpen));
        break;
      default:
        cursor.fail();
    }
    cursor.leave();
    return open;
  }

  #implementation(): void {
    this.#disambiguator();
    this.quietly(() => this.path(false));
  }

  #asTrait(): void {
    this.#write('<');
    this.type();
    this.#write(' as ');
    this.path(false);
    this.#write('>');
  }

  #nested(asValue: boolean): void {
    const namespace = this.cursor.next();
    this.path(asValue);
    const number = this.#disambiguator();
    const name = this.#identifier();
    if (namespace >= 'a' && namespace <= 'z') {
      if (name !== '') this.#write(`::${name}`);
      return;
    }
    // Things without a name of their own: the number tells them apart.
    const what = namespace === 'C' ? 'closure' : namespace === 'S' ? 'shim' : namespace;
    this.#write(`::{${what}${name === '' ? '' : `:${name}`}#${number}}`);
  }

  #argument(): void {
    const { cursor } = this;
    if (cursor.peek() === 'L') this.#write(this.#lifetime());
    else if (cursor.take('K')) this.#constant();
    else this.type();
  }

  type(): void {
    const { cursor } = this;
    const basic = BASIC.get(cursor.peek());
    if (basic !== undefined) {
      cursor.at++;
      this.#write(basic);
      return;
    }
    cursor.enter();
    switch (cursor.peek()) {
      case 'R':
      case 'Q': {
        const mutable = cursor.next() === 'Q' ? 'mut ' : '';
        const lifetime = cursor.peek() === 'L' ? this.#lifetime() : "'_";
        this.#write(`&${lifetime === "'_" ? '' : `${lifetime} `}${mutable}`);
        this.type();
        break;
      }
      case 'P':
      case 'O':
        this.#write(cursor.next() === 'P' ? '*const ' : '*mut ');
        this.type();
        break;
      case 'A':
      case 'S': {
        const sized = cursor.next() === 'A';
        this.#write('[');
        this.type();
        if (sized) {
          this.#write('; ');
          this.#constant();
        }
        this.#write(']');
        break;
      }
      case 'T': {
        cursor.at++;
        this.#write('(');
        const count = this.#until('E', ', ', () => this.type());
        this.#write(count === 1 ? ',)' : ')');
        break;
      }
      case 'F':
        cursor.at++;
        this.#bound(() => this.#signature());
        break;
      case 'D':
        cursor.at++;
        this.#dynamic();
        break;
      case 'B':
        cursor.at++;
        this.#backReference(() => {
          this.type();
          return false;
        });
        break;
      default:
        this.path(false);
    }
    cursor.leave();
  }

  #signature(): void {
    const { cursor } = this;
    if (cursor.take('U')) this.#write('unsafe ');
    if (cursor.take('K')) {
      const abi = cursor.take('C') ? 'C' : this.#identifier().replaceAll('_', '-');
      this.#write(`extern "${abi}" `);
    }
    this.#write('fn(');
    this.#until('E', ', ', () => this.type());
    this.#write(')');
    if (cursor.take('u')) return;
    this.#write(' -> ');
    this.type();
  }

  #dynamic(): void {
    this.#write('dyn ');
    this.#bound(() => this.#until('E', ' + ', () => this.#trait()));
    if (this.cursor.peek() !== 'L') this.cursor.fail();
    const lifetime = this.#lifetime();
    if (lifetime !== "'_") this.#write(` + ${lifetime}`);
  }

  /** `Trait<A, Item = B>`: bindings go into the list of arguments. */
  #trait(): void {
    let open = this.path(false, true);
    while (this.cursor.take('p')) {
      this.#write(open ? ', ' : '<');
      open = true;
      this.#write(`${this.#identifier()} = `);
      this.type();
    }
    if (open) this.#write('>');
  }

  /** `for<'a>` around what `read` reads. */
  #bound(read: () => void): void {
    const count = this.cursor.take('G') ? this.#base62() + 1 : 0;
    if (count > 64) this.cursor.fail();
    const outer = this.#lifetimes;
    if (count > 0) {
      const names = Array.from({ length: count }, (_, i) => lifetimeName(outer + i));
      this.#write(`for<${names.join(', ')}> `);
    }
    this.#lifetimes += count;
    read();
    this.#lifetimes = outer;
  }

  #lifetime(): string {
    this.cursor.expect('L');
    const index = this.#base62();
    if (index === 0) return "'_";
    const at = this.#lifetimes - index;
    if (at < 0) this.cursor.fail();
    return lifetimeName(at);
  }

  #constant(): void {
    const { cursor } = this;
    if (cursor.take('p')) {
      this.#write('_');
      return;
    }
    if (cursor.take('B')) {
      this.#backReference(() => {
        this.#constant();
        return false;
      });
      return;
    }
    const type = cursor.next();
    const minus = cursor.take('n') ? '-' : '';
    const end = cursor.source.indexOf('_', cursor.at);
    const digits = cursor.source.slice(cursor.at, end);
    if (end < 0 || !/^[0-9a-f]{0,32}$/.test(digits) || !'abchijlmnostxy'.includes(type)) cursor.fail();
    cursor.at = end + 1;
    const value = BigInt(`0x${digits === '' ? '0' : digits}`);
    if (type === 'b') this.#write(value === 1n ? 'true' : 'false');
    else if (type === 'c') this.#write(shownChar(value));
    else this.#write(`${minus}${value}`);
  }

  #backReference(read: () => boolean): boolean {
    const { cursor } = this;
    const from = cursor.at - 1;
    const to = this.#start + this.#base62();
    if (to >= from) cursor.fail();
    if (this.#quiet) return false;
    const after = cursor.at;
    cursor.at = to;
    cursor.enter();
    const open = read();
    cursor.leave();
    cursor.at = after;
    return open;
  }

  #until(end: string, separator: string, read: () => void): number {
    let count = 0;
    while (!this.cursor.take(end)) {
      if (count++ > 0) this.#write(separator);
      read();
    }
    return count;
  }

  #disambiguator(): number {
    return this.cursor.take('s') ? this.#base62() + 1 : 0;
  }

  #base62(): number {
    const { cursor } = this;
    if (cursor.take('_')) return 0;
    let value = 0;
    for (let char = cursor.next(); char !== '_'; char = cursor.next()) {
      const digit = DIGITS.indexOf(char);
      if (digit < 0) cursor.fail();
      value = value * 62 + digit;
      // Disambiguators of crates are 64 bits wide; nobody reads them.
      if (value > Number.MAX_VALUE / 1e6) cursor.fail();
    }
    return value + 1;
  }

  #identifier(): string {
    const { cursor } = this;
    const encoded = cursor.take('u');
    if (!isDigit(cursor.peek())) cursor.fail();
    const length = cursor.take('0') ? 0 : cursor.count();
    cursor.take('_');
    const end = cursor.at + length;
    if (end > cursor.source.length) cursor.fail();
    const text = cursor.source.slice(cursor.at, end);
    cursor.at = end;
    return encoded ? (fromPunycode(text) ?? cursor.fail()) : text;
  }
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function lifetimeName(at: number): string {
  return at < 26 ? `'${String.fromCharCode(97 + at)}` : `'_${at}`;
}

function shownChar(code: bigint): string {
  return code >= 0x20n && code < 0x7fn ? `'${String.fromCharCode(Number(code))}'` : `'\\u{${code.toString(16)}}'`;
}

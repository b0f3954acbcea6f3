import type { Part } from './nodes.ts';

/** Longer names tell nobody anything; a few hundred characters of back references can stand for megabytes. */
const LONGEST = 65_536;
const MOST_STEPS = 100_000;
const DEEPEST = 800;

/** The parts as text, spelled as GNU c++filt does; null when the text would be too long. */
export function printed(part: Part): string | null {
  const printer = new Printer();
  printer.print(part);
  return printer.failed ? null : printer.out;
}

/**
 * Types are written around the name they belong to (`void (*name)(int)`): each part has a left and a right piece.
 * The recursion goes as deep as the parts nest, which is bounded here.
 */
class Printer {
  out = '';
  failed = false;
  #last = '';
  #steps = 0;
  #depth = 0;
  /** While a pack is expanded: which item, and of how many; -1 where that is not known yet. */
  #item = -1;
  #items = -1;

  print(part: Part): void {
    this.#left(part);
    this.#right(part);
  }

  #write(piece: string): void {
    if (piece === '') return;
    this.out += piece;
    this.#last = piece[piece.length - 1]!;
    if (this.out.length > LONGEST) this.failed = true;
  }

  #left(part: Part): void {
    if (this.failed || ++this.#steps > MOST_STEPS || this.#depth >= DEEPEST) {
      this.failed = true;
      return;
    }
    this.#depth++;
    this.#leftOf(part);
    this.#depth--;
  }

  #leftOf(part: Part): void {
    switch (part.is) {
      case 'text':
        this.#write(part.text);
        return;
      case 'nested':
        this.print(part.scope);
        this.#write('::');
        this.print(part.name);
        return;
      case 'template':
        this.print(part.name);
        if (this.#last === '<') this.#write(' ');
        this.#write('<');
        this.#list(part.args);
        this.#write(this.#last === '>' ? ' >' : '>');
        return;
      case 'pack':
      case 'list':
        this.#list(part.items);
        return;
      case 'pack-item': {
        const item = this.#itemOf(part.items);
        if (item !== undefined) this.#left(item);
        return;
      }
      case 'expansion':
        this.#expand(part.pattern);
        return;
      case 'forward':
        if (part.to === null) this.failed = true;
        else this.#left(part.to);
        return;
      case 'pointer': {
        const { to, mark } = this.#collapsed(part);
        this.#left(to);
        this.#open(to);
        this.#write(mark);
        return;
      }
      case 'qualified':
        this.#left(part.type);
        if (this.#shape(part.type) !== 'function' && !this.#isAlready(part)) this.#write(part.marks);
        return;
      case 'function':
        this.#left(part.result);
        if (!isAround(part.result)) this.#write(' ');
        return;
      case 'array':
        this.#left(part.of);
        return;
      case 'member-pointer':
        this.#left(part.type);
        if (this.#shape(part.type) === 'plain') this.#write(' ');
        else this.#open(part.type);
        this.print(part.owner);
        this.#write('::*');
        return;
      case 'encoding':
        this.#encoding(part);
        return;
      case 'constructor':
        this.#write(`${part.destructor ? '~' : ''}${ownName(part.owner)}`);
        return;
      case 'conversion':
        this.#write('operator ');
        this.print(part.type);
        return;
      case 'lambda':
        this.#write('{lambda(');
        this.#list(part.params);
        this.#write(`)#${part.number}}`);
        return;
      case 'sequence':
        for (const piece of part.parts) {
          if (typeof piece === 'string') this.#write(piece);
          else this.print(piece);
        }
    }
  }

  #right(part: Part): void {
    switch (part.is) {
      case 'pack-item': {
        const item = this.#itemOf(part.items);
        if (item !== undefined) this.#rightOf(item);
        return;
      }
      case 'forward':
        if (part.to !== null) this.#rightOf(part.to);
        return;
      case 'pointer': {
        const { to } = this.#collapsed(part);
        if (this.#shape(to) !== 'plain') this.#write(')');
        this.#rightOf(to);
        return;
      }
      case 'qualified':
        this.#rightOf(part.type);
        if (this.#shape(part.type) === 'function') this.#write(part.marks);
        return;
      case 'function':
        this.#parameters(part.params);
        this.#write(part.marks);
        this.#rightOf(part.result);
        return;
      case 'array':
        this.#write(this.#last === ']' ? '[' : ' [');
        this.print(part.size);
        this.#write(']');
        this.#rightOf(part.of);
        return;
      case 'member-pointer':
        if (this.#shape(part.type) !== 'plain') this.#write(')');
        this.#rightOf(part.type);
        return;
      default:
      // Everything else stands left of the name.
    }
  }

  #rightOf(part: Part): void {
    if (this.failed || ++this.#steps > MOST_STEPS || this.#depth >= DEEPEST) {
      this.failed = true;
      return;
    }
    this.#depth++;
    this.#right(part);
    this.#depth--;
  }

  #encoding({ result, name, params, marks }: Extract<Part, { is: 'encoding' }>): void {
    if (result !== null) {
      this.#left(result);
      if (!isAround(result)) this.#write(' ');
    }
    this.print(name);
    this.#parameters(params);
    if (result !== null) this.#rightOf(result);
    this.#write(marks);
  }

  #parameters(params: readonly Part[]): void {
    this.#write('(');
    this.#list(params);
    this.#write(')');
  }

  /** Items that print nothing (empty packs) leave no comma. */
  #list(items: readonly Part[]): void {
    let first = true;
    for (const item of items) {
      const [before, last] = [this.out, this.#last];
      if (!first) this.#write(', ');
      const start = this.out.length;
      this.print(item);
      if (this.out.length > start) first = false;
      else this.#restore(before, last);
      if (this.failed) return;
    }
  }

  #restore(out: string, last: string): void {
    this.out = out;
    this.#last = last;
  }

  #itemOf(items: readonly Part[]): Part | undefined {
    if (this.#items < 0) {
      this.#items = items.length;
      this.#item = 0;
    }
    return items[this.#item];
  }

  /** The first printing tells whether there is a pack in the pattern, and how long it is. */
  #expand(pattern: Part): void {
    const [item, items] = [this.#item, this.#items];
    const [before, last] = [this.out, this.#last];
    this.#item = -1;
    this.#items = -1;
    this.print(pattern);
    const count = this.#items;
    if (count < 0) this.#write('...');
    else if (count === 0) this.#restore(before, last);
    for (let i = 1; i < count && !this.failed; i++) {
      this.#write(', ');
      this.#item = i;
      this.#items = count;
      this.print(pattern);
    }
    this.#item = item;
    this.#items = items;
  }

  /** `T const` where T is `char const`: said once. */
  #isAlready({ type, marks }: Extract<Part, { is: 'qualified' }>): boolean {
    const inner = this.#resolved(type);
    return inner?.is === 'qualified' && inner.marks === marks;
  }

  /** What a parameter stands for here. */
  #resolved(part: Part): Part | null | undefined {
    return part.is === 'forward' ? part.to : part.is === 'pack-item' ? this.#itemOf(part.items) : part;
  }

  /** `T& &&` is `T&`: references to references collapse, as the language says. */
  #collapsed({ to, mark }: Extract<Part, { is: 'pointer' }>): { readonly to: Part; readonly mark: string } {
    let [target, kept] = [to, mark];
    for (let step = 0; step < DEEPEST && kept !== '*'; step++) {
      const inner = this.#resolved(target);
      if (inner === null || inner === undefined || inner.is !== 'pointer' || inner.mark === '*') break;
      if (inner.mark === '&') kept = '&';
      target = inner.to;
    }
    return { to: target, mark: kept };
  }

  /** A pointer to a function or an array stands in brackets of its own. */
  #open(to: Part): void {
    const shape = this.#shape(to);
    if (shape === 'array') this.#write(' (');
    else if (shape === 'function') this.#write('(');
  }

  /** Whether something is written to the right of the name that has this type. */
  #shape(part: Part): 'plain' | 'function' | 'array' {
    let at: Part = part;
    for (let step = 0; step < DEEPEST; step++) {
      if (at.is === 'function' || at.is === 'array') return at.is;
      // A pointer to a pointer to a function opens no second bracket.
      if (at.is === 'pointer' || at.is === 'member-pointer') return 'plain';
      const inner = innerOf(at, this.#item);
      if (inner === undefined) return 'plain';
      at = inner;
    }
    return 'plain';
  }
}

function innerOf(part: Part, item: number): Part | undefined {
  switch (part.is) {
    case 'qualified':
    case 'member-pointer':
      return part.type;
    case 'pointer':
      return part.to;
    case 'forward':
      return part.to ?? undefined;
    case 'pack-item':
      return part.items[Math.max(0, item)];
    default:
      return undefined;
  }
}

/** Whether the type is written around the name that has it: a pointer to a function or an array, however deep. */
function isAround(part: Part): boolean {
  let at: Part | undefined = part;
  for (let step = 0; step < DEEPEST && at !== undefined; step++) {
    if (at.is === 'function' || at.is === 'array') return true;
    at = innerOf(at, 0);
  }
  return false;
}

/** Name of a class without its scope and template arguments. */
function ownName(owner: Part): string {
  let at = owner;
  for (let step = 0; step < DEEPEST; step++) {
    if (at.is === 'nested' || at.is === 'template') at = at.name;
    else if (at.is === 'forward' && at.to !== null) at = at.to;
    // A name with its ABI tags.
    else if (at.is === 'sequence' && typeof at.parts[0] === 'object') at = at.parts[0];
    else break;
  }
  // The abbreviation of a standard class holds its namespace.
  if (at.is === 'text') return at.text.replace(/^std::/, '');
  const alone = new Printer();
  alone.print(at);
  return alone.out;
}

import { isDigit } from './cursor.ts';
import type { SymbolCursor } from './grammar.ts';
import { readName, readQualifiers, readSourceName, readSubstitution } from './names.ts';
import { sequence, text } from './nodes.ts';
import type { Forward, Part } from './nodes.ts';
import { BUILTINS, D_BUILTINS } from './vocabulary.ts';

/** By the code of the letter. */
const BUILTIN_PARTS: readonly (Part | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const name = BUILTINS.get(String.fromCharCode(code));
  return name === undefined ? undefined : text(name);
});

const VOID = 'v'.charCodeAt(0);

export function readType(cursor: SymbolCursor): Part {
  const builtin = BUILTIN_PARTS[cursor.source.charCodeAt(cursor.at)];
  if (builtin !== undefined) {
    cursor.at++;
    return builtin;
  }
  cursor.enter();
  const type = readTypeHere(cursor);
  cursor.leave();
  return type;
}

function readTypeHere(cursor: SymbolCursor): Part {
  const char = cursor.peek();
  switch (char) {
    case 'r':
    case 'V':
    case 'K': {
      const marks = readQualifiers(cursor);
      return cursor.remember(qualified(readType(cursor), marks));
    }
    case 'P':
      cursor.at++;
      return cursor.remember({ is: 'pointer', to: readType(cursor), mark: '*' });
    case 'R':
      cursor.at++;
      return cursor.remember({ is: 'pointer', to: readType(cursor), mark: '&' });
    case 'O':
      cursor.at++;
      return cursor.remember({ is: 'pointer', to: readType(cursor), mark: '&&' });
    case 'C':
    case 'G':
      cursor.at++;
      return cursor.remember(sequence(readType(cursor), char === 'C' ? ' _Complex' : ' _Imaginary'));
    case 'F':
      return cursor.remember(readFunction(cursor, ''));
    case 'A':
      return cursor.remember(readArray(cursor));
    case 'M': {
      cursor.at++;
      const owner = readType(cursor);
      return cursor.remember({ is: 'member-pointer', owner, type: readType(cursor) });
    }
    case 'T':
      return readParamOrElaborated(cursor);
    case 'D':
      return readD(cursor);
    case 'S':
      if (cursor.peek(1) !== 't') {
        const known = readSubstitution(cursor);
        if (cursor.peek() !== 'I') return known;
        return cursor.remember({ is: 'template', name: known, args: cursor.grammar.templateArgs(cursor, false) });
      }
      return cursor.remember(readName(cursor, null));
    case 'U':
      if (cursor.peek(1) !== 't' && cursor.peek(1) !== 'l') return readVendorQualified(cursor);
      return cursor.remember(readName(cursor, null));
    case 'u': {
      cursor.at++;
      const name = readSourceName(cursor);
      if (cursor.peek() !== 'I') return cursor.remember(name);
      return cursor.remember({ is: 'template', name, args: cursor.grammar.templateArgs(cursor, false) });
    }
    default:
      return cursor.remember(readName(cursor, null));
  }
}

/** Qualifiers of a function type are written behind its parameters, and belong to the function. */
function qualified(type: Part, marks: string): Part {
  if (type.is === 'function') return { ...type, marks: type.marks + marks };
  return { is: 'qualified', type, marks };
}

function readVendorQualified(cursor: SymbolCursor): Part {
  cursor.expect('U');
  const name = readSourceName(cursor);
  if (cursor.peek() !== 'I') return cursor.remember(sequence(readType(cursor), ' ', name));
  const args = cursor.grammar.templateArgs(cursor, false);
  return cursor.remember(sequence(readType(cursor), ' ', { is: 'template', name, args }));
}

function readFunction(cursor: SymbolCursor, before: string): Part {
  cursor.expect('F');
  cursor.take('Y');
  const result = readType(cursor);
  const params: Part[] = [];
  let marks = before;
  for (;;) {
    if (cursor.take('E')) break;
    if (cursor.take('RE')) {
      marks = ` &${marks}`;
      break;
    }
    if (cursor.take('OE')) {
      marks = ` &&${marks}`;
      break;
    }
    params.push(readType(cursor));
  }
  const takesNothing = params.length === 1 && params[0] === BUILTIN_PARTS[VOID];
  return { is: 'function', result, params: takesNothing ? [] : params, marks };
}

function readArray(cursor: SymbolCursor): Part {
  cursor.expect('A');
  const size = isDigit(cursor.peek())
    ? text(cursor.signedDigits())
    : cursor.peek() === '_'
      ? text('')
      : cursor.grammar.expression(cursor);
  cursor.expect('_');
  return { is: 'array', of: readType(cursor), size };
}

function readParamOrElaborated(cursor: SymbolCursor): Part {
  const kind = ELABORATED.get(cursor.peek(1));
  if (kind !== undefined) {
    cursor.at += 2;
    return cursor.remember(sequence(kind, readName(cursor, null)));
  }
  const param = cursor.remember(readTemplateParam(cursor));
  if (cursor.peek() !== 'I' || cursor.forwards !== null) return param;
  return cursor.remember({ is: 'template', name: param, args: cursor.grammar.templateArgs(cursor, false) });
}

const ELABORATED: ReadonlyMap<string, string> = new Map([
  ['s', 'struct '],
  ['u', 'union '],
  ['e', 'enum '],
]);

function readD(cursor: SymbolCursor): Part {
  const next = cursor.peek(1);
  switch (next) {
    case 't':
    case 'T':
      return cursor.remember(readDecltype(cursor));
    case 'p':
      cursor.at += 2;
      return cursor.remember({ is: 'expansion', pattern: readType(cursor) });
    case 'v': {
      cursor.at += 2;
      const size = cursor.take('_') ? cursor.grammar.expression(cursor) : text(cursor.signedDigits());
      cursor.expect('_');
      const type = readType(cursor);
      return cursor.remember(sequence(type, ' __vector(', size, ')'));
    }
    case 'F':
      cursor.at += 2;
      return readFloat(cursor);
    case 'B':
    case 'U': {
      cursor.at += 2;
      const size = isDigit(cursor.peek()) ? text(cursor.signedDigits()) : cursor.grammar.expression(cursor);
      cursor.expect('_');
      return sequence(next === 'U' ? 'unsigned ' : '', '_BitInt(', size, ')');
    }
    case 'o':
      cursor.at += 2;
      return cursor.remember(readFunction(cursor, ' noexcept'));
    case 'O': {
      cursor.at += 2;
      const condition = cursor.grammar.expression(cursor);
      cursor.expect('E');
      return cursor.remember(sequence(readFunction(cursor, ''), ' noexcept(', condition, ')'));
    }
    case 'w': {
      cursor.at += 2;
      const thrown: Part[] = [];
      while (!cursor.take('E')) thrown.push(readType(cursor));
      return cursor.remember(sequence(readFunction(cursor, ''), ' throw(', { is: 'list', items: thrown }, ')'));
    }
    case 'x':
      cursor.at += 2;
      return cursor.remember(sequence(readFunction(cursor, ''), ' transaction_safe'));
    default: {
      const name = D_BUILTINS.get(next);
      if (name === undefined) cursor.fail();
      cursor.at += 2;
      // `auto` of older compilers could be referred to, but the letters of today cannot.
      return text(name);
    }
  }
}

/** `DF16_` is `_Float16`, `DF32x` is `_Float32x`, `DF16b` is `std::bfloat16_t`. */
function readFloat(cursor: SymbolCursor): Part {
  const bits = cursor.signedDigits();
  if (cursor.take('b')) return text('std::bfloat16_t');
  if (cursor.take('x')) return text(`_Float${bits}x`);
  cursor.expect('_');
  return text(`_Float${bits}`);
}

export function readDecltype(cursor: SymbolCursor): Part {
  cursor.at += 2;
  const of = cursor.grammar.expression(cursor);
  cursor.expect('E');
  return sequence('decltype (', of, ')');
}

/** `T_`, `T0_`: the argument it stands for. `TL0__`: of an enclosing lambda. */
export function readTemplateParam(cursor: SymbolCursor): Part {
  cursor.expect('T');
  const level = cursor.take('L') ? cursor.sequenceNumber(10) + 1 : 0;
  const index = cursor.sequenceNumber(10);
  if (cursor.inLambda) return text(`auto:${index + 1}`);
  if (level > 0) cursor.fail();
  if (cursor.forwards !== null) {
    const forward: Forward = { is: 'forward', index, to: null };
    cursor.forwards.push(forward);
    return forward;
  }
  const arg = cursor.templateArgs[index];
  if (arg === undefined) cursor.fail();
  return itemsOf(arg);
}

/** A pack is named to be expanded. */
export function itemsOf(arg: Part): Part {
  return arg.is === 'pack' ? { is: 'pack-item', items: arg.items } : arg;
}

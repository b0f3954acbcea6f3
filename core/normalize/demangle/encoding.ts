import type { SymbolCursor } from './grammar.ts';
import { readTemplateArg } from './arguments.ts';
import { readName } from './names.ts';
import type { NameFacts } from './names.ts';
import { sequence } from './nodes.ts';
import type { Part } from './nodes.ts';
import { itemsOf, readType } from './types.ts';
import { SPECIAL_TYPES } from './vocabulary.ts';

/** A function with its types, a variable, or a symbol that the compiler made for one of them. */
export function readEncoding(cursor: SymbolCursor): Part {
  cursor.enter();
  const char = cursor.peek();
  const made = char === 'G' ? readOwned(cursor) : char === 'T' ? readSpecial(cursor) : readScoped(cursor);
  cursor.leave();
  return made;
}

/** What parameters stand for begins anew in a function and ends with it. */
function readScoped(cursor: SymbolCursor): Part {
  const outer = { args: cursor.templateArgs, forwards: cursor.forwards, inLambda: cursor.inLambda };
  cursor.templateArgs = [];
  cursor.forwards = null;
  cursor.inLambda = false;
  const made = readFunctionOrData(cursor);
  cursor.templateArgs = outer.args;
  cursor.forwards = outer.forwards;
  cursor.inLambda = outer.inLambda;
  return made;
}

function readFunctionOrData(cursor: SymbolCursor): Part {
  const facts: NameFacts = { hasTemplateArgs: false, hasNoResult: false, marks: '' };
  const name = readName(cursor, facts);
  resolveForwards(cursor);
  if (isEnd(cursor)) return name;
  // `enable_if` of clang: conditions, not part of the name.
  if (cursor.take('Ua9enable_ifI')) while (!cursor.take('E')) readTemplateArg(cursor);
  const result = facts.hasTemplateArgs && !facts.hasNoResult ? readType(cursor) : null;
  const params: Part[] = [];
  if (!cursor.take('v')) {
    do params.push(readType(cursor));
    while (!isEnd(cursor));
  }
  return { is: 'encoding', result, name, params, marks: facts.marks };
}

function resolveForwards(cursor: SymbolCursor): void {
  for (const forward of cursor.forwards ?? []) {
    const arg = cursor.templateArgs[forward.index];
    if (arg === undefined) cursor.fail();
    forward.to = itemsOf(arg);
  }
  cursor.forwards = null;
}

function isEnd(cursor: SymbolCursor): boolean {
  const char = cursor.peek();
  return char === '' || char === 'E' || char === '.' || char === '_' || char === 'Q';
}

/** `G…`: what belongs to another symbol. */
function readOwned(cursor: SymbolCursor): Part {
  cursor.expect('G');
  switch (cursor.next()) {
    case 'V':
      return sequence('guard variable for ', readName(cursor, null));
    case 'R': {
      const name = readName(cursor, null);
      const number = cursor.ended ? 0 : cursor.sequenceNumber(36);
      return sequence(`reference temporary #${number} for `, name);
    }
    case 'A':
      return sequence('hidden alias for ', readEncoding(cursor));
    case 'T': {
      const safe = cursor.take('t');
      if (!safe) cursor.expect('n');
      return sequence(safe ? 'transaction clone for ' : 'non-transaction clone for ', readEncoding(cursor));
    }
    default:
      return cursor.fail();
  }
}

/** `T…`: tables, thunks and the like. */
function readSpecial(cursor: SymbolCursor): Part {
  cursor.expect('T');
  const what = cursor.next();
  const type = SPECIAL_TYPES.get(what);
  if (type !== undefined) return sequence(type, readType(cursor));
  switch (what) {
    case 'C': {
      const derived = readType(cursor);
      cursor.count();
      cursor.expect('_');
      return sequence('construction vtable for ', readType(cursor), '-in-', derived);
    }
    case 'h':
    case 'v':
      cursor.at--;
      skipOffset(cursor);
      return sequence(what === 'h' ? 'non-virtual thunk to ' : 'virtual thunk to ', readEncoding(cursor));
    case 'c':
      skipOffset(cursor);
      skipOffset(cursor);
      return sequence('covariant return thunk to ', readEncoding(cursor));
    case 'W':
      return sequence('TLS wrapper function for ', readName(cursor, null));
    case 'H':
      return sequence('TLS init function for ', readName(cursor, null));
    case 'A':
      return sequence('template parameter object for ', readTemplateArg(cursor));
    default:
      return cursor.fail();
  }
}

function skipOffset(cursor: SymbolCursor): void {
  const kind = cursor.next();
  if (kind !== 'h' && kind !== 'v') cursor.fail();
  cursor.signedDigits();
  cursor.expect('_');
  if (kind === 'h') return;
  cursor.signedDigits();
  cursor.expect('_');
}

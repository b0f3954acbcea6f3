import { isDigit } from './cursor.ts';
import type { SymbolCursor } from './grammar.ts';
import { readOperator, readSourceName, readUnqualified } from './names.ts';
import { sequence, text } from './nodes.ts';
import type { Part } from './nodes.ts';
import { readTemplateParam, readType } from './types.ts';
import { BUILTINS, LITERAL_SUFFIXES, OPERATORS } from './vocabulary.ts';

/**
 * Expressions stand in `decltype`, in array bounds and in template arguments that are values. The common ones are read;
 * a symbol with another stays mangled.
 */
export function readExpression(cursor: SymbolCursor): Part {
  cursor.enter();
  const expression = readHere(cursor);
  cursor.leave();
  return expression;
}

function readHere(cursor: SymbolCursor): Part {
  const global = cursor.take('gs') ? '::' : '';
  const char = cursor.peek();
  if (char === 'L') return readLiteral(cursor);
  if (char === 'T') return withArgs(cursor, readTemplateParam(cursor));
  if (isDigit(char)) return withArgs(cursor, readUnqualified(cursor, null, null));
  const code = cursor.source.slice(cursor.at, cursor.at + 2);
  const special = SPECIAL.get(code);
  if (special !== undefined) {
    cursor.at += 2;
    return special(cursor, global);
  }
  if (code === 'fL' || code === 'fp') return readParameter(cursor);
  if (/^f[lrLR]/.test(code)) return readFold(cursor);
  const operator = OPERATORS.get(code);
  if (operator === undefined) cursor.fail();
  cursor.at += 2;
  if (operator.operands === 1) {
    // `pp_` is the prefix form of an operator that has two.
    cursor.take('_');
    const operand = readExpression(cursor);
    // The address of a member function is written without its arguments.
    if (operator.symbol === '&' && operand.is === 'encoding' && operand.name.is === 'nested') {
      return sequence('&', operand.name);
    }
    return sequence(operator.symbol, ...bracketed(operand));
  }
  const left = readExpression(cursor);
  const right = readExpression(cursor);
  const both = sequence(...bracketed(left), operator.symbol, ...bracketed(right));
  return operator.symbol === '>' ? sequence('(', both, ')') : both;
}

/** Names stand alone, everything else in brackets. */
function bracketed(part: Part): readonly (string | Part)[] {
  return part.is === 'text' || part.is === 'nested' ? [part] : ['(', part, ')'];
}

function withArgs(cursor: SymbolCursor, name: Part): Part {
  return cursor.peek() === 'I' ? { is: 'template', name, args: cursor.grammar.templateArgs(cursor, false) } : name;
}

function readList(cursor: SymbolCursor): Part {
  const items: Part[] = [];
  while (!cursor.take('E')) items.push(readExpression(cursor));
  return { is: 'list', items };
}

const cast = (name: string) => (cursor: SymbolCursor) => {
  const type = readType(cursor);
  return sequence(`${name}<`, type, '>(', readExpression(cursor), ')');
};

const SPECIAL: ReadonlyMap<string, (cursor: SymbolCursor, global: string) => Part> = new Map([
  [
    'cl',
    (cursor) => {
      const callee = readExpression(cursor);
      return sequence(...bracketed(callee), '(', readList(cursor), ')');
    },
  ],
  [
    'cv',
    (cursor) => {
      const type = readType(cursor);
      return sequence(
        '(',
        type,
        ')',
        ...(cursor.take('_') ? ['(', readList(cursor), ')'] : bracketed(readExpression(cursor))),
      );
    },
  ],
  [
    'tl',
    (cursor) => {
      const type = readType(cursor);
      return sequence(type, '{', readList(cursor), '}');
    },
  ],
  ['il', (cursor) => sequence('{', readList(cursor), '}')],
  ['nw', readNew],
  ['na', readNew],
  ['dl', (cursor, global) => sequence(`${global}delete `, readExpression(cursor))],
  ['da', (cursor, global) => sequence(`${global}delete[] `, readExpression(cursor))],
  ['dt', (cursor) => readMember(cursor, '.')],
  ['pt', (cursor) => readMember(cursor, '->')],
  [
    'qu',
    (cursor) => {
      const condition = readExpression(cursor);
      const yes = readExpression(cursor);
      const no = readExpression(cursor);
      return sequence(...bracketed(condition), '?', ...bracketed(yes), ' : ', ...bracketed(no));
    },
  ],
  ['pp', (cursor) => readStep(cursor, '++')],
  ['mm', (cursor) => readStep(cursor, '--')],
  ['sr', readScoped],
  ['on', (cursor) => withArgs(cursor, readOperator(cursor, null))],
  ['dn', (cursor) => sequence('~', readUnqualified(cursor, null, null))],
  ['st', (cursor) => sequence('sizeof (', readType(cursor), ')')],
  ['sz', (cursor) => sequence('sizeof ', ...bracketed(readExpression(cursor)))],
  ['at', (cursor) => sequence('alignof (', readType(cursor), ')')],
  ['az', (cursor) => sequence('alignof ', ...bracketed(readExpression(cursor)))],
  ['ti', (cursor) => sequence('typeid (', readType(cursor), ')')],
  ['te', (cursor) => sequence('typeid ', ...bracketed(readExpression(cursor)))],
  ['nx', (cursor) => sequence('noexcept(', readExpression(cursor), ')')],
  ['tw', (cursor) => sequence('throw ', readExpression(cursor))],
  ['tr', () => text('throw')],
  ['sp', (cursor): Part => ({ is: 'expansion', pattern: readExpression(cursor) })],
  [
    'sZ',
    (cursor) => {
      const param = cursor.peek() === 'T' ? readTemplateParam(cursor) : readParameter(cursor);
      return param.is === 'pack-item' ? text(String(param.items.length)) : sequence('sizeof...(', param, ')');
    },
  ],
  [
    'sP',
    (cursor) => {
      const items: Part[] = [];
      while (!cursor.take('E')) items.push(cursor.grammar.templateArg(cursor));
      return sequence('sizeof...(', { is: 'list', items }, ')');
    },
  ],
  ['sc', cast('static_cast')],
  ['cc', cast('const_cast')],
  ['dc', cast('dynamic_cast')],
  ['rc', cast('reinterpret_cast')],
]);

function readStep(cursor: SymbolCursor, symbol: string): Part {
  const prefix = cursor.take('_');
  const operand = bracketed(readExpression(cursor));
  return prefix ? sequence(symbol, ...operand) : sequence(...operand, symbol);
}

function readMember(cursor: SymbolCursor, symbol: string): Part {
  const object = readExpression(cursor);
  return sequence(...bracketed(object), symbol, readExpression(cursor));
}

function readNew(cursor: SymbolCursor, global: string): Part {
  const placed: Part[] = [];
  while (!cursor.take('_')) placed.push(readExpression(cursor));
  const type = readType(cursor);
  const before = [
    `${global}new `,
    ...(placed.length > 0 ? ['(', { is: 'list', items: placed } as Part, ') '] : []),
    type,
  ];
  if (cursor.take('E')) return sequence(...before);
  cursor.expect('pi');
  return sequence(...before, '(', readList(cursor), ')');
}

/** `sr type name`, `srN type level… E name`: a member of something that depends on an argument. */
function readScoped(cursor: SymbolCursor): Part {
  const hasLevels = cursor.take('N') || isDigit(cursor.peek());
  let scope = isDigit(cursor.peek()) ? withArgs(cursor, readSourceName(cursor)) : readType(cursor);
  if (hasLevels) {
    while (!cursor.take('E')) scope = { is: 'nested', scope, name: withArgs(cursor, readSourceName(cursor)) };
  }
  return { is: 'nested', scope, name: withArgs(cursor, readMemberName(cursor)) };
}

function readMemberName(cursor: SymbolCursor): Part {
  if (cursor.take('on')) return readOperator(cursor, null);
  return cursor.take('dn') ? sequence('~', readUnqualified(cursor, null, null)) : readUnqualified(cursor, null, null);
}

/** `fp_`, `fp0_`, `fL0p_`, `fpT`. */
function readParameter(cursor: SymbolCursor): Part {
  cursor.expect('f');
  if (cursor.take('L')) cursor.count();
  cursor.expect('p');
  if (cursor.take('T')) return text('this');
  while (/[rVK]/.test(cursor.peek())) cursor.at++;
  return text(`{parm#${cursor.sequenceNumber(10) + 1}}`);
}

/** `fl`, `fr` fold a pack with an operator; `fL`, `fR` begin with a value. */
function readFold(cursor: SymbolCursor): Part {
  cursor.expect('f');
  const kind = cursor.next();
  const operator = OPERATORS.get(cursor.source.slice(cursor.at, cursor.at + 2));
  if (operator === undefined) cursor.fail();
  cursor.at += 2;
  const first = readExpression(cursor);
  const second = kind === 'L' || kind === 'R' ? readExpression(cursor) : null;
  const { symbol } = operator;
  if (second !== null) return sequence('(', ...bracketed(first), symbol, '...', symbol, ...bracketed(second), ')');
  return kind === 'l'
    ? sequence('(...', symbol, ...bracketed(first), ')')
    : sequence('(', ...bracketed(first), symbol, '...)');
}

/** `Lb1E`, `Li5E`, `L4Enum3E`, `L_Z4funcvE`: a value of a type, or something with a symbol of its own. */
export function readLiteral(cursor: SymbolCursor): Part {
  cursor.expect('L');
  if (cursor.take('_Z')) {
    const made = cursor.grammar.encoding(cursor);
    cursor.expect('E');
    return made;
  }
  const letter = cursor.peek();
  const type = readType(cursor);
  if (cursor.take('E')) return type;
  const start = cursor.at;
  while (cursor.peek() !== 'E') cursor.next();
  const digits = cursor.source.slice(start, cursor.at);
  cursor.at++;
  const value = digits.startsWith('n') ? `-${digits.slice(1)}` : digits;
  if (BUILTINS.has(letter)) {
    if (letter === 'b' && (value === '0' || value === '1')) return text(value === '1' ? 'true' : 'false');
    const suffix = LITERAL_SUFFIXES.get(letter);
    if (suffix !== undefined) return text(value + suffix);
    if (/[fdeg]/.test(letter)) return sequence('(', type, `)[${value}]`);
  }
  return sequence('(', type, `)${value}`);
}

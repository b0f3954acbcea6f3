import { isDigit } from './cursor.ts';
import type { SymbolCursor } from './grammar.ts';
import { sequence, text } from './nodes.ts';
import type { Part } from './nodes.ts';
import { OPERATORS, STANDARD } from './vocabulary.ts';

/** What the name of a function says about the rest of its symbol. */
export interface NameFacts {
  /** A template: its result type is part of the symbol. */
  hasTemplateArgs: boolean;
  /** A constructor, destructor or conversion: it has no result type in the symbol. */
  hasNoResult: boolean;
  /** ` const`, ` &` … of a member function. */
  marks: string;
}

const STD = text('std');
const UNDERSCORE = 95;

/** A name; `facts` is given for the name of a function and absent for one of a type. */
export function readName(cursor: SymbolCursor, facts: NameFacts | null): Part {
  cursor.enter();
  const char = cursor.peek();
  const name =
    char === 'N' ? readNested(cursor, facts) : char === 'Z' ? readLocal(cursor, facts) : readPlain(cursor, facts);
  cursor.leave();
  return name;
}

/** A name that stands in no class or namespace but `std`. */
function readPlain(cursor: SymbolCursor, facts: NameFacts | null): Part {
  const isShort = cursor.peek() === 'S';
  if (isShort && cursor.peek(1) !== 't') {
    const template = readSubstitution(cursor);
    if (cursor.peek() !== 'I') cursor.fail();
    return withTemplateArgs(cursor, template, facts);
  }
  if (isShort) cursor.at += 2;
  const own = readUnqualified(cursor, facts, null);
  const name: Part = isShort ? { is: 'nested', scope: STD, name: own } : own;
  if (cursor.peek() !== 'I') return name;
  cursor.remember(name);
  return withTemplateArgs(cursor, name, facts);
}

function withTemplateArgs(cursor: SymbolCursor, name: Part, facts: NameFacts | null): Part {
  const args = cursor.grammar.templateArgs(cursor, facts !== null);
  if (facts !== null) facts.hasTemplateArgs = true;
  return { is: 'template', name, args };
}

/** `N … E`: a name in namespaces and classes. Every beginning of it can be referred to later, but not the whole. */
function readNested(cursor: SymbolCursor, facts: NameFacts | null): Part {
  cursor.expect('N');
  const explicitObject = cursor.take('H');
  let marks = readQualifiers(cursor);
  if (cursor.take('O')) marks += ' &&';
  else if (cursor.take('R')) marks += ' &';
  if (facts !== null && !explicitObject) facts.marks = marks;
  let scope: Part | null = null;
  let remembered = false;
  while (!cursor.take('E')) {
    const char = cursor.peek();
    const next = cursor.peek(1);
    if (char === 'M' && scope !== null) {
      // A lambda in the initializer of a member stands in the scope of that member.
      cursor.at++;
      continue;
    }
    if (char === 'I') {
      if (scope === null) cursor.fail();
      scope = cursor.remember(withTemplateArgs(cursor, scope, facts));
      remembered = true;
      continue;
    }
    if (facts !== null) facts.hasTemplateArgs = false;
    if (char === 'S' && next !== 't' && scope === null) {
      scope = readSubstitution(cursor, true);
      remembered = false;
      continue;
    }
    const inStd: boolean = scope === null && char === 'S' && cursor.take('St');
    const outer: Part | null = inStd ? STD : scope;
    const own = readComponent(cursor, facts, outer);
    scope = cursor.remember(outer === null ? own : { is: 'nested', scope: outer, name: own });
    remembered = true;
  }
  if (scope === null || !remembered) cursor.fail();
  cursor.substitutions.pop();
  return scope;
}

function readComponent(cursor: SymbolCursor, facts: NameFacts | null, scope: Part | null): Part {
  const char = cursor.peek();
  const next = cursor.peek(1);
  if (char === 'T') return cursor.grammar.templateParam(cursor);
  if (char === 'D' && (next === 't' || next === 'T')) return cursor.grammar.decltype(cursor);
  return readUnqualified(cursor, facts, scope);
}

/** One name without its scope, with its ABI tags. */
export function readUnqualified(cursor: SymbolCursor, facts: NameFacts | null, scope: Part | null): Part {
  // Marks of internal linkage tell nothing.
  while (cursor.peek() === 'L') cursor.at++;
  const char = cursor.peek();
  let name: Part;
  if (isDigit(char)) name = readSourceName(cursor);
  else if (char === 'C' || (char === 'D' && isDigit(cursor.peek(1)))) {
    if (scope === null) cursor.fail();
    name = readConstructor(cursor, scope);
    if (facts !== null) facts.hasNoResult = true;
  } else if (char === 'D' && cursor.take('DC')) {
    const parts: Part[] = [];
    while (!cursor.take('E')) parts.push(readSourceName(cursor));
    name = sequence('[', { is: 'list', items: parts }, ']');
  } else if (char === 'U') name = readUnnamed(cursor);
  else name = readOperator(cursor, facts);
  return cursor.peek() === 'B' ? readTags(cursor, name) : name;
}

function readTags(cursor: SymbolCursor, name: Part): Part {
  let tagged = name;
  while (cursor.take('B')) tagged = sequence(tagged, '[abi:', readSourceName(cursor), ']');
  return tagged;
}

export function readSourceName(cursor: SymbolCursor): Part {
  const length = cursor.count();
  const end = cursor.at + length;
  if (length === 0 || end > cursor.source.length) cursor.fail();
  const name = cursor.source.slice(cursor.at, end);
  cursor.at = end;
  return text(name.charCodeAt(0) === UNDERSCORE && /^_GLOBAL_[._$]N/.test(name) ? '(anonymous namespace)' : name);
}

function readConstructor(cursor: SymbolCursor, owner: Part): Part {
  const destructor = cursor.next() === 'D';
  if (!destructor && cursor.take('I')) {
    if (!/[1-5]/.test(cursor.next())) cursor.fail();
    cursor.grammar.type(cursor);
    return { is: 'constructor', owner, destructor };
  }
  if (!(destructor ? /[0-5]/ : /[1-5]/).test(cursor.next())) cursor.fail();
  return { is: 'constructor', owner, destructor };
}

/** `Ut_` an unnamed type, `UlvE_` a lambda. */
function readUnnamed(cursor: SymbolCursor): Part {
  cursor.expect('U');
  if (cursor.take('t')) return text(`{unnamed type#${cursor.sequenceNumber(10) + 1}}`);
  cursor.expect('l');
  const outer = cursor.inLambda;
  cursor.inLambda = true;
  const params: Part[] = [];
  if (!cursor.take('vE')) while (!cursor.take('E')) params.push(cursor.grammar.type(cursor));
  cursor.inLambda = outer;
  return { is: 'lambda', params, number: cursor.sequenceNumber(10) + 1 };
}

export function readOperator(cursor: SymbolCursor, facts: NameFacts | null): Part {
  const code = cursor.source.slice(cursor.at, cursor.at + 2);
  if (code === 'cv') {
    cursor.at += 2;
    return readConversion(cursor, facts);
  }
  if (code === 'li') {
    cursor.at += 2;
    return sequence('operator"" ', readSourceName(cursor));
  }
  if (/^v\d/.test(code)) {
    cursor.at += 2;
    return sequence('operator ', readSourceName(cursor));
  }
  const operator = OPERATORS.get(code);
  if (operator === undefined) cursor.fail();
  cursor.at += 2;
  return text(`operator${/^[a-z]/.test(operator.symbol) ? ' ' : ''}${operator.symbol}`);
}

/** `operator T`, where T may be an argument that comes after it. */
function readConversion(cursor: SymbolCursor, facts: NameFacts | null): Part {
  const outer = cursor.forwards;
  if (facts !== null) cursor.forwards = outer ?? [];
  const type = cursor.grammar.type(cursor);
  if (facts !== null) facts.hasNoResult = true;
  // Kept open until the name has ended: `resolveForwards`.
  if (facts === null) cursor.forwards = outer;
  return { is: 'conversion', type };
}

/** `Z function E name`: something in a function. */
function readLocal(cursor: SymbolCursor, facts: NameFacts | null): Part {
  cursor.expect('Z');
  const encoding = cursor.grammar.encoding(cursor);
  cursor.expect('E');
  const scope: Part = encoding.is === 'encoding' ? { ...encoding, result: null } : encoding;
  if (cursor.take('s')) {
    skipDiscriminator(cursor);
    return { is: 'nested', scope, name: text('string literal') };
  }
  if (cursor.take('d')) {
    const number = (cursor.peek() === '_' ? 0 : cursor.count() + 1) + 1;
    cursor.expect('_');
    const name = readName(cursor, facts);
    return { is: 'nested', scope, name: sequence(`{default arg#${number}}::`, name) };
  }
  const name = readName(cursor, facts);
  skipDiscriminator(cursor);
  return { is: 'nested', scope, name };
}

function skipDiscriminator(cursor: SymbolCursor): void {
  if (cursor.peek() !== '_') return;
  const rest = /^(?:__\d+_|_\d)/.exec(cursor.source.slice(cursor.at, cursor.at + 12));
  if (rest !== null) cursor.at += rest[0].length;
}

export function readQualifiers(cursor: SymbolCursor): string {
  let marks = '';
  if (cursor.take('r')) marks += ' restrict';
  if (cursor.take('V')) marks += ' volatile';
  if (cursor.take('K')) marks = ` const${marks}`;
  return marks;
}

/** `S_`, `S0_`, `Sa`, `Ss` …; `inNested`: it may be the scope of a constructor, where the long form is written. */
export function readSubstitution(cursor: SymbolCursor, inNested = false): Part {
  cursor.expect('S');
  const standard = STANDARD.get(cursor.peek());
  if (standard !== undefined) {
    cursor.at++;
    if (inNested && /^(?:C[1-5I]|D[0-5])/.test(cursor.source.slice(cursor.at, cursor.at + 2))) {
      const own = text(standard.own);
      const args = standard.args.map(text);
      return { is: 'nested', scope: STD, name: args.length === 0 ? own : { is: 'template', name: own, args } };
    }
    const name = text(standard.short);
    return cursor.peek() === 'B' ? cursor.remember(readTags(cursor, name)) : name;
  }
  const found = cursor.substitutions[cursor.sequenceNumber(36)];
  if (found === undefined) cursor.fail();
  return found;
}

import { Cursor } from './cursor.ts';
import type { Part } from './nodes.ts';

/**
 * The rules of the Itanium grammar that refer to each other in circles: a type holds names, names hold template arguments,
 * these hold types and expressions. The modules stand in one order (names, types, expressions, arguments, encoding); a rule
 * reaches one of a later module through the cursor, where `itanium.ts` has put them all.
 */
export interface Grammar {
  readonly encoding: (cursor: SymbolCursor) => Part;
  readonly expression: (cursor: SymbolCursor) => Part;
  readonly type: (cursor: SymbolCursor) => Part;
  readonly decltype: (cursor: SymbolCursor) => Part;
  readonly templateParam: (cursor: SymbolCursor) => Part;
  readonly templateArg: (cursor: SymbolCursor) => Part;
  readonly templateArgs: (cursor: SymbolCursor, named: boolean) => readonly Part[];
}

/** Place in a C++ symbol, with the rules to read it by. */
export class SymbolCursor extends Cursor {
  readonly grammar: Grammar;

  constructor(source: string, grammar: Grammar) {
    super(source);
    this.grammar = grammar;
  }
}

import { readTemplateArg, readTemplateArgs } from './arguments.ts';
import { NoSymbol } from './cursor.ts';
import { readEncoding } from './encoding.ts';
import { readExpression } from './expressions.ts';
import { SymbolCursor } from './grammar.ts';
import type { Grammar } from './grammar.ts';
import { printed } from './print.ts';
import { readDecltype, readTemplateParam, readType } from './types.ts';

const GRAMMAR: Grammar = {
  encoding: readEncoding,
  expression: readExpression,
  type: readType,
  decltype: readDecltype,
  templateParam: readTemplateParam,
  templateArg: readTemplateArg,
  templateArgs: readTemplateArgs,
};

/**
 * The C++ function or object that `symbol` (`_Z…`, Itanium C++ ABI) stands for, as GNU c++filt spells it; null when it is
 * no such symbol. What follows a complete symbol (`.cold`, `@plt`) is no part of it: the caller takes that off.
 */
export function demangleItanium(symbol: string): string | null {
  if (!symbol.startsWith('_Z')) return null;
  const cursor = new SymbolCursor(symbol, GRAMMAR);
  cursor.at = 2;
  try {
    const made = readEncoding(cursor);
    return cursor.ended ? printed(made) : null;
  } catch (error) {
    if (error instanceof NoSymbol) return null;
    throw error;
  }
}

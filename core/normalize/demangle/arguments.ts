import type { SymbolCursor } from './grammar.ts';
import { readExpression, readLiteral } from './expressions.ts';
import type { Part } from './nodes.ts';
import { readType } from './types.ts';

/**
 * `I … E`. `named`: they belong to the name of a function, so that `T_` means them from here on, in themselves too: an
 * argument can refer to the ones before it.
 */
export function readTemplateArgs(cursor: SymbolCursor, named: boolean): readonly Part[] {
  cursor.expect('I');
  const args: Part[] = [];
  if (named) cursor.templateArgs = args;
  while (!cursor.take('E')) {
    // A constraint of the argument is not part of its name.
    if (cursor.take('Q')) {
      readExpression(cursor);
      continue;
    }
    args.push(readTemplateArg(cursor));
  }
  return args;
}

export function readTemplateArg(cursor: SymbolCursor): Part {
  switch (cursor.peek()) {
    case 'X': {
      cursor.at++;
      const value = readExpression(cursor);
      cursor.expect('E');
      return value;
    }
    case 'L':
      return readLiteral(cursor);
    case 'J': {
      cursor.enter();
      cursor.at++;
      const items: Part[] = [];
      while (!cursor.take('E')) items.push(readTemplateArg(cursor));
      cursor.leave();
      return { is: 'pack', items };
    }
    default:
      return readType(cursor);
  }
}

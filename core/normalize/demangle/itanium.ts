import { Cursor, NoSymbol } from './cursor.ts';
import { readEncoding } from './encoding.ts';
import { printed } from './print.ts';

/**
 * The C++ function or object that `symbol` (`_Z…`, Itanium C++ ABI) stands for, as GNU c++filt spells it; null when it is
 * no such symbol. What follows a complete symbol (`.cold`, `@plt`) is no part of it: the caller takes that off.
 */
export function demangleItanium(symbol: string): string | null {
  if (!symbol.startsWith('_Z')) return null;
  const cursor = new Cursor(symbol);
  cursor.at = 2;
  try {
    const made = readEncoding(cursor);
    return cursor.ended ? printed(made) : null;
  } catch (error) {
    if (error instanceof NoSymbol) return null;
    throw error;
  }
}

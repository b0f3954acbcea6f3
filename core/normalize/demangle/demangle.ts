import { demangleItanium } from './itanium.ts';
import { demangleRust } from './rust.ts';

/**
 * The readable form of a mangled symbol without suffixes, or null when it is none: C++ and old Rust (`_Z`), Rust (`_R`),
 * each with the further underscores that macOS puts before it.
 */
export function demangle(symbol: string): string | null {
  const start = symbol.startsWith('__') ? Math.max(0, symbol.search(/_[ZR]/)) : 0;
  if (start > 2) return null;
  const mangled = start === 0 ? symbol : symbol.slice(start);
  return mangled.startsWith('_R') ? demangleRust(mangled) : demangleItanium(mangled);
}

/**
 * Outcome of an operation that may fail on somebody's data. Errors are values: they cross worker boundaries,
 * are put into words by `core/words`, and cannot be forgotten by the compiler. Exceptions are for our own bugs.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

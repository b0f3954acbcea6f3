/** Small preferences of a person, kept in the browser. One that stores nothing still has them for this visit. */

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Asked again at the next visit.
  }
}

import Database from 'better-sqlite3';

/**
 * Holds a data folder for one process, until `release` or the end of the process, however it ends. Two servers on one
 * folder would take each other's temporary files for leftovers. The lock is SQLite's own on an empty database: the
 * operating system drops it with the process, and it works the same everywhere.
 */
export function lockFolder(path: string): { release(): void } | null {
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void database.close() };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { dataFolder } from '../data-folder.ts';
import { lockFolder } from '../store/folder-lock.ts';
import { openSqlite, openTokens } from '../store/sqlite.ts';
import type { TokenStore } from './ports.ts';
import { Tokens } from './tokens.ts';

export interface FolderTokens {
  readonly tokens: Tokens;
  readonly store: TokenStore;
  close(): Promise<void>;
}

/**
 * The tokens of a data folder, for the command line. While a server runs, its database is shared with it, which SQLite
 * allows; only changing the tables beneath it is not, so then they must be of this version already.
 */
export async function tokensOfFolder(folder = dataFolder(process.env)): Promise<Result<FolderTokens, Fault>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'firebreak.sqlite');
    const lock = lockFolder(join(folder, 'lock.sqlite'));
    if (lock === null) {
      const shared = await openTokens(path);
      return shared === null
        ? err(fault('data-folder-other-version', { facts: { folder } }))
        : ok(withClock(shared.tokens, () => shared.close()));
    }
    const { tokens, profiles } = await openSqlite(path);
    return ok(
      withClock(tokens, async () => {
        await profiles.close();
        lock.release();
      }),
    );
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return err(fault('data-folder-unusable', { facts: { folder, what } }));
  }
}

function withClock(store: TokenStore, close: () => Promise<void>): FolderTokens {
  const tokens = new Tokens({ tokens: store, clock: { now: () => Date.now() } });
  return { tokens, store, close };
}

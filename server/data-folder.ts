import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where a platform keeps the data of programs of one user; FIREBREAK_DATA overrules it. */
export function dataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const chosen = env['FIREBREAK_DATA'];
  if (chosen !== undefined && chosen !== '') return chosen;
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Firebreak');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Firebreak');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'firebreak');
}

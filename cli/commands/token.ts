import { Command, InvalidArgumentError, Option } from 'commander';
import { visible } from '../../core/text/visible.ts';
import type { Scope } from '../../server/auth/contract.ts';
import type { TokenRow } from '../../server/auth/ports.ts';
import type { FolderTokens } from '../../server/auth/folder.ts';
import { jsonOption, quietOption, wholeNumber } from '../options.ts';
import type { Ports } from '../ports.ts';
import { Refusal, orRefuse } from '../refusal.ts';

const SCOPES: readonly Scope[] = ['read', 'upload', 'admin'];

interface CreateOptions {
  readonly name?: string;
  readonly scope: readonly Scope[];
  readonly project?: string;
  readonly expires: number | 'never';
}

/** `firebreak token`: who may use a server that the network reaches. Works on the data folder, beside a running server. */
export function tokenCommand(ports: Ports): Command {
  const command = new Command('token').description(
    'access tokens of a server: works on the data folder (FIREBREAK_DATA), while the server runs or not',
  );
  command
    .command('create')
    .description('make a token and print it, this once')
    .addOption(
      new Option('--scope <scope>', 'read, upload or admin; may be given several times')
        .argParser(addScope)
        .makeOptionMandatory(),
    )
    .option('--name <text>', 'what it is for')
    .option('--project <name>', 'for this project alone')
    .option('--expires <days>', 'days until it ends, or never', daysOrNever, 90)
    .addOption(quietOption())
    .action((options: CreateOptions) => withTokens(({ tokens }) => create(tokens, options, ports)));
  command
    .command('list')
    .description('list the tokens; what they are spelled is kept nowhere')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) => withTokens(({ store }) => list(store, json === true, ports)));
  command
    .command('rotate')
    .description('give a token a new secret; the old one stays good for a while')
    .argument('<id>', 'as listed, with or without fb_')
    .option('--overlap <seconds>', 'how long the old one stays good', wholeNumber(0, 30 * 86_400), 86_400)
    .action((id: string, { overlap }: { overlap: number }) =>
      withTokens(async ({ tokens }) => {
        const issued = await tokens.rotate(idOf(id), { overlapSeconds: overlap });
        if (issued === null) throw unknown(id);
        await ports.write(`${issued.token}\n`);
      }),
    );
  command
    .command('revoke')
    .description('end a token and the sessions opened with it')
    .argument('<id>', 'as listed, with or without fb_')
    .action((id: string) =>
      withTokens(async ({ store }) => {
        if ((await store.remove(idOf(id))) === 'missing') throw unknown(id);
      }),
    );
  return command;
}

async function withTokens(action: (tokens: FolderTokens) => Promise<void>): Promise<void> {
  // Loaded only here, as in `serve`.
  const { tokensOfFolder } = await import('../../server/auth/folder.ts');
  const opened = orRefuse(await tokensOfFolder(), null);
  try {
    await action(opened);
  } finally {
    await opened.close();
  }
}

async function create(tokens: FolderTokens['tokens'], options: CreateOptions, ports: Ports): Promise<void> {
  const { scope: scopes, name = `${scopes.join(', ')} token`, project = null, expires } = options;
  if (name === '' || project === '') throw new Refusal('error: --name and --project need a text');
  const expiresInDays = expires === 'never' ? null : expires;
  const { row, token } = await tokens.create({ name, scopes, project, expiresInDays });
  await ports.write(`${token}\n`);
  ports.say(`${described(row)}. Keep it: it is not stored, and not shown again.`);
}

/** Columns of a token that nobody is shown, though they are hashes. */
const SECRET: readonly string[] = ['hash', 'oldHash'];

async function list(store: FolderTokens['store'], asJson: boolean, ports: Ports): Promise<void> {
  const rows = await store.tokens();
  if (asJson) {
    const tokens = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !SECRET.includes(name))),
    );
    await ports.write(`${JSON.stringify({ version: 1, tokens }, null, 2)}\n`);
    return;
  }
  for (const row of rows) await ports.write(`fb_${row.id}  ${described(row)}\n`);
}

/** "nightly: upload, project mariadb, until 2026-09-01, last used 2026-06-03". */
function described({ name, scopes, project, expiresAt, lastUsedAt }: TokenRow): string {
  const parts = [
    scopes.join(', '),
    project === null ? 'all projects' : `project ${visible(project)}`,
    expiresAt === null ? 'does not expire' : `until ${dayOf(expiresAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`,
  ];
  return `${visible(name)}: ${parts.join('; ')}`;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function idOf(text: string): string {
  return text.replace(/^fb_/, '');
}

function unknown(id: string): Refusal {
  return new Refusal(`error: there is no token ${visible(id)}`, 'firebreak token list shows those that there are.');
}

function addScope(text: string, before: readonly Scope[] | undefined): readonly Scope[] {
  const scope = SCOPES.find((known) => known === text);
  if (scope === undefined) throw new InvalidArgumentError(`It must be one of ${SCOPES.join(', ')}.`);
  return [...(before ?? []), scope];
}

function daysOrNever(text: string): number | 'never' {
  return text === 'never' ? text : wholeNumber(1, 3650)(text);
}

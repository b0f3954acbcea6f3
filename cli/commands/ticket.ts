import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { visible } from '../../core/text/visible.ts';
import { wordsOf } from '../../core/words/faults.ts';
import type { LocalTickets } from '../../server/tickets/local.ts';
import { jsonOption, levelOption, quietOption, valueTypeOption } from '../options.ts';
import type { Level } from '../options.ts';
import type { Ports } from '../ports.ts';
import { Refusal, onFile, orRefuse } from '../refusal.ts';
import { ticketsOfServer } from '../remote/tickets.ts';
import type { TicketWork } from '../remote/tickets.ts';
import { postedLines, previewLines, ticketLines } from '../ticket-words.ts';

interface ShowOptions {
  readonly json?: true;
  readonly server?: string;
}

interface PostOptions extends ShowOptions {
  readonly dryRun?: true;
  readonly save?: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly level: Level;
  readonly valueType?: string;
  readonly comparison?: string;
}

/** `firebreak ticket`: compare what hangs on a ticket, and leave the report there. Needs no server. */
export function ticketCommand(ports: Ports): Command {
  const command = new Command('ticket').description('from a ticket to a comparison and back (docs/tickets.md)');
  withTicket(command.command('show'))
    .description('what hangs on a ticket: recognised files, and which are taken for good and bad')
    .action(async (reference: string, { json, server }: ShowOptions) => {
      const show = ({ work }: Opened) => work.show(reference);
      const seen = await opened(server, false, ports, show);
      await ports.write(json === true ? jsonText(seen) : `${ticketLines(seen).join('\n')}\n`);
    });
  withPosting(command.command('compare'))
    .description('compare the good and bad files of a ticket, and leave the report on it')
    .option('--good <names...>', 'attachments of the good side, when the guess is wrong', [])
    .option('--bad <names...>', 'attachments of the bad side', [])
    .action(async (ref: string, options: PostOptions) => {
      const { level, valueType = null, good, bad, server } = options;
      await opened(server, true, ports, async (here) => {
        const { ticket, comparison } = await here.work.compare({ ref, good, bad, level, valueType });
        if (options.json !== true) for (const line of ticketLines(ticket)) ports.say(line);
        await deliver(here, ref, comparison, options, ports);
      });
    });
  withPosting(command.command('attach'))
    .description('leave the report of a comparison on a ticket: of files here, or of a stored comparison')
    .option('--good <files...>', 'files of the good side', [])
    .option('--bad <files...>', 'files of the bad side', [])
    .option('--comparison <id>', 'a stored comparison')
    .action(async (reference: string, options: PostOptions) => {
      const { comparison, good, bad, level, valueType = null, server } = options;
      if ((comparison === undefined) === (good.length === 0 || bad.length === 0)) {
        throw new Refusal('error: give --good and --bad files, or --comparison ID');
      }
      if (server !== undefined && comparison === undefined) {
        throw new Refusal('error: with --server give --comparison ID', 'firebreak upload stores files on a server.');
      }
      await opened(server, true, ports, async (here) => {
        const id = comparison ?? (await compareFiles(here.local, good, bad, level, valueType));
        await deliver(here, reference, id, options, ports);
      });
    });
  return command;
}

function withTicket(command: Command): Command {
  return command
    .argument('<ticket>', 'address, key, or TRACKER:KEY')
    .option('--server <url>', 'have it done by this server, with its trackers and its data')
    .addOption(jsonOption())
    .addOption(quietOption());
}

function withPosting(command: Command): Command {
  return withTicket(command)
    .option('--dry-run', 'print exactly what would be posted, and post nothing')
    .option('--save <folder>', 'write the files of the report into this folder too')
    .addOption(levelOption().default('default'))
    .addOption(valueTypeOption());
}

// ---- here or by a server -------------------------------------------------------------------------------------------

interface Opened {
  readonly work: TicketWork;
  /** Null: a server does it. */
  readonly local: LocalTickets | null;
}

/** Runs `action` on a server, or on the trackers and (when something is kept) the data folder of this machine. */
async function opened<T>(
  server: string | undefined,
  keeps: boolean,
  ports: Ports,
  action: (opened: Opened) => Promise<T>,
): Promise<T> {
  if (server !== undefined) return action({ work: ticketsOfServer(server, ports), local: null });
  // Loaded only here, as in `serve`.
  const { withLocalTickets, postedAnswerOf, previewAnswerOf, ticketAnswerOf } = await import(
    '../../server/tickets/local.ts'
  );
  const onLocal = (local: LocalTickets): Promise<T> => {
    const { tickets } = local;
    const work: TicketWork = {
      show: async (reference) => ticketAnswerOf(await tickets.show(reference, false)),
      async compare({ ref, good = [], bad = [], level = 'default', valueType = null }) {
        const options = await local.compareOptions(level, valueType);
        const { seen, stored } = await tickets.compare(ref, { base: good, head: bad }, options);
        return { ticket: ticketAnswerOf(seen), comparison: stored.row.id };
      },
      preview: async (reference, comparison) => previewAnswerOf(await tickets.preview(reference, comparison)),
      post: async (reference, comparison) => postedAnswerOf(await tickets.post(reference, comparison)),
    };
    return action({ work, local });
  };
  const result = await withLocalTickets(keeps, onLocal);
  if (!result.ok && result.error.code === 'data-folder-in-use') {
    const { sentence } = wordsOf(result.error);
    throw new Refusal(visible(`error: ${sentence}`), 'Let it do the work: --server with its address.');
  }
  return orRefuse(result, null);
}

async function compareFiles(
  local: LocalTickets | null,
  good: readonly string[],
  bad: readonly string[],
  level: Level,
  valueType: string | null,
): Promise<string> {
  if (local === null) throw new Error('files of this machine are compared here');
  const options = await local.compareOptions(level, valueType);
  return onFile([...good, ...bad].join(', '), async () => (await local.compareFiles(good, bad, options)).id);
}

/** Posts, or shows what would be posted; the report can be saved before anything can go wrong with the tracker. */
async function deliver(
  { work, local }: Opened,
  reference: string,
  comparison: string,
  { dryRun, save, json }: PostOptions,
  ports: Ports,
): Promise<void> {
  if (save !== undefined) await saveReport(local, reference, comparison, save, ports);
  if (dryRun === true) {
    const preview = await work.preview(reference, comparison);
    if (json !== true) for (const line of previewLines(preview)) ports.say(line);
    await ports.write(json === true ? jsonText(preview) : preview.text);
    return;
  }
  ports.say(`comparison ${comparison} is stored; a run that is cut off is gone on with by running it again`);
  const posted = await work.post(reference, comparison);
  await ports.write(json === true ? jsonText(posted) : `${postedLines(posted).join('\n')}\n`);
}

async function saveReport(
  local: LocalTickets | null,
  reference: string,
  comparison: string,
  folder: string,
  ports: Ports,
): Promise<void> {
  if (local === null) {
    throw new Refusal('error: --save works on the data folder of this machine', 'The server has the reports itself.');
  }
  const { report } = await local.tickets.preview(reference, comparison);
  await onFile(folder, async () => {
    await mkdir(folder, { recursive: true });
    for (const { fileName, bytes } of report.files) await ports.save(join(folder, fileName), [bytes]);
  });
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

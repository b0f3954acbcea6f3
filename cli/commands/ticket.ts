import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { visible } from '../../core/text/visible.ts';
import { sizeInWords } from '../../core/words/numbers.ts';
import { wordsOf } from '../../core/words/faults.ts';
import { tableLines } from '../../render/table.ts';
import type { LocalTickets } from '../../server/tickets/local.ts';
import type { Posted, Posting, Preview } from '../../server/tickets/post.ts';
import type { SeenFile, SeenTicket } from '../../server/tickets/tickets.ts';
import { jsonOption, levelOption, quietOption, valueTypeOption } from '../options.ts';
import type { Level } from '../options.ts';
import type { Ports } from '../ports.ts';
import { Refusal, onFile, orRefuse } from '../refusal.ts';

interface ShowOptions {
  readonly json?: true;
}

interface PostOptions {
  readonly json?: true;
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
  command
    .command('show')
    .description('what hangs on a ticket: recognised files, and which are taken for good and bad')
    .argument('<ticket>', 'address, key, or TRACKER:KEY')
    .addOption(jsonOption())
    .addOption(quietOption())
    .action(async (reference: string, { json }: ShowOptions) => {
      const { ticketAnswerOf } = await ticketsModule();
      const seen = await local(false, ({ tickets }) => tickets.show(reference, false));
      await ports.write(json === true ? jsonText(ticketAnswerOf(seen)) : `${seenLines(seen).join('\n')}\n`);
    });
  postOptions(command.command('compare'))
    .description('compare the good and bad files of a ticket, and leave the report on it')
    .option('--good <names...>', 'attachments of the good side, when the guess is wrong', [])
    .option('--bad <names...>', 'attachments of the bad side', [])
    .action(async (reference: string, options: PostOptions) => {
      await local(true, async (opened) => {
        const { level, valueType = null, good, bad } = options;
        const chosen = { base: good, head: bad };
        const compareOptions = await opened.compareOptions(level, valueType);
        const { seen, stored } = await opened.tickets.compare(reference, chosen, compareOptions);
        if (options.json !== true) for (const line of seenLines(seen)) ports.say(line);
        await deliver(opened, reference, stored.row.id, options, ports);
      });
    });
  postOptions(command.command('attach'))
    .description('leave the report of a comparison on a ticket: of files here, or of a stored comparison')
    .option('--good <files...>', 'files of the good side', [])
    .option('--bad <files...>', 'files of the bad side', [])
    .option('--comparison <id>', 'a comparison in the data folder')
    .action(async (reference: string, options: PostOptions) => {
      const { comparison, good, bad, level, valueType = null } = options;
      if ((comparison === undefined) === (good.length === 0 || bad.length === 0)) {
        throw new Refusal('error: give --good and --bad files, or --comparison ID');
      }
      await local(true, async (opened) => {
        const compared = async () => {
          const compareOptions = await opened.compareOptions(level, valueType);
          const { id } = await onFile([...good, ...bad].join(', '), () =>
            opened.compareFiles(good, bad, compareOptions),
          );
          return id;
        };
        await deliver(opened, reference, comparison ?? (await compared()), options, ports);
      });
    });
  return command;
}

function postOptions(command: Command): Command {
  return command
    .argument('<ticket>', 'address, key, or TRACKER:KEY')
    .option('--dry-run', 'print exactly what would be posted, and post nothing')
    .option('--save <folder>', 'write the files of the report into this folder too')
    .addOption(levelOption().default('default'))
    .addOption(valueTypeOption())
    .addOption(jsonOption())
    .addOption(quietOption());
}

/** Loaded only when needed, as in `serve`. */
function ticketsModule() {
  return import('../../server/tickets/local.ts');
}

async function local<T>(keeps: boolean, action: (opened: LocalTickets) => Promise<T>): Promise<T> {
  const { withLocalTickets } = await ticketsModule();
  return orRefuse(await withLocalTickets(keeps, action), null);
}

/** Posts, or shows what would be posted; the report can be saved before anything can go wrong with the tracker. */
async function deliver(
  { tickets }: LocalTickets,
  reference: string,
  comparison: string,
  { dryRun, save, json }: PostOptions,
  ports: Ports,
): Promise<void> {
  const { postedAnswerOf, previewAnswerOf } = await ticketsModule();
  if (save !== undefined || dryRun === true) {
    const preview = await tickets.preview(reference, comparison);
    if (save !== undefined) await saveReport(preview, save, ports);
    if (dryRun === true) {
      if (json === true) await ports.write(jsonText(previewAnswerOf(preview)));
      else await sayPreview(preview, ports);
      return;
    }
  }
  ports.say(`comparison ${comparison} is stored; a run that is cut off is gone on with by running it again`);
  const posted = await tickets.post(reference, comparison);
  await ports.write(json === true ? jsonText(postedAnswerOf(posted)) : `${postedLines(posted).join('\n')}\n`);
}

async function saveReport({ report }: Posting, folder: string, ports: Ports): Promise<void> {
  await onFile(folder, async () => {
    await mkdir(folder, { recursive: true });
    for (const { fileName, bytes } of report.files) await ports.save(join(folder, fileName), [bytes]);
  });
}

// ---- words ---------------------------------------------------------------------------------------------------------

function seenLines({ tracker, ticket, files }: SeenTicket): readonly string[] {
  const rows = files.map((file) => [
    { text: sideOf(file) },
    { text: visible(file.attachment.fileName) },
    { text: file.attachment.bytes === null ? '' : sizeInWords(file.attachment.bytes) },
    { text: visible(whatItIs(file)) },
  ]);
  const table = tableLines(
    [
      { title: 'side', align: 'left' },
      { title: 'file', align: 'left' },
      { title: 'size', align: 'right' },
      { title: 'what it is, and why it is on that side', align: 'left' },
    ],
    rows,
  );
  return [
    visible(`${tracker} ${ticket.key}: ${ticket.title}`),
    ticket.url,
    '',
    ...(files.length === 0 ? ['no files'] : table),
    '',
  ];
}

function sideOf({ guess }: SeenFile): string {
  if (guess.side === null) return '-';
  const side = guess.side === 'base' ? 'good' : 'bad';
  return guess.chosen ? side : `(${side})`;
}

function whatItIs({ facts, problem, guess }: SeenFile): string {
  if (problem !== null) return wordsOf(problem).sentence;
  if (facts === null) return '';
  return facts.kind === 'comparison' ? `${facts.title}: a comparison already` : `${facts.title}; ${guess.why}`;
}

async function sayPreview(
  { tracker, ticket, comment, text, files, notes }: Preview & Posting,
  ports: Ports,
): Promise<void> {
  const verbs = { posted: 'post a comment', changed: 'change its comment', unchanged: 'leave its comment as it is' };
  ports.say(`would ${verbs[comment]} on ${tracker.name} ${ticket}, in ${tracker.markup}, and attach:`);
  for (const { file, isPresent } of files) {
    ports.say(`  ${file.fileName}  ${sizeInWords(file.bytes.length)}${isPresent ? '  (is there already)' : ''}`);
  }
  for (const note of notes) ports.say(`  ${note}`);
  await ports.write(text);
}

function postedLines({
  tracker,
  ticket,
  comment,
  commentId,
  attached,
  present,
  leftOut,
  removed,
}: Posted & Posting): string[] {
  const how = { posted: 'posted', changed: 'changed in place', unchanged: 'unchanged' }[comment];
  return [
    `${tracker.name} ${ticket}: comment ${commentId} ${how}`,
    ...attached.map((name) => `  attached ${name}`),
    ...present.map((name) => `  is there  ${name}`),
    ...leftOut.map((name) => `  too large for the tracker, left out  ${name}`),
    ...(removed > 0 ? [`  took away ${removed} attached by an earlier report`] : []),
  ];
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

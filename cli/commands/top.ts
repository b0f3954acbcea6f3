import { Command } from 'commander';
import { normalizeProfile } from '../../core/normalize/normalize-profile.ts';
import { normalizerOf } from '../../pipeline/index.ts';
import { profileFunctions } from '../../render/functions.ts';
import { functionRows } from '../../render/json.ts';
import { changesTable, functionsTable } from '../../render/text.ts';
import { oneProfile, readInput, sayProblems, valueTypeOf } from '../input.ts';
import { jsonOption, quietOption, wholeNumber } from '../options.ts';
import type { Ports } from '../ports.ts';
import { orRefuse } from '../refusal.ts';
import { ruleChoice } from '../rules.ts';
import { compareFiles, filesOf, runChoice, withSides } from '../sides.ts';
import type { SideOptions } from '../sides.ts';
import { styleOf } from '../style.ts';

interface TopOptions extends SideOptions {
  readonly json?: true;
  readonly rows: number;
}

/** `firebreak top`: the table of functions of one profile, or of two sides. */
export function topCommand(ports: Ports): Command {
  return withSides(new Command('top'))
    .description('list functions by their share in one profile, or by their change between two')
    .argument('[file]', 'the profile, or the good one of two; - for standard input')
    .argument('[head]', 'the bad profile')
    .addOption(jsonOption())
    .option('--rows <number>', 'rows of the table', wholeNumber(1), 20)
    .addOption(quietOption())
    .action(async (file: string | undefined, head: string | undefined, options: TopOptions) => {
      const positional = [file, head].filter((path) => path !== undefined);
      const files = filesOf(positional, options);
      const [only] = files.base;
      await (files.head.length === 0 && only !== undefined ? one(only, options, ports) : two(files, options, ports));
    });
}

async function one(path: string, options: TopOptions, ports: Ports): Promise<void> {
  const recorded = oneProfile(await readInput(path, ports), path, runChoice(options));
  const valueType = valueTypeOf(recorded, options.valueType, path);
  sayProblems(recorded.problems, path, ports);
  const rules = orRefuse(normalizerOf(await ruleChoice(options, ports)), null);
  const { profile } = orRefuse(normalizeProfile(recorded, rules), path);
  const rows = orRefuse(profileFunctions(profile, valueType), path);
  await print(rows, functionsTable(rows, options.rows), options, ports);
}

async function two(files: ReturnType<typeof filesOf>, options: TopOptions, ports: Ports): Promise<void> {
  const rows = functionRows(await compareFiles(files, options, ports));
  await print(rows, changesTable(rows, styleOf(ports), options.rows), options, ports);
}

async function print(
  rows: readonly unknown[],
  table: readonly string[],
  { json, rows: most }: TopOptions,
  ports: Ports,
): Promise<void> {
  await ports.write(json === true ? `${JSON.stringify(rows.slice(0, most), null, 2)}\n` : `${table.join('\n')}\n`);
}

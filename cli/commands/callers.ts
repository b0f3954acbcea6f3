import { Command } from 'commander';
import type { Comparison } from '../../core/diff/comparison.ts';
import { visible } from '../../core/text/visible.ts';
import { callersJson, callersText } from '../../render/callers.ts';
import { normalizerOf } from '../../pipeline/index.ts';
import { jsonOption, quietOption, wholeNumber } from '../options.ts';
import type { Ports } from '../ports.ts';
import { Refusal, orRefuse } from '../refusal.ts';
import { ruleChoice } from '../rules.ts';
import { compareFiles, filesOf, withSides } from '../sides.ts';
import type { SideOptions } from '../sides.ts';
import { styleOf } from '../style.ts';

interface CallersOptions extends SideOptions {
  readonly json?: true;
  readonly rows: number;
}

/** Names that a mistyped one may have been meant as. */
const SUGGESTIONS = 5;

/** `firebreak callers FUNCTION BASE HEAD`: who called it and what it called, on both sides (DIFF-SPEC 4). */
export function callersCommand(ports: Ports): Command {
  return withSides(new Command('callers'))
    .description('show who called a function and what it called, on both sides')
    .argument('<function>', 'its name, as diff shows it')
    .argument('[base]', 'the good profile, or one file that holds both sides')
    .argument('[head]', 'the bad profile')
    .addOption(jsonOption())
    .option('--rows <number>', 'rows of each table', wholeNumber(1), 20)
    .addOption(quietOption())
    .action(async (name: string, base: string | undefined, head: string | undefined, options: CallersOptions) => {
      const positional = [base, head].filter((path) => path !== undefined);
      const comparison = await compareFiles(filesOf(positional, options), options, ports);
      const normalizer = orRefuse(normalizerOf(await ruleChoice(options, ports)), null);
      const func = functionNamed(comparison, [name, normalizer.name(name).name, normalizer.apart(name).name]);
      const json = orRefuse(callersJson(comparison, func), null);
      await ports.write(
        options.json === true ? `${JSON.stringify(json, null, 2)}\n` : callersText(json, options.rows, styleOf(ports)),
      );
    });
}

/** The function of that name, or of what the rules make of it: files and other tools spell it as it was recorded. */
function functionNamed({ tree }: Comparison, spellings: readonly [string, ...string[]]): number {
  const { names } = tree.functions;
  const [name] = spellings;
  for (const spelling of spellings) {
    const found = names.indexOf(spelling);
    if (found >= 0) return found;
  }
  const close = names.filter((known) => known.toLowerCase().includes(name.toLowerCase())).slice(0, SUGGESTIONS);
  throw new Refusal(
    visible(`error: no function is called "${name}"`),
    close.length === 0 ? null : visible(`Names that hold it: ${close.join(', ')}.`),
  );
}

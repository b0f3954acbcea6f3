import { Command } from 'commander';
import type { Normalizer } from '../../core/normalize/normalizer.ts';
import { normalizerOf } from '../../pipeline/index.ts';
import { levelOption, quietOption } from '../options.ts';
import type { Ports } from '../ports.ts';
import { orRefuse } from '../refusal.ts';
import { ruleChoice, withRules } from '../rules.ts';
import type { RuleOptions } from '../rules.ts';

interface NormalizeOptions extends RuleOptions {
  readonly explain?: true;
}

/** `firebreak normalize`: names on standard input, one a line → "name<TAB>normalized". */
export function normalizeCommand(ports: Ports): Command {
  return withRules(new Command('normalize'))
    .description('read names, one a line, and print each with its normalized form')
    .addOption(levelOption().default('default'))
    .option('--explain', 'add the rules that changed the name')
    .addOption(quietOption())
    .action(async ({ explain, ...options }: NormalizeOptions) => {
      const rules = orRefuse(normalizerOf(await ruleChoice(options, ports)), null);
      for await (const lines of linesOf(ports.open('-'))) {
        await ports.write(lines.map((name) => answer(rules, name, explain === true)).join(''));
      }
    });
}

function answer(rules: Normalizer, name: string, explain: boolean): string {
  const { name: normalized, fired, shape } = rules.name(name);
  if (!explain) return `${name}\t${normalized}\n`;
  const why = shape === null ? fired : [...fired, `${shape.rule} (${shape.action})`];
  return `${name}\t${normalized}\t${why.join(' ')}\n`;
}

/** Complete lines of each chunk; the end of a line may be CRLF, and the last line may have none. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map(withoutReturn);
  }
  rest += decoder.decode();
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

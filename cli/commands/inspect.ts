import { Command } from 'commander';
import { inspectionJson } from '../../render/json.ts';
import { inspectionText } from '../../render/text.ts';
import { readInput } from '../input.ts';
import { jsonOption, quietOption } from '../options.ts';
import type { Ports } from '../ports.ts';

/** `firebreak inspect FILE`: what a file is and what it holds. */
export function inspectCommand(ports: Ports): Command {
  return new Command('inspect')
    .description('say what a file is, why it was recognised, and what it holds')
    .argument('<file>', 'the file; - for standard input')
    .addOption(jsonOption())
    .addOption(quietOption())
    .action(async (path: string, options: { json?: true }) => {
      const { file, ...read } = await readInput(path, ports);
      const json = inspectionJson({ ...read, fileName: path === '-' ? null : path, profiles: file.profiles });
      await ports.write(options.json === true ? `${JSON.stringify(json, null, 2)}\n` : inspectionText(json));
    });
}

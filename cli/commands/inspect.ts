import { Command } from 'commander';
import { inspectionJson } from '../../render/json.ts';
import { inspectionText } from '../../render/text.ts';
import { metricsInspectionJson, metricsInspectionText } from '../../render/metrics.ts';
import { readAnyInput } from '../input.ts';
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
      const input = await readAnyInput(path, ports);
      const fileName = path === '-' ? null : path;
      const asJson = (json: unknown) => `${JSON.stringify(json, null, 2)}\n`;
      if (input.kind === 'metrics') {
        const inspection = { ...input.read, fileName };
        await ports.write(
          options.json === true ? asJson(metricsInspectionJson(inspection)) : metricsInspectionText(inspection),
        );
        return;
      }
      const { file, ...read } = input.read;
      const json = inspectionJson({ ...read, fileName, profiles: file.profiles });
      await ports.write(options.json === true ? asJson(json) : inspectionText(json));
    });
}

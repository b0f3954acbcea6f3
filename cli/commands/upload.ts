import { Command } from 'commander';
import { visible } from '../../core/text/visible.ts';
import { filesToSend, serverOf, withRemote } from '../ci/options.ts';
import type { RemoteOptions } from '../ci/options.ts';
import { jsonOption, quietOption } from '../options.ts';
import { Ended } from '../ports.ts';
import type { Ports } from '../ports.ts';
import { Unreached } from '../remote/server.ts';
import { UNDELIVERED } from '../ci/exit-code.ts';

interface UploadOptions extends RemoteOptions {
  readonly json?: true;
}

/** `firebreak upload FILE…`: stores profiles on a server and prints their ids. What is there already is not stored again. */
export function uploadCommand(ports: Ports): Command {
  return withRemote(new Command('upload'))
    .description(
      'store profiles on a server: exit 0 stored, 2 bad input, 4 the server was not reached or refused the token',
    )
    .argument('<files...>', 'profiles, folders of them, and benchmark output, which belongs to the profile before it')
    .addOption(jsonOption())
    .addOption(quietOption())
    .action(async (paths: readonly string[], options: UploadOptions) => {
      const { server } = serverOf(options, ports);
      const files = await filesToSend(paths, ports);
      const labels = new Map(options.label);
      if (options.project !== undefined) labels.set('project', options.project);
      try {
        const profiles = await server.upload({ files, labels });
        if (options.json === true) await ports.write(`${JSON.stringify({ profiles }, null, 2)}\n`);
        else for (const { id } of profiles) await ports.write(`${id}\n`);
        for (const { id, created, fileName } of profiles) {
          if (created === false) ports.say(`note: ${visible(fileName ?? id)} was there already`);
        }
      } catch (error) {
        if (!(error instanceof Unreached)) throw error;
        ports.say(`error: ${error.message}`);
        throw new Ended(UNDELIVERED);
      }
    });
}

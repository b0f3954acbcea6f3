import { Command } from 'commander';
import { quietOption, wholeNumber } from '../options.ts';
import type { Ports } from '../ports.ts';
import { orRefuse } from '../refusal.ts';

interface ServeOptions {
  readonly port?: number;
  readonly host?: string;
  readonly example?: true;
}

/** `firebreak serve`: the page and the API, until interrupted. */
export function serveCommand(ports: Ports): Command {
  return new Command('serve')
    .description('serve the page and the API; data is kept under FIREBREAK_DATA')
    .option('--port <number>', 'port; 0 for any free one', wholeNumber(0, 65_535))
    .option('--host <address>', 'address to listen on')
    .option('--example', 'with the example comparison loaded')
    .addOption(quietOption())
    .action(async ({ port, host, example }: ServeOptions) => {
      // Loaded only here: no other command needs the server's packages, and loading them takes longer than a small diff.
      const { startServer, untilSignal } = await import('../../server/main.ts');
      const server = orRefuse(
        await startServer({
          ...(port === undefined ? {} : { port }),
          ...(host === undefined ? {} : { host }),
          ...(example === true ? { example } : {}),
        }),
        null,
      );
      await ports.write(`${server.url}\n`);
      if (server.exampleUrl !== null) await ports.write(`${server.exampleUrl}\n`);
      ports.say(`Data is kept in ${server.dataDirectory}. Ctrl+C ends the server.`);
      await untilSignal(server);
    });
}

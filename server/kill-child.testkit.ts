import { startServer, untilSignal } from './main.ts';

/** A server in a process of its own, for the tests that end it. Prints its address as the first line. */
const started = await startServer({ port: 0, dataDirectory: process.argv[2] ?? '' });
if (!started.ok) throw new Error(started.error.code);
process.stdout.write(`${started.value.url}\n`);
await untilSignal(started.value);

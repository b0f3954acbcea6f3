// The built server in a process of its own, which tells how long its event loop stood still and how much memory it holds.
// Started by main.ts with the folder of the data; answers the message "measure" and begins anew.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '../../dist/server/main.js';

const RESOLUTION_MILLISECONDS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });

const started = await startServer({ port: 0, dataDirectory: process.argv[2] });
if (!started.ok) throw new Error(started.error.code);
delay.enable();
process.send({ url: started.value.url });

process.on('message', (message) => {
  if (message === 'measure') {
    // The histogram holds the whole interval of the timer, not the delay alone.
    const milliseconds = (nanoseconds) => nanoseconds / 1e6 - RESOLUTION_MILLISECONDS;
    process.send({
      stallMax: milliseconds(delay.max),
      stallP99: milliseconds(delay.percentile(99)),
      cpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
      megabytes: process.memoryUsage().rss / 2 ** 20,
    });
    delay.reset();
  }
  if (message === 'close')
    started.value.close().then(
      () => process.exit(0),
      () => process.abort(),
    );
});

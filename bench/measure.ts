import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One timed run: seconds of wall time, and the most memory the process held, when it was one of its own. */
export interface Timing {
  readonly seconds: number;
  readonly peakMegabytes: number | null;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Median of repeated calls in this process, the first one (compilation) left out. */
export async function timedInProcess(repeats: number, run: () => unknown): Promise<Timing> {
  const seconds: number[] = [];
  for (let i = 0; i <= repeats; i++) {
    const start = performance.now();
    await run();
    if (i > 0) seconds.push((performance.now() - start) / 1000);
  }
  return { seconds: median(seconds), peakMegabytes: null };
}

/** Median of whole processes, start-up included, output thrown away. */
export async function timedProcess(repeats: number, command: readonly [string, ...string[]]): Promise<Timing> {
  const timings: Timing[] = [];
  for (let i = 0; i <= repeats; i++) {
    const timing = await once(command);
    if (i > 0 || repeats === 0) timings.push(timing);
  }
  return {
    seconds: median(timings.map(({ seconds }) => seconds)),
    peakMegabytes: median(timings.map(({ peakMegabytes }) => peakMegabytes ?? Number.NaN)),
  };
}

function once([program, ...args]: readonly [string, ...string[]]): Promise<Timing> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let peak = 0;
    const look = () => {
      try {
        const peakLine = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
        peak = Math.max(peak, Number(peakLine?.[1] ?? 0) / 1024);
      } catch {
        // The process has ended, or this is not Linux: the memory stays unknown.
      }
    };
    const watch = setInterval(look, 20);
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += String(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      if (code !== 0) reject(new Error(`${program} ${args.join(' ')}: exit ${code}\n${complaint}`));
      else resolve({ seconds: (performance.now() - start) / 1000, peakMegabytes: peak || null });
    });
  });
}

/**
 * How fast this machine is against the one on which the peers were recorded: a byte loop over 200 MB took 0.24 s there.
 * Recorded figures of peers that are not installed here are multiplied by this.
 */
export function machineFactor(): number {
  const bytes = new Uint8Array(1 << 20).fill(97);
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    let lines = 0;
    for (let chunk = 0; chunk < 200; chunk++) for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) lines++;
    if (lines !== 0) throw new Error('no line feed was written');
    times.push((performance.now() - start) / 1000);
  }
  return median(times) / 0.24;
}

import { timedProcess } from '../measure.ts';
import type { Row } from '../row.ts';

/** Whole process: two folded files to an interactive differential SVG. */
function diffToSvg(
  id: string,
  size: 'S' | 'M' | 'L',
  megabytes: number,
  peerSeconds: number,
  goal: (peer: number) => number,
): Row {
  return {
    id,
    work: `two folded files of ${megabytes} MB to a differential SVG, whole process`,
    async run({ cli, machine, path }) {
      const command = [
        process.execPath,
        cli,
        'diff',
        path(`${size}.base.folded`),
        path(`${size}.head.folded`),
        '-o',
        '/tmp/firebreak-bench/out.svg',
      ] as const;
      const timing = await timedProcess(size === 'L' ? 1 : 3, [...command]);
      const peer = { name: 'inferno diff-folded | flamegraph', seconds: peerSeconds * machine, recorded: true };
      return [{ what: 'cold', ...timing, peer, goalSeconds: goal(peer.seconds) }];
    },
  };
}

export const foldedDiffRows: readonly Row[] = [
  diffToSvg('P3', 'S', 1, 0.075, () => 0.28),
  diffToSvg('P2', 'M', 20, 0.6, (peer) => peer),
  diffToSvg('P1', 'L', 200, 7.4, (peer) => 0.2 * peer),
];

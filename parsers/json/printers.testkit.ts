import type { DrawnStack } from '../../core/testing/arbitrary.testkit.ts';

/** A tree of drawn stacks: what every format of this folder can write down. */
export interface Drawn {
  readonly name: string;
  readonly children: Drawn[];
  self: number;
  id: number;
}

/** The root stands for no frame; ids count from 1 in the order in which the nodes were made. */
function treeOfStacks(stacks: readonly DrawnStack[]): Drawn {
  let made = 1;
  const root: Drawn = { name: '(root)', children: [], self: 0, id: made };
  for (const { frames, count } of stacks) {
    let at = root;
    for (const name of frames) {
      const known = at.children.find((child) => child.name === name);
      const next = known ?? { name, children: [], self: 0, id: ++made };
      if (known === undefined) at.children.push(next);
      at = next;
    }
    at.self += count;
  }
  return root;
}

function totalOfTree(tree: Drawn): number {
  return tree.children.reduce((sum, child) => sum + totalOfTree(child), tree.self);
}

function nodesOf(tree: Drawn): readonly Drawn[] {
  return [tree, ...tree.children.flatMap(nodesOf)];
}

const callFrame = (name: string) => ({ functionName: name, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 });

function repeated<T>(value: T, times: number): readonly T[] {
  return Array.from({ length: times }, () => value);
}

function tableOfNames(stacks: readonly DrawnStack[]): readonly string[] {
  return [...new Set(stacks.flatMap(({ frames }) => frames))];
}

/** Writers of the formats, one a format; small and slow, and sharing nothing with the readers. */
export const PRINTERS: Readonly<Record<string, (stacks: readonly DrawnStack[]) => unknown>> = {
  cpuprofile(stacks) {
    const nodes = nodesOf(treeOfStacks(stacks));
    const samples = nodes.flatMap(({ id, self }) => repeated(id, self));
    return {
      nodes: nodes.map(({ id, name, children }) => ({
        id,
        callFrame: callFrame(name),
        children: children.map((c) => c.id),
      })),
      startTime: 0,
      endTime: samples.length,
      samples,
      timeDeltas: repeated(1, samples.length),
    };
  },
  heapprofile(stacks) {
    const print = ({ name, self, children }: Drawn): unknown => ({
      callFrame: callFrame(name),
      selfSize: self,
      children: children.map(print),
    });
    return { head: print(treeOfStacks(stacks)) };
  },
  'chrome-trace'(stacks) {
    const events: unknown[] = [];
    const print = (node: Drawn, start: number): void => {
      let at = start;
      for (const child of node.children) {
        const dur = totalOfTree(child);
        events.push({ ph: 'X', pid: 1, tid: 1, ts: at, dur, name: child.name });
        print(child, at);
        at += dur;
      }
    };
    print(treeOfStacks(stacks), 0);
    return events;
  },
  speedscope(stacks) {
    const names = tableOfNames(stacks);
    return {
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: names.map((name) => ({ name })) },
      profiles: [
        {
          type: 'sampled',
          name: 'x',
          unit: 'none',
          startValue: 0,
          endValue: 1,
          samples: stacks.map(({ frames }) => frames.map((name) => names.indexOf(name))),
          weights: stacks.map(({ count }) => count),
        },
      ],
    };
  },
  gecko(stacks) {
    const nodes = nodesOf(treeOfStacks(stacks));
    const names = [...new Set(nodes.map(({ name }) => name))];
    const rowOf = new Map(nodes.map((node, row) => [node, row]));
    const prefix = new Map(nodes.flatMap((node) => node.children.map((child) => [child, rowOf.get(node)] as const)));
    return {
      meta: { interval: 1, version: 13, processType: 0, stackwalk: 1 },
      threads: [
        {
          stringTable: names,
          frameTable: { schema: { location: 0 }, data: names.map((_, row) => [row]) },
          stackTable: {
            schema: { frame: 0, prefix: 1 },
            data: nodes.map((node) => [names.indexOf(node.name), prefix.get(node) ?? null]),
          },
          samples: { schema: { stack: 0 }, data: nodes.flatMap((node, row) => repeated([row], node.self)) },
        },
      ],
    };
  },
  flamebearer(stacks) {
    const root = treeOfStacks(stacks);
    const names = [...new Set(nodesOf(root).map(({ name }) => name))];
    const levels: number[][] = [];
    const ends: number[] = [];
    const print = (node: Drawn, depth: number, start: number): void => {
      const level = (levels[depth] ??= []);
      level.push(start - (ends[depth] ?? 0), totalOfTree(node), node.self, names.indexOf(node.name));
      ends[depth] = start + totalOfTree(node);
      let at = start;
      for (const child of node.children) {
        print(child, depth + 1, at);
        at += totalOfTree(child);
      }
    };
    print(root, 0, 0);
    return { flamebearer: { names, levels, numTicks: totalOfTree(root), maxSelf: 0 }, metadata: { format: 'single' } };
  },
  stackprof(stacks) {
    const names = tableOfNames(stacks);
    return {
      version: 1.2,
      mode: 'wall',
      interval: 1,
      gc_samples: 0,
      frames: Object.fromEntries(names.map((name, at) => [String(at + 7), { name, samples: 0 }])),
      raw: stacks.flatMap(({ frames, count }) => [
        frames.length,
        ...frames.map((name) => names.indexOf(name) + 7),
        count,
      ]),
    };
  },
  'd3-flame-graph'(stacks) {
    const print = (node: Drawn): unknown => ({
      name: node.name,
      value: totalOfTree(node),
      children: node.children.map(print),
    });
    return print(treeOfStacks(stacks));
  },
  'parca-flamegraph-json'(stacks) {
    const print = (node: Drawn): unknown => ({
      name: node.name,
      cumulative: String(totalOfTree(node)),
      childrenList: node.children.map(print),
    });
    return { flamegraph: { root: print(treeOfStacks(stacks)) } };
  },
  dhat(stacks) {
    const names = ['[root]', ...tableOfNames(stacks)];
    return {
      dhatFileVersion: 2,
      mode: 'heap',
      pps: stacks.map(({ frames, count }) => ({
        tb: count,
        tbk: 1,
        fs: frames.map((name) => names.indexOf(name)).reverse(),
      })),
      ftbl: names,
    };
  },
  'safari-timeline'(stacks) {
    return {
      recording: {
        instrumentTypes: [],
        sampleStackTraces: stacks.flatMap(({ frames, count }) =>
          repeated({ stackFrames: frames.map((name) => ({ name, url: '', line: 0 })).reverse() }, count),
        ),
      },
    };
  },
  'otlp-profile-json'(stacks) {
    const names = tableOfNames(stacks);
    return {
      resourceProfiles: [
        {
          scopeProfiles: [
            {
              profiles: [
                {
                  sampleType: { typeStrindex: 1, unitStrindex: 2 },
                  samples: stacks.map(({ count }, at) => ({ stackIndex: at + 1, values: [String(count)] })),
                },
              ],
            },
          ],
        },
      ],
      dictionary: {
        stringTable: ['', 'cpu', 'nanoseconds', ...names],
        functionTable: [{}, ...names.map((_, at) => ({ nameStrindex: at + 3 }))],
        locationTable: [{}, ...names.map((_, at) => ({ lines: [{ functionIndex: at + 1 }] }))],
        stackTable: [
          {},
          ...stacks.map(({ frames }) => ({ locationIndices: frames.map((name) => names.indexOf(name) + 1).reverse() })),
        ],
      },
    };
  },
};

import { jsonImporter } from '../json/importer.ts';
import { readCpuProfile } from './reader.ts';

export const cpuProfileImporter = jsonImporter({
  id: 'cpuprofile',
  title: 'V8 CPU profile (Chrome, Node.js)',
  recognise(sketch) {
    if (sketch.has('nodes[].callFrame')) return 'it has "nodes" with a "callFrame"';
    return sketch.has('head.functionName', 'head.hitCount')
      ? 'it has a "head" with a "functionName" and a "hitCount"'
      : null;
  },
  read: readCpuProfile,
});

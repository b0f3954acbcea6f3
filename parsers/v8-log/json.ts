import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import { jsonImporter } from '../json/importer.ts';
import { StackTable } from '../stack-table.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';
import { jsName } from './js-name.ts';

/** What `node --prof-process --preprocess` writes: code by index, and ticks whose stacks are pairs of index and offset. */
export const v8LogJsonImporter = jsonImporter({
  id: 'v8-log-json',
  title: 'log of node --prof, preprocessed',
  recognise: (sketch) =>
    sketch.has('code[].name', 'code[].type') ? 'its code entries have the names and types of V8' : null,
  read(root, shape, context) {
    const file = shape.object(root);
    const builder = new ProfileBuilder(2, context.limits);
    const stacks = new StackTable(builder);
    const problems = new ProblemLog();
    const frames = shape.array(file['code'], 'code').map((entry, at) => {
      const { name, type } = shape.object(entry, 'code', at);
      return frameOf(builder, shape.text(name, 'code', at, 'name'), shape.text(type, 'code', at, 'type'));
    });
    const ticks = shape.array(file['ticks'], 'ticks');
    let lastTime = 0;
    for (const [at, entry] of ticks.entries()) {
      if (!shape.ok) break;
      const tick = shape.object(entry, 'ticks', at);
      const time = shape.count(tick['tm'], 'ticks', at, 'tm');
      const pairs = shape.array(tick['s'], 'ticks', at, 's');
      const leafFirst: FrameIndex[] = [];
      if (tick['vm'] === 1) leafFirst.push(builder.frame('(garbage collector)'));
      for (let i = 0; i < pairs.length; i += 2) {
        const index = shape.number(pairs[i], 'ticks', at, 's', i);
        if (index === -1) problems.add('note', 'v8-addresses-unknown');
        const known =
          index === -1
            ? builder.frame('[unknown]')
            : frames[shape.index(index, frames.length, 'code', 'ticks', at, 's', i)];
        if (known !== undefined) leafFirst.push(known);
      }
      if (leafFirst.length > context.limits.maxDepth) {
        return err(fault('stack-too-deep', { facts: { maximum: context.limits.maxDepth } }));
      }
      const node = stacks.node(Int32Array.from(leafFirst), leafFirst.length);
      builder.addSelf(node, 1, 0);
      builder.addSelf(node, Math.max(0, time - lastTime), 1);
      lastTime = Math.max(lastTime, time);
    }
    if (shape.fault !== null) return err(shape.fault);
    return onlyProfile(
      builder,
      {
        valueTypes: [
          { name: 'ticks', unit: 'samples', sampling: countedSamples(builder) },
          { name: 'time', unit: 'microseconds', sampling: null },
        ],
        durationSeconds: lastTime > 0 ? lastTime / 1e6 : null,
        source: { fileName: context.fileName, format: 'v8-log-json', generator: 'V8', sha256: null },
        problems: problems.list(),
      },
      { lines: 0, expected: 'ticks' },
    );
  },
});

function frameOf(builder: ProfileBuilder, name: string, type: string): FrameIndex {
  if (type === 'JS') {
    const { name: bare, details } = jsName(name);
    return builder.frame(bare, details);
  }
  if (type === 'SHARED_LIB') return builder.frame(name.split(/[\\/]/).at(-1) || name, { module: name });
  // nm puts the kind of a symbol before its name.
  return builder.frame(type === 'CPP' ? name.replace(/^[A-Za-z] /, '') : name, {
    kind: type === 'CODE' ? 'jit' : 'unknown',
  });
}

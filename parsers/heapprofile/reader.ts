import { ProfileBuilder } from '../../core/model/builder.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { Result } from '../../core/result.ts';
import { v8Frame } from '../cpuprofile/nodes.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import { isObject } from '../json/shape.ts';
import type { Shape } from '../json/shape.ts';
import { pathOf, walkTree } from '../json/tree.ts';

/** Reads a sampling heap profile of V8: bytes that were alive at its end, by the stack that allocated them. */
export function readHeapProfile(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const file = shape.object(root);
  const builder = new ProfileBuilder(0, context.limits);
  const columns = new Columns(builder);
  const column = columns.column('inuse_space', 'bytes', 'weights');
  walkTree(
    file['head'],
    { path: ['head'], childrenKey: 'children' },
    shape,
    context,
    builder,
    (value, entry) => {
      const call = value['callFrame'];
      if (isObject(call) && typeof call['functionName'] === 'string') return v8Frame(builder, shape, call, []);
      const path = pathOf(entry, 'callFrame');
      return v8Frame(builder, shape, shape.object(call, ...path), path);
    },
    (entry) => {
      const size = entry.value['selfSize'];
      if (typeof size === 'number' && size >= 0) columns.add(entry.node, size, column);
      else shape.count(size, ...pathOf(entry, 'selfSize'));
    },
  );
  return finishFile({ builder, columns, format: 'heapprofile' }, shape, context);
}

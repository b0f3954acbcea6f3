import type { FrameDetails } from '../../core/model/builder.ts';
import { ProfileBuilder } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import { textOr } from '../json/shape.ts';
import type { Shape } from '../json/shape.ts';

/** Values of a program point: key of the file, name, unit. Those behind the first two are absent in ad-hoc mode. */
const VALUES = [
  ['tb', 'total_bytes', 'bytes'],
  ['tbk', 'total_blocks', 'count'],
  ['gb', 'peak_bytes', 'bytes'],
  ['gbk', 'peak_blocks', 'count'],
  ['eb', 'end_bytes', 'bytes'],
  ['ebk', 'end_blocks', 'count'],
] as const;

/** Reads a DHAT file: what each place of the program allocated, in all, at the peak (t-gmax) and at the end. */
export function readDhat(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const file = shape.object(root);
  const builder = new ProfileBuilder(0, context.limits);
  const columns = new Columns(builder);
  const table = shape.array(file['ftbl'], 'ftbl');
  const points = shape.array(file['pps'], 'pps');
  const frames = new Map<number, FrameIndex>();
  const frameOf = (row: number): FrameIndex => {
    const known = frames.get(row);
    if (known !== undefined) return known;
    const made = builder.frame(...dhatFrame(shape.text(table[row], 'ftbl', row)));
    frames.set(row, made);
    return made;
  };
  // A file of ad-hoc events counts units and events, not memory.
  const unit = textOr(file['bu'], 'bytes');
  for (const [index, value] of points.entries()) {
    const point = shape.object(value, 'pps', index);
    const stack = shape.array(point['fs'], 'pps', index, 'fs');
    shape.depth(stack.length, context.limits, 'pps', index, 'fs');
    let node = ROOT;
    for (let depth = stack.length - 1; depth >= 0 && shape.ok; depth--) {
      node = builder.child(node, frameOf(shape.index(stack[depth], table.length, 'ftbl', 'pps', index, 'fs', depth)));
    }
    for (const [key, name, ofValue] of VALUES) {
      if (point[key] === undefined) continue;
      const column = columns.column(name, ofValue === 'bytes' ? unitOfDhat(unit) : ofValue, 'weights');
      columns.add(node, shape.count(point[key], 'pps', index, key), column);
    }
    shape.stop(builder.overflow);
    if (!shape.ok) break;
  }
  if (shape.ok && columns.length === 0) shape.stop(fault('dhat-no-points'));
  const facts = { event: textOr(file['mode'], null) };
  return finishFile({ builder, columns, format: 'dhat', facts, generator: 'DHAT' }, shape, context);
}

/** `0x1084F45F9: name (file.rs:188:45)`, `0x4848899: malloc (in /usr/lib/vgpreload.so)`; addresses differ by run and go. */
function dhatFrame(text: string): readonly [string, FrameDetails] {
  const named = /^0x[0-9a-fA-F]+: /.exec(text)?.[0] ?? '';
  const rest = text.slice(named.length);
  const open = rest.endsWith(')') ? rest.lastIndexOf(' (') : -1;
  if (open <= 0) return [rest, {}];
  const name = rest.slice(0, open);
  const inside = rest.slice(open + 2, -1);
  if (inside.startsWith('in ')) return [name, { module: inside.slice(3) }];
  const place = /^(.+?):(\d+)(?::\d+)?$/.exec(inside);
  return place === null ? [rest, {}] : [name, { file: place[1] ?? inside, line: Number(place[2]) }];
}

function unitOfDhat(written: string): string {
  return written === 'byte' ? 'bytes' : written;
}

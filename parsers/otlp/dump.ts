import { ProfileBuilder } from '../../core/model/builder.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';

/**
 * Reads the plain listing that Pyroscope makes of received profiles: `sample_types`, and `samples` with their
 * `locations`, leaf first, whose `lines` are texts such as `malloc[malloc.c]@malloc.c:12`, and `values` in one text.
 */
export function readOtlpDump(file: JsonObject, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const builder = new ProfileBuilder(0, context.limits);
  const columns = new Columns(builder);
  for (const [at, value] of shape.array(file['sample_types'], 'sample_types').entries()) {
    const type = shape.object(value, 'sample_types', at);
    const name = shape.text(type['type'], 'sample_types', at, 'type');
    columns.column(name, shape.text(type['unit'], 'sample_types', at, 'unit'), 'records');
  }
  for (const [index, value] of shape.array(file['samples'], 'samples').entries()) {
    const path = ['samples', index];
    const sample = shape.object(value, ...path);
    const locations = shape.array(sample['locations'], ...path, 'locations');
    shape.depth(locations.length, context.limits, ...path, 'locations');
    let node = ROOT;
    for (let at = locations.length - 1; at >= 0 && shape.ok; at--) {
      for (const frame of framesOf(locations[at], builder, shape, [...path, 'locations', at]))
        node = builder.child(node, frame);
    }
    const values = shape
      .text(sample['values'], ...path, 'values')
      .trim()
      .split(/[\s,]+/);
    if (values.length !== columns.length)
      shape.wrong(sample['values'], [...path, 'values'], `${columns.length} numbers`);
    for (const [column, text] of values.entries()) {
      if (!/^-?\d{1,19}$/.test(text)) shape.wrong(sample['values'], [...path, 'values'], 'whole numbers');
      if (shape.ok) columns.add(node, BigInt(text), column);
    }
    shape.stop(builder.overflow);
    if (!shape.ok) break;
  }
  return finishFile({ builder, columns, format: 'otlp-profile-json' }, shape, context);
}

/** Caller first: the lines of a location are inlined into each other, the innermost first. */
function framesOf(value: unknown, builder: ProfileBuilder, shape: Shape, path: JsonPath): readonly FrameIndex[] {
  const location = shape.object(value, ...path);
  // `0x0-0x0@0x0 vmlinux(7b547e58)`: the file stands between the blank and its build id.
  const mapping = typeof location['mapping'] === 'string' ? location['mapping'] : '';
  const module = /^\S+ (.*?)(?:\([^()]*\))?$/.exec(mapping)?.[1] || null;
  const lines = shape.array(location['lines'], ...path, 'lines');
  const frames = lines.map((line, at) => {
    const text = shape.text(line, ...path, 'lines', at);
    const name = /^(.*)\[[^[\]]*\]@[^@]*$/.exec(text)?.[1] ?? text;
    const kind = at < lines.length - 1 ? 'inlined' : module === 'vmlinux' ? 'kernel' : 'unknown';
    return builder.frame(name === '' ? '[unknown]' : name, { module, kind });
  });
  if (frames.length === 0) {
    const address = typeof location['address'] === 'string' ? location['address'] : '[unknown]';
    frames.push(builder.frame(address, { module }));
  }
  return frames.reverse();
}

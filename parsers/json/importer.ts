import type { Fault } from '../../core/model/problem.ts';
import type { Result } from '../../core/result.ts';
import type { Importer, ParsedFile, ReadContext } from '../importer.ts';
import { wholeFileReader } from '../whole-file.ts';
import { parseJson } from './document.ts';
import { Shape } from './shape.ts';
import { sketchOf } from './sketch.ts';
import type { Sketch } from './sketch.ts';

export interface JsonFormat {
  readonly id: string;
  readonly title: string;
  /** Why a file with this sketch is of the format; null when it is not. */
  readonly recognise: (sketch: Sketch) => string | null;
  readonly read: (root: unknown, shape: Shape, context: ReadContext, isUnclosed: boolean) => Result<ParsedFile, Fault>;
  /** The outermost array may lack its closing bracket. */
  readonly mayBeUnclosed?: true;
}

/** An importer for a format that is one JSON value. */
export function jsonImporter({ id, title, recognise, read, mayBeUnclosed }: JsonFormat): Importer {
  return {
    id,
    title,
    detect(head) {
      const sketch = sketchOf(head);
      if (sketch === null) return { verdict: 'no', because: 'it is no JSON' };
      const because = recognise(sketch);
      return because === null
        ? { verdict: 'no', because: 'its names are of another format' }
        : { verdict: 'yes', because };
    },
    open: (context) =>
      wholeFileReader(context, (bytes) => {
        const document = parseJson(bytes, mayBeUnclosed === true);
        if (!document.ok) return document;
        return read(document.value.root, new Shape(document.value), context, document.value.isUnclosed);
      }),
  };
}

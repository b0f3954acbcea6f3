import type { ProfileBuilder } from '../../core/model/builder.ts';
import type { ProblemLog } from '../../core/model/problem.ts';
import type { ReadContext } from '../importer.ts';
import type { Columns } from '../json/columns.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import type { ThreadNames } from './threads.ts';

/** What the three ways to read a trace share. */
export interface TraceInto {
  readonly builder: ProfileBuilder;
  readonly columns: Columns;
  readonly problems: ProblemLog;
  readonly names: ThreadNames;
  readonly shape: Shape;
  readonly context: ReadContext;
}

/** An event with its position in the file. */
export interface TraceEvent {
  readonly event: JsonObject;
  readonly index: number;
}

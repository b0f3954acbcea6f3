import type { JfrBytes, Long } from './bytes.ts';
import type { Classes, JfrClass } from './metadata.ts';

/** A value as read: lists are of whole rows, one row an element. */
export type Value = Long | string | null | { readonly ref: Long } | readonly Row[];
export type Row = readonly Value[];

/** One step of reading a row: the class flattened, so that reading never follows the type graph. */
interface Step {
  /** Path of field names, `stackTrace`, `frames`, `address.value`. */
  readonly name: string;
  readonly kind: 'byte' | 'long' | 'float' | 'double' | 'text' | 'list';
  readonly inner: Layout | null;
}

export interface Layout {
  readonly steps: readonly Step[];
  /** Position of a field in a row, or -1. */
  indexOf(name: string): number;
}

const PRIMITIVES: ReadonlyMap<string, Step['kind']> = new Map([
  ['boolean', 'byte'],
  ['byte', 'byte'],
  ['char', 'long'],
  ['short', 'long'],
  ['int', 'long'],
  ['long', 'long'],
  ['float', 'float'],
  ['double', 'double'],
  ['java.lang.String', 'text'],
]);

/** Types are nested a few levels; a type that holds itself would have no end. */
const MAX_NESTING = 12;
const MAX_STEPS = 2000;

/** The layout of a class, or null when the metadata leads nowhere or in circles. */
export function layoutOf(classes: Classes, type: JfrClass, nesting = 0): Layout | null {
  const steps: Step[] = [];
  return addSteps(classes, type, '', steps, nesting) ? layout(steps) : null;
}

function layout(steps: readonly Step[]): Layout {
  return { steps, indexOf: (name) => steps.findIndex((step) => step.name === name) };
}

function addSteps(classes: Classes, type: JfrClass, prefix: string, steps: Step[], nesting: number): boolean {
  if (nesting > MAX_NESTING) return false;
  for (const field of type.fields) {
    const name = prefix + field.name;
    const inner = classes.get(field.type);
    const into = field.isList ? [] : steps;
    const own = field.isList ? '' : name;
    const kind = field.isPooled ? 'long' : inner === undefined ? undefined : PRIMITIVES.get(inner.name);
    if (kind !== undefined) into.push({ name: own, kind, inner: null });
    else if (inner === undefined || !addSteps(classes, inner, own === '' ? '' : `${own}.`, into, nesting + 1))
      return false;
    if (field.isList) steps.push({ name, kind: 'list', inner: layout(into) });
    if (steps.length > MAX_STEPS || into.length > MAX_STEPS) return false;
  }
  return true;
}

/** Reads one row. Lists nest as deep as the layout does, which is bounded. */
export function readRow(reader: JfrBytes, { steps }: Layout): Row {
  const row: Value[] = [];
  for (const step of steps) row.push(readValue(reader, step));
  return row;
}

function readValue(reader: JfrBytes, { kind, inner }: Step): Value {
  if (kind === 'long') return reader.long();
  if (kind === 'byte') return reader.byte();
  if (kind === 'text') return reader.text();
  if (kind !== 'list' || inner === null) {
    reader.skip(kind === 'float' ? 4 : 8);
    return null;
  }
  const count = reader.count();
  const rows: Row[] = [];
  if (inner.steps.length === 0) return rows;
  if (count > reader.end - reader.at) reader.fail(`a list of ${count} elements`);
  for (let i = 0; i < count && reader.fault === null; i++) rows.push(readRow(reader, inner));
  return rows;
}

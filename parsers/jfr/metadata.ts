import type { JfrBytes, Long } from './bytes.ts';

export interface Field {
  readonly name: string;
  readonly type: string;
  /** The value is a number that names an entry of the type's constant pool. */
  readonly isPooled: boolean;
  readonly isList: boolean;
}

export interface JfrClass {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly Field[];
}

/** The types of a chunk: how the values of each event and each constant are laid out. */
export type Classes = ReadonlyMap<string, JfrClass>;

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Children that are still to come. */
  left: number;
  readonly fields: Field[];
}

/** Elements of the metadata tree are nested four deep; more is no metadata. */
const MAX_NESTING = 64;

/** Reads the metadata event at the reader's position, as far as classes and fields go. */
export function readMetadata(reader: JfrBytes): Classes {
  for (let i = 0; i < 5; i++) reader.long(); // Size, type, start, duration, id.
  const texts: string[] = [];
  const count = reader.count();
  for (let i = 0; i < count && reader.fault === null; i++) {
    const text = reader.text();
    texts.push(typeof text === 'string' ? text : '');
  }
  const classes = new Map<string, JfrClass>();
  const open: Element[] = [];
  do {
    const element = readElement(reader, texts);
    const outer = open.at(-1);
    if (outer !== undefined) outer.left--;
    if (element.name === 'field' && outer?.name === 'class') outer.fields.push(fieldOf(element.attributes));
    open.push(element);
    if (open.length > MAX_NESTING) reader.fail('metadata of at most 64 levels');
    while (open.length > 0 && open.at(-1)?.left === 0) {
      const done = open.pop();
      const id = done?.attributes.get('id');
      if (done?.name === 'class' && id !== undefined)
        classes.set(id, { id, name: done.attributes.get('name') ?? '', fields: done.fields });
    }
  } while (open.length > 0 && reader.fault === null);
  return classes;
}

function readElement(reader: JfrBytes, texts: readonly string[]): Element {
  const textAt = (index: number): string => {
    const text = texts[index];
    if (text === undefined) reader.fail(`one of the ${texts.length} texts of the metadata`);
    return text ?? '';
  };
  const name = textAt(reader.count());
  const attributes = new Map<string, string>();
  const count = reader.count();
  for (let i = 0; i < count && reader.fault === null; i++) {
    const key = textAt(reader.count());
    attributes.set(key, textAt(reader.count()));
  }
  const left = reader.count();
  return { name, attributes, left: reader.fault === null ? left : 0, fields: [] };
}

function fieldOf(attributes: ReadonlyMap<string, string>): Field {
  return {
    name: attributes.get('name') ?? '',
    type: attributes.get('class') ?? '',
    isPooled: attributes.get('constantPool') === 'true',
    isList: Number(attributes.get('dimension') ?? 0) > 0,
  };
}

/** Key of a class id as metadata and constant pools spell it. */
export function classKey(id: Long): string {
  return id.toString();
}

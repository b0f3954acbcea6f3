import { grouped } from '../../core/words/numbers.ts';
import { xmlText } from '../../render/xml.ts';
import { resolved, shapeOf } from './document.ts';
import type { Schema, Schemas } from './document.ts';
import { code, idOf, prose } from './markup.ts';

/** What a value may be, in a few words of HTML; a named shape is a link to where it is described. */
function typeWords(schema: Schema): string {
  const shape = shapeOf(schema);
  if (shape !== null) return `<a href="#${idOf('shape', shape)}">${xmlText(shape)}</a>`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeWords))].join(' or ');
  if (schema.allOf) return schema.allOf.map(typeWords).join(' and ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'anything' : types.map((type) => plainWords(type, schema)).join(' or ');
}

function plainWords(type: string, schema: Schema): string {
  switch (type) {
    case 'string':
      return stringWords(schema);
    case 'integer':
    case 'number':
      return `${type === 'integer' ? 'whole number' : 'number'}${between(schema.minimum, schema.maximum, '')}`;
    case 'array': {
      const many = between(schema.minItems, schema.maxItems, '');
      return `list of ${schema.items ? typeWords(schema.items) : 'anything'}${many === '' ? '' : `,${many} of them`}`;
    }
    case 'object': {
      const { additionalProperties: values, 'x-typescript': file } = schema;
      if (file) return `object (${code(file.split('#')[0] ?? '')})`;
      return typeof values === 'object' ? `object, of any name: ${typeWords(values)}` : 'object';
    }
    case 'boolean':
      return `${code('true')} or ${code('false')}`;
    default:
      return code(type);
  }
}

function stringWords({ format, pattern, minLength, maxLength }: Schema): string {
  if (format === 'binary') return 'bytes of a file';
  if (format === 'date-time') return 'time (UTC)';
  if (format === 'date') return 'date';
  if (format === 'uri') return 'address';
  const length = between(minLength, maxLength, ' characters');
  return `text${length}${pattern === undefined ? '' : ` like ${code(pattern)}`}`;
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  const few = least ?? 0;
  // Whole numbers without a limit are said to end where exact numbers do.
  if (most === undefined || most >= Number.MAX_SAFE_INTEGER) return few === 0 ? '' : ` from ${grouped(few)}${unit}`;
  return few === 0 && unit !== '' ? ` up to ${grouped(most)}${unit}` : ` ${grouped(few)} to ${grouped(most)}${unit}`;
}

export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
}

/** A list of fields with those inside them. Named shapes are linked, so the list ends. */
export function fieldList(fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  return `<ul class="fields">${fields.map(fieldItem).join('')}</ul>`;
}

function fieldItem({ name, isRequired, description, schema }: Field): string {
  const inside = insideOf(schema)
    .map((own) => fieldList(fieldsOf(own)))
    .filter((list) => list !== '')
    .join('<p class="or">or</p>');
  const usual =
    schema.default === undefined
      ? ''
      : `<span class="usual">; ${code(JSON.stringify(schema.default))} when left out</span>`;
  const needed = isRequired ? ' <span class="needed">required</span>' : '';
  const said = description ?? schema.description;
  return `<li>${code(name, 'name')} <span class="type">${typeWords(schema)}</span>${usual}${needed}${said ? `<p>${prose(said)}</p>` : ''}${inside}</li>`;
}

/** Members of an object, and those whose names have a pattern. */
function fieldsOf({ properties = {}, patternProperties = {}, required = [] }: Schema): readonly Field[] {
  return [
    ...Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name))),
    ...Object.entries(patternProperties).map(([name, schema]) => fieldOf(name, schema, false)),
  ];
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  return { name, isRequired, description: schema.description, schema };
}

/** Objects without a name inside a schema: the value itself, elements of a list, choices. */
function insideOf(schema: Schema): readonly Schema[] {
  const { items, anyOf = [], allOf = [], additionalProperties: values } = schema;
  if (schema.properties || schema.patternProperties) return [schema];
  const parts = [...(items ? [items] : []), ...anyOf, ...allOf, ...(typeof values === 'object' ? [values] : [])];
  return parts.flatMap(insideOf);
}

/** The whole of a body: a named shape is opened, what it names in turn is linked. */
export function bodyHtml(schema: Schema, schemas: Schemas): string {
  const name = shapeOf(schema);
  const own = resolved(schema, schemas);
  const link = name === null ? '' : `<p>${typeWords(schema)}</p>`;
  const lists = insideOf(own).map((inside) => fieldList(fieldsOf(inside)));
  const members = lists.filter((list) => list !== '').join('<p class="or">or</p>');
  const words =
    members === '' || own.type !== 'object'
      ? `<p>${typeWords(own)}${own.description ? `: ${prose(own.description)}` : ''}</p>`
      : '';
  return `${link}${words}${members}`;
}

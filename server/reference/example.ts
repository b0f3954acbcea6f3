import { resolved, shapeOf } from './document.ts';
import type { Schema, Schemas } from './document.ts';

const ID = '0123456789abcdef0123456789abcdef';
/** Objects deeper than this are left out of an example; none of our shapes is, unless it holds itself. */
const MAX_DEPTH = 8;

/** A value that fits the schema: what stands when nothing is said, else the plainest. Optional members are left out. */
export function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const own = shapeOf(schema) === null ? schema : resolved(schema, schemas);
  if (own.const !== undefined) return own.const;
  if (own.default !== undefined && own.default !== null) return own.default;
  if (own.enum) return own.enum[0];
  const choice = own.anyOf?.find(({ type }) => type !== 'null');
  if (choice) return exampleOf(choice, schemas, depth);
  const type = typeof own.type === 'string' ? own.type : own.type?.find((one) => one !== 'null');
  switch (type) {
    case 'string':
      return textOf(own);
    case 'integer':
    case 'number':
      return own.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return depth < MAX_DEPTH && own.items ? [exampleOf(own.items, schemas, depth + 1)] : [];
    case 'object':
      return membersOf(own, schemas, depth);
    default:
      return null;
  }
}

function membersOf({ properties = {}, required = [] }: Schema, schemas: Schemas, depth: number): object {
  if (depth >= MAX_DEPTH) return {};
  return Object.fromEntries(
    required.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, depth + 1)] as const),
  );
}

function textOf({ format, pattern, minLength = 0 }: Schema): string {
  if (format === 'date-time') return '2026-05-04T03:02:01.000Z';
  if (format === 'date') return '2026-05-04';
  if (format === 'uri') return 'http://127.0.0.1:7878/';
  if (pattern === '^[0-9a-f]{32}$') return ID;
  return 'text'.padEnd(minLength, '.');
}

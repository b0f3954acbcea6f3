import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACTIONS } from './rule.ts';
import { PACK } from './parse-rules.ts';
import type { Shape } from './parse-rules.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const schema = JSON.parse(readFileSync(new URL('../../docs/rules.schema.json', import.meta.url), 'utf8')) as Schema;

function resolved(part: Schema | undefined): Schema {
  const name = part?.$ref?.split('/').at(-1);
  return (name === undefined ? part : schema.$defs?.[name]) ?? {};
}

/** What the schema for editors says, in the words of the check of a file. */
function shapeOf(part: Schema | undefined): unknown {
  const found = resolved(part);
  if (found.enum !== undefined) return { of: found.enum };
  if (found.const === true) return 'flag';
  if (found.type === 'integer') return 'count';
  if (found.type === 'string') return 'text';
  if (found.type === 'array') return [shapeOf(found.items)];
  const fields = Object.entries(found.properties ?? {}).map(([name, one]) => [name, shapeOf(one)] as const);
  return { required: found.required ?? [], fields: fields.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

function plain(shape: Shape): unknown {
  if (shape.is === 'choice') return { of: shape.of };
  if (shape.is === 'list') return [plain(shape.of)];
  if (shape.is !== 'object') return shape.is === 'pattern' ? 'text' : shape.is;
  const fields = Array.from(shape.fields, ([name, one]) => [name, plain(one)] as const);
  return { required: shape.required, fields: fields.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

test('the schema for editors and the check of a file say the same', () => {
  expect(shapeOf(schema)).toEqual(plain(PACK));
  expect(schema.$defs?.['rule']?.oneOf).toEqual(ACTIONS.map((action) => ({ required: [action] })));
});

#!/usr/bin/env node
// Makes api/generated.ts, the typed calls of the API, from docs/openapi.json.
// Usage: node scripts/build-api-client.mjs [--check]
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'api/generated.ts');
const { paths, components } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));

/** Types that files of the project own, by file. */
const imports = new Map();

function imported(reference) {
  const [file, name] = reference.split('#');
  imports.set(file, new Set([...(imports.get(file) ?? []), name]));
  return name;
}

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const literal = (value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
const comment = (text) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '');

/** Each type once. */
const union = (types) => [...new Set(types)].map((type) => `(${type})`).join(' | ');

/** The TypeScript type of a JSON schema, as far as our document uses JSON schema; throws at what it does not know. */
function typeOf(schema) {
  if (schema['x-typescript']) return imported(schema['x-typescript']);
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return union(choice.map(typeOf));
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.format === 'binary') return 'Binary';
  if (schema.type === 'string') return 'string';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type === 'boolean' || schema.type === 'null') return schema.type;
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectOf(schema);
  if (Object.keys(schema).filter((name) => name !== 'description').length === 0) return 'unknown';
  throw new Error(`no type for ${JSON.stringify(schema)}`);
}

function objectOf({ properties = {}, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description)}readonly ${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}${required.includes(name) ? '' : ' | undefined'};`,
  );
  if (members.length > 0) return `{\n${members.join('\n')}\n}`;
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `{ readonly [name: string]: ${values} }`;
}

function parametersOf(parameters, place) {
  const here = parameters.filter((one) => one.in === place && one.schema?.type !== 'object');
  if (here.length === 0) return null;
  const properties = Object.fromEntries(
    here.map(({ name, schema, description }) => [name, { description, ...schema }]),
  );
  return {
    type: objectOf({ properties, required: here.filter(({ required }) => required).map(({ name }) => name) }),
    required: here.some(({ required }) => required),
  };
}

/** Bodies of a request, by what the client is given. */
function bodyOf({ content }) {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      if (type === 'application/json') return `{ readonly json: ${typeOf(schema)} }`;
      return type === 'multipart/form-data' ? '{ readonly form: Form }' : '{ readonly bytes: Binary }';
    })
    .join(' | ');
}

function answerOf(status, { content = {} }) {
  const json = content['application/json'];
  const bytes = Object.keys(content).length > 0 && !json;
  const value = json ? typeOf(json.schema) : bytes ? 'Binary' : 'null';
  return `{ readonly status: ${status}; readonly value: ${value} }`;
}

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

/** Input and answers of one call. */
function operationOf({ operationId, summary, parameters = [], requestBody, responses }) {
  const params = parametersOf(parameters, 'path');
  const query = parametersOf(parameters, 'query');
  const labels = parameters.some(({ in: place, schema }) => place === 'query' && schema?.type === 'object');
  const headers = parametersOf(parameters, 'header');
  const members = [
    ...(params ? [`readonly params: ${params.type};`] : []),
    ...(query ? [`readonly query${query.required ? '' : '?'}: ${query.type};`] : []),
    ...(labels
      ? ['/** Sent as label.NAME; for bodies that are the bytes of one file. */\nreadonly labels?: Labels;']
      : []),
    ...(headers ? [`readonly headers?: ${headers.type};`] : []),
    ...(requestBody ? [`readonly body: ${bodyOf(requestBody)};`] : []),
  ];
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => answerOf(status, response));
  const input = members.length > 0 ? `{\n${members.join('\n')}\n}` : 'NoInput';
  return `${comment(summary)}readonly ${operationId}: { readonly input: ${input}; readonly answer: ${answers.join(' | ')} };`;
}

function callOf({ operationId, method, path, responses }) {
  const ok = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = ok.flatMap(([, { content = {} }]) => Object.keys(content));
  const answer = types.length === 0 ? 'nothing' : types.includes('application/json') ? 'json' : 'bytes';
  const [key = null] = keysOf(ok.flatMap(([, { content = {} }]) => content['application/json']?.schema ?? []));
  return `${operationId}: { method: '${method}', path: '${path}', answer: '${answer}', key: ${literal(key)} },`;
}

/** Members that all of the JSON answers have. The first tells an answer of ours from one of some other server. */
function keysOf(schemas) {
  const lists = schemas.flatMap((schema) => {
    const { required = [], anyOf } = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema;
    return anyOf ? [keysOf(anyOf)] : [required];
  });
  const [first = [], ...others] = lists;
  return first.filter((name) => others.every((list) => list.includes(name)));
}

const schemas = Object.entries(components.schemas ?? {})
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`);
const operations = calls.map(operationOf);
const table = calls.map(callOf);
const importLines = [...imports]
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(
    ([file, names]) =>
      `import type { ${[...names].toSorted((one, other) => one.localeCompare(other)).join(', ')} } from '../${file}';`,
  );

const made = `// Made by scripts/build-api-client.mjs from docs/openapi.json: do not edit.
import type { Binary, Form, Labels, NoInput } from './values.ts';
${importLines.join('\n')}

${schemas.join('\n\n')}

/** Input and answers of every call. */
export interface Operations {
${operations.join('\n')}
}

/** Where each call goes, and what its answer holds. */
export const CALLS = {
${table.join('\n')}
} as const;
`;

const biome = join(root, 'node_modules/.bin/biome');
const formatted = spawnSync(biome, ['format', '--stdin-file-path=api/generated.ts'], {
  cwd: root,
  input: made,
  encoding: 'utf8',
});
if (formatted.status !== 0) {
  console.error(formatted.stderr);
  process.exit(1);
}
if (!process.argv.includes('--check')) writeFileSync(target, formatted.stdout);
else if (readFileSync(target, 'utf8') !== formatted.stdout) {
  console.error('api/generated.ts is stale: run npm run openapi');
  process.exit(1);
}

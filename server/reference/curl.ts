import { exampleOf } from './example.ts';
import { resolved } from './document.ts';
import type { Operation, Parameter, PlacedOperation, Schema, Schemas } from './document.ts';

/** A line for a shell, with the server in $FIREBREAK_URL and the token in $FIREBREAK_TOKEN. */
export function curlOf({ path, method, operation }: PlacedOperation, base: string, schemas: Schemas): string {
  const { parameters = [], security, requestBody } = operation;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const words = [
    'curl',
    ...(method === 'GET' || (method === 'POST' && type === 'multipart/form-data') ? [] : ['-X', method]),
    ...(security.length === 0 ? [] : ['-H', '"Authorization: Bearer $FIREBREAK_TOKEN"']),
    ...(answersWithBytes(operation) ? ['-OJ'] : []),
    ...bodyWords(type, content?.schema, schemas),
  ];
  // Between double quotes only $, `, " and \ mean something; the braces of a path are replaced, the rest is encoded.
  return `${words.join(' ')} "$FIREBREAK_URL${base}${filledIn(path, parameters, schemas)}"`;
}

function filledIn(path: string, parameters: readonly Parameter[], schemas: Schemas): string {
  const valueOf = ({ schema }: Parameter) => encodeURIComponent(String(exampleOf(schema, schemas)));
  const needed = parameters.filter((one) => one.required && one.in === 'query');
  const query = needed.map((one) => `${encodeURIComponent(one.name)}=${valueOf(one)}`).join('&');
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? valueOf(parameter) : encodeURIComponent(name);
  });
  return query === '' ? filled : `${filled}?${query}`;
}

function bodyWords(type: string | undefined, schema: Schema | undefined, schemas: Schemas): readonly string[] {
  if (type === undefined || schema === undefined) return [];
  if (type === 'application/json') {
    const example = JSON.stringify(exampleOf(schema, schemas));
    return ['-H', quoted(`Content-Type: ${type}`), '-d', quoted(example)];
  }
  if (type !== 'multipart/form-data') return ['-H', quoted(`Content-Type: ${type}`), '--data-binary', '@FILE'];
  const { properties = {} } = resolved(schema, schemas);
  const files = Object.entries(properties).filter(([, { items }]) => items?.format === 'binary');
  const shown = files.filter(([name]) => name !== 'metrics');
  return (shown.length > 0 ? shown : files).flatMap(([name]) => ['-F', quoted(`${name}=@FILE`)]);
}

function answersWithBytes({ responses }: Operation): boolean {
  return Object.keys(responses['200']?.content ?? {}).includes('application/octet-stream');
}

/** One word of a POSIX shell, whatever it holds. */
export function quoted(text: string): string {
  return /^[\w=@./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

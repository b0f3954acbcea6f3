import type { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type {
  ZodOpenApiObject,
  ZodOpenApiOperationObject,
  ZodOpenApiParameterObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { LABEL_LENGTH, LABEL_NAME, problemAnswer } from '../contract.ts';
import { fault } from '../../core/model/problem.ts';
import { wordsOf } from '../../core/words/faults.ts';
import { kindOf, problemType } from '../http/problem.ts';
import type { ReferenceDocument } from '../reference/document.ts';
import { VERSION } from '../../core/version.ts';
import type { AnswerDeclaration, Calls, Declaration, Declarations } from './declare.ts';
import { ANY_PROBLEMS, WORK_PROBLEMS } from './problems.ts';

export const API_BASE = '/api/v1';

/** An OpenAPI 3.1 document of all calls, as plain JSON. */
export function documentOf(
  api: readonly Calls<Declarations>[],
  version: string,
): ReferenceDocument & { readonly openapi: string } {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const names = new Set<string>();
  for (const { heading, declarations } of api) {
    for (const [name, declaration] of Object.entries(declarations)) {
      if (names.has(name)) throw new Error(`two calls are named ${name}`);
      names.add(name);
      const path = declaration.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
      (paths[path] ??= {})[declaration.method] = operationOf(name, heading, declaration);
    }
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Firebreak',
      version,
      description:
        'Finds what got slower between two commits from two profiles. Errors are application/problem+json (RFC 9457) with a stable `code`; every answer carries `X-Request-Id`. In words: docs/api.md.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: API_BASE }],
    tags: api.map(({ heading }) => ({ name: heading })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Asked for where the network can reach the server' },
      },
    },
  };
  const made = JSON.parse(JSON.stringify(createDocument(document))) as ReferenceDocument & { openapi: string };
  return { ...made, components: { ...made.components, 'x-problems': problemKindsOf(api) } };
}

/** Every problem that a call declares, with what is the same in every occurrence of it. */
function problemKindsOf(api: readonly Calls<Declarations>[]): ReferenceDocument['components']['x-problems'] {
  const codes = new Set(api.flatMap(({ declarations }) => Object.values(declarations).flatMap(problemCodesOf)));
  const kinds = [...codes]
    .filter((code) => code !== 'content')
    .toSorted()
    .map((code) => [code, { type: problemType(code), ...kindOf(code), advice: wordsOf(fault(code)).advice }] as const);
  return Object.fromEntries(kinds);
}

/** The document as docs/openapi.json holds it. */
export function documentText(api: readonly Calls<Declarations>[]): string {
  return `${JSON.stringify(documentOf(api, VERSION), null, 2)}\n`;
}

function operationOf(name: string, heading: string, declaration: Declaration): ZodOpenApiOperationObject {
  const { summary, description, needs, params, query, headers = {}, body } = declaration;
  const parameters: ZodOpenApiParameterObject[] = Object.entries(headers).map(([header, said]) => ({
    name: header,
    in: 'header',
    description: said,
    schema: { type: 'string' },
  }));
  if (body?.bytes && body.labels)
    parameters.push({ ...LABELS, name: 'labels', in: 'query', style: 'form', explode: true });
  const scopes = needs === 'nobody' ? '' : needs.length === 0 ? 'Any token.' : `Scope ${needs.join(' or ')}.`;
  return {
    operationId: name,
    tags: [heading],
    summary,
    ...(description === undefined && scopes === ''
      ? {}
      : { description: [description, scopes].filter(Boolean).join(' ') }),
    security: needs === 'nobody' ? [] : [{}, { token: [...needs] }],
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: contentOf(body) } } : {}),
    responses: { ...answersOf(declaration), ...problemsOf(declaration) },
  };
}

const LABELS = {
  description: 'Labels, each as label.NAME=value',
  schema: {
    type: 'object',
    patternProperties: { [`^label\\.${LABEL_NAME.source.slice(1)}`]: { type: 'string', maxLength: LABEL_LENGTH } },
  },
} as const;

function contentOf({ json, form, bytes, labels }: NonNullable<Declaration['body']>) {
  return {
    ...(json ? { 'application/json': { schema: json } } : {}),
    ...(form ? { 'multipart/form-data': { schema: formSchema(form.files, form.fields, labels === true) } } : {}),
    ...(bytes ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } as const } } : {}),
  };
}

/** Files and fields of a form; each field of files may hold several. */
function formSchema(files: readonly string[], fields: z.ZodObject, labels: boolean): z.ZodType {
  const binaries = Object.fromEntries(
    files.map((name) => [name, { type: 'array' as const, items: { type: 'string' as const, format: 'binary' } }]),
  );
  return fields.meta({
    override: ({ jsonSchema }: { jsonSchema: { properties?: object; patternProperties?: object } }) => {
      jsonSchema.properties = { ...binaries, ...jsonSchema.properties };
      if (labels) jsonSchema.patternProperties = LABELS.schema.patternProperties;
    },
  });
}

function answersOf({ answers, method }: Declaration): Record<string, ZodOpenApiResponseObject> {
  const found = Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)] as const);
  const mayBeKept =
    method === 'get' &&
    Object.entries(answers).some(([status, { json, bytes }]) => status === '200' && (json || bytes));
  return Object.fromEntries([
    ...found,
    ...(mayBeKept ? [['304', { description: 'What If-None-Match names is still so' }] as const] : []),
  ]);
}

function answerOf({ description, json, bytes = [], headers = {} }: AnswerDeclaration): ZodOpenApiResponseObject {
  const content = {
    ...(json ? { 'application/json': { schema: json } } : {}),
    ...Object.fromEntries(bytes.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }])),
  };
  const named = Object.entries(headers).map(([name, said]) => [
    name,
    { description: said, schema: { type: 'string' as const } },
  ]);
  return {
    description,
    ...(Object.keys(content).length > 0 ? { content } : {}),
    ...(named.length > 0 ? { headers: Object.fromEntries(named) } : {}),
  };
}

/** All problems that a call may meet; bodies of one type alone may come in another. `content` stands for codes that only the file decides. */
export function problemCodesOf({ problems, needs, heavy, body }: Declaration): readonly string[] {
  const any = needs === 'nobody' ? ANY_PROBLEMS.filter((code) => !code.startsWith('token-')) : ANY_PROBLEMS;
  const unasked = body === undefined || body.bytes ? [] : ['content-type-unsupported'];
  return [...new Set([...any, ...(heavy ? WORK_PROBLEMS : []), ...unasked, ...problems])];
}

function problemsOf(declaration: Declaration): Record<string, ZodOpenApiResponseObject> {
  const byStatus = new Map<number, string[]>();
  for (const code of problemCodesOf(declaration)) {
    const statuses = code === 'content' ? [413, 422] : [kindOf(code).status];
    for (const status of statuses) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => (code === 'content' ? 'what the file is refused for' : code)).join(', '),
        content: { 'application/problem+json': { schema: problemAnswer } },
        'x-problems': codes,
      },
    ]),
  );
}

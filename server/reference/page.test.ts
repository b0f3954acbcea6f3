import { expect, test } from 'vitest';
import { documentOf } from '../api/openapi.ts';
import { API } from '../api/all.ts';
import { startTestServer } from '../server.testkit.ts';
import { curlOf, quoted } from './curl.ts';
import { operationsOf } from './document.ts';
import type { ReferenceDocument } from './document.ts';
import { exampleOf } from './example.ts';
import { referenceOf } from './page.ts';

const document = documentOf(API, '0');
const { html } = referenceOf(document);

test('every call, shape and problem has an anchor, and every link inside the page leads to one', () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBe(new Set(ids).size);
  for (const { operation } of operationsOf(document)) expect(ids).toContain(operation.operationId);
  for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`shape-${name}`);
  for (const name of Object.keys(document.components['x-problems'])) expect(ids).toContain(`problem-${name}`);
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test('a call says its method, path, scope, fields, answers and problems with their advice', () => {
  const call = /<section class="call" id="putRules"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
  expect(call).toContain('/api/v1/rules');
  expect(call).toContain('Scope <code>admin</code>');
  expect(call).toContain('if-none-match');
  expect(call).toContain('up to 50,000 characters');
  expect(call).toContain('Read them again, and make your change on top of theirs.');
  expect(html.replace(/<script>[^]*/, '')).not.toMatch(/\bundefined\b|\bNaN\b|\[object/);
});

test('lines for a shell hold what the call needs', () => {
  const lineOf = (name: string) => {
    const placed = operationsOf(document).find(({ operation }) => operation.operationId === name);
    return placed === undefined ? '' : curlOf(placed, '/api/v1', document.components.schemas);
  };
  const token = '-H "Authorization: Bearer $FIREBREAK_TOKEN"';
  expect(lineOf('getHealth')).toBe('curl "$FIREBREAK_URL/api/v1/healthz"');
  expect(lineOf('uploadProfiles')).toBe(`curl ${token} -F profile=@FILE "$FIREBREAK_URL/api/v1/profiles"`);
  expect(lineOf('createVerdict')).toBe(
    `curl -X POST ${token} -H 'Content-Type: application/json' -d '{"head":{"profiles":["0123456789abcdef0123456789abcdef"]}}' "$FIREBREAK_URL/api/v1/verdicts"`,
  );
  expect(quoted("it's; rm -rf $HOME")).toBe("'it'\\''s; rm -rf $HOME'");
});

test('an example fits, and ends where a shape holds itself', () => {
  const schemas = { Tree: { type: 'object', properties: { inner: { $ref: '#/x/Tree' } }, required: ['inner'] } };
  expect(JSON.stringify(exampleOf({ $ref: '#/x/Tree' }, schemas)).length).toBeLessThan(200);
  expect(exampleOf({ anyOf: [{ type: 'null' }, { type: 'integer', minimum: 3 }] }, {})).toBe(3);
});

test('hostile text stays text', () => {
  const evil = '</style><script>alert(1)</script><img src=x onerror="alert(1)">`<b>`\'"';
  const hostile: ReferenceDocument = {
    info: { title: evil, version: evil, description: evil },
    servers: [{ url: '/api' }],
    tags: [{ name: evil }],
    paths: {
      [`/a/{${evil}}`]: {
        post: {
          operationId: evil,
          tags: [evil],
          summary: evil,
          description: evil,
          security: [{ token: [evil] }],
          parameters: [{ name: evil, in: 'query', required: true, description: evil, schema: { enum: [evil] } }],
          requestBody: { content: { 'application/json': { schema: { const: evil, description: evil } } } },
          responses: {
            [evil]: {
              description: evil,
              headers: { [evil]: { description: evil } },
              content: { [evil]: { schema: {} } },
            },
            400: { description: evil, 'x-problems': [evil] },
          },
        },
      },
    },
    components: {
      schemas: { [evil]: { type: 'object', properties: { [evil]: { type: 'string', pattern: evil } } } },
      'x-problems': { [evil]: { type: evil, title: evil, status: 400, advice: evil } },
    },
  };
  const page = referenceOf(hostile).html;
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<style/g)).toHaveLength(1);
  expect(page).not.toContain('<img');
});

test('the server gives it to anybody, with a policy that lets in its own style and script alone', async () => {
  const server = await startTestServer();
  try {
    const response = await fetch(`${server.api}/reference`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; /);
    expect(policy).not.toContain('unsafe');
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(`${server.api}/reference`, {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  } finally {
    await server.close();
  }
});

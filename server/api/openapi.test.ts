import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestServer } from '../server.testkit.ts';
import { API } from './all.ts';
import { documentOf, documentText, problemCodesOf } from './openapi.ts';
import { hasWords } from '../../core/words/faults.ts';

const root = new URL('../../', import.meta.url);

test('docs/openapi.json is what the declarations say, and the client is what it says', () => {
  expect(readFileSync(new URL('docs/openapi.json', root), 'utf8') === documentText(API), 'run npm run openapi').toBe(
    true,
  );
  const script = fileURLToPath(new URL('scripts/build-api-client.mjs', root));
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('every declared problem has words', () => {
  const codes = API.flatMap(({ declarations }) => Object.values(declarations).flatMap(problemCodesOf));
  for (const code of new Set(codes)) if (code !== 'content') expect(hasWords(code), code).toBe(true);
});

test('every reference in the document leads somewhere, and operation ids are names', () => {
  const document = documentOf(API, '0') as unknown as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    components: { schemas: Record<string, unknown> };
  };
  expect(document.openapi).toBe('3.1.0');
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(10);
  for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
  for (const methods of Object.values(document.paths)) {
    for (const { operationId, responses } of Object.values(methods)) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
    }
  }
});

test('the server gives the document, and answers every path in it', async () => {
  const server = await startTestServer();
  try {
    const response = await fetch(`${server.api}/openapi.json`);
    expect(response.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
    for (const [path, methods] of Object.entries(paths)) {
      const here = `${server.api}${path.replaceAll(/\{[^}]+\}/g, 'x')}`;
      const { status, headers } = await fetch(here, { method: 'OPTIONS' });
      expect([path, status]).toEqual([path, 405]);
      const allowed = (headers.get('allow') ?? '').toLowerCase().split(', ');
      expect([path, allowed.toSorted()]).toEqual([path, Object.keys(methods).toSorted()]);
    }
  } finally {
    await server.close();
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RulesPreview } from '../../pipeline/index.ts';
import { comparisonAnswer, rulesAnswer, uploadAnswer } from '../contract.ts';
import { problemIn, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

const RULES = `pack: ours
version: "1"
rules:
  - { id: joined, match: { name: '^render_(v1|v2)$' }, rename: render }
`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function upload(text: string): Promise<string> {
  const response = await fetch(`${server.api}/profiles`, { method: 'POST', body: text });
  return uploadAnswer.parse(await response.json()).profiles[0]?.id ?? '';
}

function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.api}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function rules() {
  const response = await fetch(`${server.api}/rules`);
  return { etag: response.headers.get('etag'), ...rulesAnswer.parse(await response.json()) };
}

describe('the rules of the project', () => {
  test('none at first; stored under an ETag that guards against overwriting', async () => {
    const none = await rules();
    expect(none).toMatchObject({ text: '', hash: null, etag: null });
    expect(none.packs.map(({ name }) => name)).toContain('innodb');

    const first = await send('PUT', '/rules', { text: RULES }, { 'if-none-match': '*' });
    expect(first.status).toBe(200);
    const stored = await rules();
    expect(stored).toMatchObject({ text: RULES, etag: `"${stored.hash}"` });
    expect(first.headers.get('etag')).toBe(stored.etag);

    expect((await send('PUT', '/rules', { text: '' }, { 'if-none-match': '*' })).status).toBe(412);
    const late = await send('PUT', '/rules', { text: '' }, { 'if-match': `"${'0'.repeat(64)}"` });
    expect(late.status).toBe(412);
    expect((await problemIn(late)).code).toBe('rules-changed');
    expect((await send('PUT', '/rules', { text: '' }, { 'if-match': stored.etag ?? '' })).status).toBe(200);
    expect(await rules()).toMatchObject({ text: '' });
  });

  test('a mistake is refused at its line and column, and nothing is stored', async () => {
    const text = "pack: p\nversion: '1'\nrules:\n  - { id: a, rename: b, match: { name: '(' } }\n";
    const refused = await send('PUT', '/rules', { text });
    expect(refused.status).toBe(422);
    expect(await problemIn(refused)).toMatchObject({
      code: 'rules-pattern',
      position: { line: 4 },
      column: expect.any(Number),
    });
    expect((await rules()).text).not.toBe(text);
  });

  test.each([[{}], [{ text: 5 }], [{ text: 'x'.repeat(50_001) }], [{ text: '', more: 1 }]])(
    'bad body %#',
    async (body) => {
      expect((await send('PUT', '/rules', body)).status).toBe(400);
    },
  );
});

describe('comparisons under rules of the project', () => {
  test('keep their result; under other rules they are other comparisons, and say so', async () => {
    await send('PUT', '/rules', { text: '' });
    const [base, head] = [
      await upload('main;render_v1 60 / main;x 40'.replaceAll(' / ', '\n')),
      await upload('main;render_v2 60\nmain;x 40\n'),
    ];
    const compare = async (more: object = {}) =>
      comparisonAnswer.parse(
        await (await send('POST', '/comparisons', { base: [base], head: [head], ...more })).json(),
      );
    const old = await compare();
    expect(old).toMatchObject({ rulesHash: null, without: [] });
    expect(old.rulesToday).toBe(old.rules);

    await send('PUT', '/rules', { text: RULES });
    const then = comparisonAnswer.parse(await (await fetch(`${server.api}/comparisons/${old.id}`)).json());
    expect(then.rulesToday).not.toBe(then.rules);
    expect(then.result?.functions.map(({ name }) => name)).toContain('render_v1');

    const fresh = await compare();
    expect(fresh.id).not.toBe(old.id);
    expect(fresh.rulesHash).toBe((await rules()).hash);
    const result = comparisonAnswer.parse(await (await fetch(`${server.api}/comparisons/${fresh.id}`)).json()).result;
    expect(result?.functions.map(({ name }) => name).sort()).toEqual(['main', 'render', 'x']);
    expect(result?.normalization.packs.at(-1)).toMatchObject({ name: 'ours', hash: fresh.rulesHash });
    expect(result?.normalization.merged[0]).toMatchObject({ name: 'render', from: ['render_v1', 'render_v2'] });

    // Its bytes may be lost after the rules have changed: they are computed again under the rules of then.
    const row = await server.ports.profiles.comparison(fresh.id);
    await send('PUT', '/rules', { text: '' });
    await server.ports.blobs.remove(row?.resultHash ?? '');
    const again = comparisonAnswer.parse(await (await fetch(`${server.api}/comparisons/${fresh.id}`)).json());
    expect(again.result?.functions.map(({ name }) => name)).toContain('render');

    const less = await compare({ without: ['innodb', 'mariadb'] });
    expect(less.without).toEqual(['innodb', 'mariadb']);
    expect(less.rules).toContain('without innodb mariadb');
    const unknown = await send('POST', '/comparisons', { base: [base], head: [head], without: ['cobol'] });
    expect((await problemIn(unknown)).code).toBe('pack-unknown');
  });
});

describe('a preview', () => {
  test('tells names, groups and sentences before and after, and stores nothing', async () => {
    await send('PUT', '/rules', { text: '' });
    const [base, head] = [
      await upload('main;render_v1 60\nmain;x 40\n'),
      await upload('main;render_v2 60\nmain;x 40\n'),
    ];
    const before = await server.blobs();
    const response = await send('POST', '/rules/preview', { base: [base], head: [head], rules: RULES });
    expect(response.status).toBe(200);
    const preview = (await response.json()) as RulesPreview;
    expect(preview.names).toEqual([
      { name: 'render_v1', before: 'render_v1', after: 'render', rules: ['ours/joined'], weight: 60 },
      { name: 'render_v2', before: 'render_v2', after: 'render', rules: ['ours/joined'], weight: 60 },
    ]);
    expect(preview.joined).toEqual([{ name: 'render', from: ['render_v1', 'render_v2'], weight: 120 }]);
    expect(preview.parted).toEqual([]);
    expect(preview.after.functions).toBe(preview.before.functions - 1);
    expect(preview.before.headline).not.toBe(preview.after.headline);
    expect(await server.blobs()).toEqual(before);
  });

  test('refuses rules with a mistake, and profiles that are not there', async () => {
    const id = '0'.repeat(32);
    const bad = await send('POST', '/rules/preview', { base: [id], head: [id], rules: 'rules: 5' });
    expect((await problemIn(bad)).code).toBe('rules-value');
    const missing = await send('POST', '/rules/preview', { base: [id], head: [id], rules: '' });
    expect((await problemIn(missing)).code).toBe('profile-unknown');
  });
});
